import { existsSync } from 'node:fs';
import { inForeground } from './foreground';
import { prepareInterpreter } from './interpreter';
import { buildPanel } from './panel';
import { at, Complaint } from './project';
import { type Tier, test } from './test';
import { bundleWorkflows } from './workflows';

/** The compiled programs, by command. */
const programs: Readonly<Record<string, string>> = {
  start: 'dist/src/supervisor/start.js',
  api: 'dist/src/main.js',
  worker: 'dist/src/worker.js',
  sandbox: 'dist/src/sandbox/main.js',
  storefront: 'dist/src/storefront-main.js',
  migrate: 'dist/src/migrate.js',
  bench: 'dist/test/bench/main.js',
  chaos: 'dist/test/chaos/main.js',
  prove: 'dist/test/proof/main.js',
  shopper: 'dist/src/simulator/shopper/main.js',
};

/** Runs of the tests by command. */
const tiers: Readonly<Record<string, Tier>> = { check: 'pure', test: 'core', 'test:all': 'all' };

/** The facts that src/bootstrap.mjs hands over: packages are there, and the sources are compiled as far as they compile. */
export interface Compiled {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly compiles: boolean;
  /** A hash of what the compiler read. */
  readonly sources: string;
  /** Lets the next build in; until then dist/ and node_modules/ are this one's. */
  unlock(): void;
}

/** Does what package.json's scripts say. @returns the exit code */
export async function run(compiled: Compiled): Promise<number> {
  try {
    return await obey(compiled);
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function obey({ command = '', args, compiles, sources, unlock }: Compiled): Promise<number> {
  const program = Object.hasOwn(programs, command) ? programs[command] : undefined;
  const tier = Object.hasOwn(tiers, command) ? tiers[command] : undefined;
  if (program === undefined && tier === undefined && command !== 'build') {
    const commands = [...Object.keys(programs), ...Object.keys(tiers), 'build'];
    throw new Complaint(`Usage: node src/bootstrap.mjs ${commands.join('|')} [arguments]`);
  }
  if (compiles) bundleWorkflows();
  if (compiles) prepareInterpreter();
  buildPanel();
  if (tier !== undefined) {
    unlock();
    return test({ tier, args, compiles, sources });
  }
  if (!compiles) throw new Complaint('The sources do not compile, see above.');
  if (program === undefined) return 0;
  unlock();
  if (!existsSync(at(program))) throw new Complaint(`${program} does not exist: npm run ${command} is not there yet.`);
  return inForeground(['--enable-source-maps', at(program), ...args], { channel: command === 'start' });
}
