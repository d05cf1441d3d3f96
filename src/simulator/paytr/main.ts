import { generalFlags, generalOptions, readFlags, runProgram } from '../kit/program';
import { startPaytrSimulator } from './server';

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4021] [--seed 7] [--latency-ms 40] [--merchant 123456]
  [--key demo-merchant-key] [--salt demo-merchant-salt] [--notify-url <where notifications are posted>]
`;

runProgram(async (args) => {
  const values = readFlags(args, {
    ...generalFlags,
    port: { type: 'string', default: '4021' },
    merchant: { type: 'string', default: '123456' },
    key: { type: 'string', default: 'demo-merchant-key' },
    salt: { type: 'string', default: 'demo-merchant-salt' },
    'notify-url': { type: 'string' },
  });
  if (values.help) return usage;
  const simulator = await startPaytrSimulator({
    ...generalOptions(values),
    merchantId: values.merchant,
    merchantKey: values.key,
    merchantSalt: values.salt,
    ...(values['notify-url'] === undefined ? {} : { notifyUrl: values['notify-url'] }),
  });
  return { simulator, line: `PayTR simulator: ${simulator.url} (merchant ${values.merchant})` };
});
