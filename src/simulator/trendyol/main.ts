import { generalFlags, generalOptions, readFlags, runProgram, whole } from '../kit/program';
import { PRODUCTS_MAX } from './catalog';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from './server';

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4010] [--products 5000] [--seed 7] [--latency-ms 40]
  [--requests-per-10s 50] [--seller 424242] [--key demo-key] [--secret demo-secret] [--defects 0] [--pictures 0]
`;

function readOptions(args: string[]): Required<Omit<TrendyolSimulatorOptions, 'now' | 'tier'>> | 'help' {
  const values = readFlags(args, {
    ...generalFlags,
    port: { type: 'string', default: '4010' },
    products: { type: 'string', default: '5000' },
    'requests-per-10s': { type: 'string', default: '50' },
    seller: { type: 'string', default: '424242' },
    key: { type: 'string', default: 'demo-key' },
    secret: { type: 'string', default: 'demo-secret' },
    defects: { type: 'string', default: '0' },
    pictures: { type: 'string', default: '0' },
  });
  if (values.help) return 'help';
  return {
    ...generalOptions(values),
    products: whole('--products', values.products, 0, PRODUCTS_MAX),
    requestsPer10s: whole('--requests-per-10s', values['requests-per-10s'], 0, 1_000_000),
    sellerId: String(whole('--seller', values.seller, 1, Number.MAX_SAFE_INTEGER)),
    apiKey: values.key,
    apiSecret: values.secret,
    defects: whole('--defects', values.defects, 0, 1) === 1,
    pictures: whole('--pictures', values.pictures, 0, PRODUCTS_MAX),
  };
}

runProgram(async (args) => {
  const options = readOptions(args);
  if (options === 'help') return usage;
  const simulator = await startTrendyolSimulator(options);
  const { sellerId, products, seed } = options;
  return {
    simulator,
    line: `Trendyol simulator: ${simulator.url} (seller ${sellerId}, ${products} products, seed ${seed})`,
  };
});
