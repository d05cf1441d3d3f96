import path from 'node:path';
import { exitOf } from '../../src/embedded/process';
import { ProcessLedger } from '../../src/supervisor/process-ledger';
import { type RunFile, readRunFile } from '../../src/supervisor/run-file';
import { eventually } from '../world/eventually';
import { launch, outputOf, root, temporaryFolder } from './support';

const startScript = path.join(root, 'dist', 'src', 'supervisor', 'start.js');

const folders: string[] = [];

/** An empty data folder, for this test file. */
export function dataFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** Whatever a failed test leaves behind. */
afterAll(() => Promise.all(folders.map((folder) => new ProcessLedger(folder).endOrphans())));

/** The whole product as `npm start` runs it, of what was compiled last. It does not outlive the test. */
export function start(folder: string, settings: Record<string, string> = {}, channel = false) {
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  const child = launch(process.execPath, [startScript], {
    stdio: channel ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PORT: '0',
      TEMPORAL_UI_PORT: '0',
      TEZGAH_DATA: folder,
      TEZGAH_DEMO_PRODUCTS: '20',
      TEZGAH_DURABLE: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const output = outputOf(child);
  const exited = exitOf(child);
  const ready = async (): Promise<RunFile> => {
    const outcome = await Promise.race([
      eventually(() => output().includes('Tezgâh is ready'), 180_000).then(() => 'ready'),
      exited.then(() => 'ended'),
    ]);
    const run = readRunFile(folder);
    if (outcome === 'ended' || run === undefined) throw new Error(`No run.json:\n${output()}`);
    return run;
  };
  return { child, output, exited, ready };
}
