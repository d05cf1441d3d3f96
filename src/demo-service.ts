import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { type Config, loadConfig } from './config';
import { seedDemo } from './demo';
import { ConfigError } from './kernel/declaration/setting';
import { providers } from './provider/providers';

/** Ends what was started. */
type Stop = () => void;

/**
 * The demo of the split product: its stores, once per database, and the simulated marketplaces as long as this process lives. In a
 * product that `npm start` runs, the supervisor does the same.
 * @param host on which the simulators listen: the other containers reach them
 * @returns undefined when the demo was not asked for
 */
export async function serveDemo(config: Config, host: string, say: (line: string) => void): Promise<Stop | undefined> {
  if (!config.demo) {
    say('No demo: TEZGAH_DEMO=1 asks for one.');
    return undefined;
  }
  const { databaseUrl, secretKey, dataFolder, demoProducts } = config;
  if (!databaseUrl || !secretKey) throw new ConfigError('The demo needs DATABASE_URL and TEZGAH_SECRET_KEY.');
  const { owner, storeId } = await seedDemo({ databaseUrl, secretKey, dataFolder });
  say(`The demo store is ${storeId}; log in as ${owner.email} with the password ${owner.password}`);
  const children = providers.flatMap(({ simulator }): ChildProcess[] => {
    if (!simulator) return [];
    const args = ['--host', host, '--port', String(simulator.port), ...simulator.args({ products: demoProducts })];
    const program = path.join(__dirname, simulator.program);
    return [spawn(process.execPath, [program, ...args], { stdio: 'inherit' })];
  });
  return () => {
    for (const child of children) child.kill('SIGTERM');
  };
}

async function main(): Promise<void> {
  const stop = await serveDemo(loadConfig(), '0.0.0.0', (line) => process.stdout.write(`${line}\n`));
  if (stop) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
