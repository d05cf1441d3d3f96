import { generalFlags, generalOptions, readFlags, runProgram, whole } from '../kit/program';
import { type GeliverSimulatorOptions, startGeliverSimulator } from './server';

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4022] [--seed 7] [--latency-ms 40] [--requests-per-10s 0]
  [--token demo-token] [--balance-kurus 1000000]
  [--asked <references of parcels that were asked for before, with commas; all but the first are booked>]
`;

function readOptions(args: string[]): Required<Omit<GeliverSimulatorOptions, 'now' | 'offersPerLook'>> | 'help' {
  const values = readFlags(args, {
    ...generalFlags,
    port: { type: 'string', default: '4022' },
    'requests-per-10s': { type: 'string', default: '0' },
    token: { type: 'string', default: 'demo-token' },
    'balance-kurus': { type: 'string', default: '1000000' },
    asked: { type: 'string', default: '' },
  });
  if (values.help) return 'help';
  return {
    ...generalOptions(values),
    requestsPer10s: whole('--requests-per-10s', values['requests-per-10s'], 0, 1_000_000),
    token: values.token,
    asked: values.asked.split(',').filter(Boolean),
    balanceKurus: whole('--balance-kurus', values['balance-kurus'], 0, 1_000_000_000),
  };
}

runProgram(async (args) => {
  const options = readOptions(args);
  if (options === 'help') return usage;
  const simulator = await startGeliverSimulator(options);
  return {
    simulator,
    line: `Geliver simulator: ${simulator.url} (balance ${options.balanceKurus / 100} TL, seed ${options.seed})`,
  };
});
