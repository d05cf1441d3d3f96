import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Config, loadConfig } from '../config';
import { providers } from '../extension/provider/list';
import { ConfigError } from '../kernel/declaration/setting';
import { environmentOfKeys, statedKeys } from '../keys/source';
import { seedDemo } from './seed';

/** Programs that run beside this one. */
interface Running {
  /** Ends all that the service runs. */
  stop(): void;
  /** Once all of them have ended. It is rejected when one did so that nobody had told to. */
  readonly ended: Promise<void>;
}

/** Runs programs of Node, of which none is of use without the others: when one ends, all do. */
export function runTogether(programs: readonly (readonly string[])[]): Running {
  const children = programs.map((args) => spawn(process.execPath, args, { stdio: 'inherit' }));
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    for (const child of children) child.kill('SIGTERM');
  };
  const endOf = async (index: number): Promise<void> => {
    const [code, signal] = await once(children[index] as (typeof children)[number], 'exit');
    if (stopped) return;
    stop();
    throw new Error(`${programs[index]?.[0]} has ended by itself (${signal ?? code}).`);
  };
  const ends = children.map((_, index) => endOf(index));
  const ended = Promise.allSettled(ends).then(async () => {
    await Promise.all(ends);
  });
  return { stop, ended };
}

/**
 * The demo of the split product: its stores, once per database, and the simulated marketplaces as long as this process lives. In a
 * product that `npm start` runs, the supervisor does the same.
 * @param host on which the simulators listen: the other containers reach them
 * @returns undefined when the demo was not asked for
 */
export async function serveDemo(
  config: Config,
  host: string,
  say: (line: string) => void,
): Promise<Running | undefined> {
  if (!config.demo) {
    say('No demo: TEZGAH_DEMO=1 asks for one.');
    return undefined;
  }
  const { databaseUrl, dataFolder, demoProducts } = config;
  if (!databaseUrl || !statedKeys(config)) throw new ConfigError('The demo needs DATABASE_URL and TEZGAH_SECRET_KEY.');
  const keys = environmentOfKeys(config);
  const { owner, storeId } = await seedDemo({ databaseUrl, keys, dataFolder });
  say(`The demo store is ${storeId}; log in as ${owner.email} with the password ${owner.password}`);
  return runTogether(
    providers.flatMap(({ simulator }) => {
      if (!simulator) return [];
      const args = ['--host', host, '--port', String(simulator.port), ...simulator.args({ products: demoProducts })];
      return [[path.join(__dirname, '..', simulator.program), ...args]];
    }),
  );
}

async function main(): Promise<void> {
  const simulators = await serveDemo(loadConfig(), '0.0.0.0', (line) => process.stdout.write(`${line}\n`));
  if (!simulators) return;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, simulators.stop);
  // A code other than 0, which is what Docker starts it again for.
  await simulators.ended;
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
