import { parseArgs } from 'node:util';
import { PRODUCTS_MAX } from './catalog';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from './server';

const EXIT_USAGE = 2;

class UsageError extends Error {}

const usage = `Usage: main.js [--host 127.0.0.1] [--port 4010] [--products 5000] [--seed 7] [--latency-ms 40]
  [--requests-per-10s 50] [--seller 424242] [--key demo-key] [--secret demo-secret] [--defects 0]
`;

function readOptions(args: string[]): Required<Omit<TrendyolSimulatorOptions, 'now'>> | 'help' {
  const { values } = parsed(args);
  if (values.help) return 'help';
  return {
    host: values.host,
    port: whole('--port', values.port, 0, 65_535),
    products: whole('--products', values.products, 0, PRODUCTS_MAX),
    seed: whole('--seed', values.seed, 0, 0xffff_ffff),
    latencyMs: whole('--latency-ms', values['latency-ms'], 0, 600_000),
    requestsPer10s: whole('--requests-per-10s', values['requests-per-10s'], 0, 1_000_000),
    sellerId: String(whole('--seller', values.seller, 1, Number.MAX_SAFE_INTEGER)),
    apiKey: values.key,
    apiSecret: values.secret,
    defects: whole('--defects', values.defects, 0, 1) === 1,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '4010' },
        products: { type: 'string', default: '5000' },
        seed: { type: 'string', default: '7' },
        'latency-ms': { type: 'string', default: '40' },
        'requests-per-10s': { type: 'string', default: '50' },
        seller: { type: 'string', default: '424242' },
        key: { type: 'string', default: 'demo-key' },
        secret: { type: 'string', default: 'demo-secret' },
        defects: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    // Node's text goes on with advice about `--`; its first sentence names the flag.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function whole(flag: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
  throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not ${JSON.stringify(raw)}.`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(usage);
    return;
  }
  const simulator = await startTrendyolSimulator(options);
  const stop = (): void => {
    // The IPC channel and the signal handlers would keep the process alive.
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A parent that was killed sends no signal; without this the simulator would outlive it and keep the port.
  if (process.send) process.once('disconnect', stop);
  process.stdout.write(
    `Trendyol simulator: ${simulator.url} (seller ${options.sellerId}, ${options.products} products, seed ${options.seed})\n`,
  );
  process.send?.({ ready: true, port: simulator.port });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
  if (process.connected) process.disconnect();
});
