import { generalFlags, generalOptions, readFlags, runProgram, whole } from '../kit/program';
import { PRODUCTS_MAX } from './goods';
import { startHepsiburadaSimulator } from './server';

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4011] [--products 200] [--seed 7] [--latency-ms 40]
`;

runProgram(async (args) => {
  const values = readFlags(args, {
    ...generalFlags,
    port: { type: 'string', default: '4011' },
    products: { type: 'string', default: '200' },
  });
  if (values.help) return usage;
  const products = whole('--products', values.products, 0, PRODUCTS_MAX);
  const options = generalOptions(values);
  const simulator = await startHepsiburadaSimulator({ ...options, products });
  return {
    simulator,
    line: `Hepsiburada simulator: ${simulator.url} (${products} products, seed ${options.seed})`,
  };
});
