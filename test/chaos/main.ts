import { parseArgs } from 'node:util';
import { chaos } from './chaos';
import { linesOf } from './report';

const USAGE = `Usage: npm run chaos -- [--seed 1] [--kills 50] [--products 5000] [--days 2] [--keep] [--verbose]

Runs imports, commands, proposals and orders, from the checkout to their refunds and parcels, sells at the marketplace, and publishes
designs while shoppers look, while it kills every part of the product at random moments, loses what a second API and worker and Postgres
tell each other, spoils the answers of the marketplace, the bank and the carriers, and sends hostile bodies. Checks that every
acknowledged change is there exactly once, that stock and money add up and are what the marketplace, the bank and the carriers say, that
shoppers see the design that is live, that no token is let in that was taken back, and that no call waited longer than its bound; and
compares the end state with the same work in peace. Exits with 1 when anything is wrong.

--days lets as many days pass in minutes, by leaps of all clocks. Then the marketplace alone is at work: with buyers who give back what
they bought, with outages, and without the run in peace.
`;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

class UsageError extends Error {}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        kills: { type: 'string', default: '50' },
        products: { type: 'string', default: '5000' },
        days: { type: 'string' },
        keep: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return {
      seed: whole('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
      kills: whole('kills', values.kills, 1, 10_000),
      products: whole('products', values.products, 100, 1_000_000),
      ...(values.days === undefined ? {} : { days: whole('days', values.days, 1, 30) }),
      keep: values.keep,
      verbose: values.verbose,
      help: values.help,
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function whole(name: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(raw)}.`);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { help, verbose, ...wanted } = options();
  if (help) return print(USAGE);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort(new Error('interrupted')));
  print(`chaos: seed ${wanted.seed}, ${wanted.kills} kills, ${wanted.products} products`);
  try {
    const onLine = verbose ? (line: string) => print(`          | ${line}`) : undefined;
    const report = await chaos({ ...wanted, say: print, signal: stop.signal, ...(onLine ? { onLine } : {}) });
    for (const line of linesOf(report)) print(line);
    print(`seed ${wanted.seed}: ${report.findings.count === 0 ? 'nothing lost, nothing doubled' : 'FAILED'}`);
    process.exitCode = report.findings.count === 0 ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.exitCode = EXIT_INTERRUPTED;
  }
  // Clients that were interrupted may still be waiting for something.
  process.exit();
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n${USAGE}` : `${(error as Error).stack}\n`);
  process.exit(error instanceof UsageError ? EXIT_USAGE : 1);
});
