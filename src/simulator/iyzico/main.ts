import { generalFlags, generalOptions, readFlags, runProgram, whole } from '../kit/program';
import { startIyzicoSimulator } from './server';

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4020] [--seed 7] [--latency-ms 40] [--key demo-api-key]
  [--secret demo-secret-key] [--report-lag-ms 3000] [--notify-url <where webhooks are posted>]
  [--taken <reference of a payment that was made before>] [--taken-kurus 0]
`;

runProgram(async (args) => {
  const values = readFlags(args, {
    ...generalFlags,
    port: { type: 'string', default: '4020' },
    key: { type: 'string', default: 'demo-api-key' },
    secret: { type: 'string', default: 'demo-secret-key' },
    'report-lag-ms': { type: 'string', default: '3000' },
    'notify-url': { type: 'string' },
    taken: { type: 'string' },
    'taken-kurus': { type: 'string', default: '0' },
  });
  if (values.help) return usage;
  const simulator = await startIyzicoSimulator({
    ...generalOptions(values),
    apiKey: values.key,
    secretKey: values.secret,
    reportLagMs: whole('--report-lag-ms', values['report-lag-ms'], 0, 3_600_000),
    ...(values.taken === undefined
      ? {}
      : {
          taken: { reference: values.taken, amount: whole('--taken-kurus', values['taken-kurus'], 1, 100_000_000) },
        }),
    ...(values['notify-url'] === undefined ? {} : { notifyUrl: values['notify-url'] }),
  });
  return { simulator, line: `iyzico simulator: ${simulator.url} (key ${values.key})` };
});
