import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitOf } from '../../src/embedded/process';
import { noteOpen } from './open-things';
import type { World } from './world';

const program = path.resolve(__dirname, '..', '..', 'dist', 'src', 'worker.js');

/** The worker as it is shipped, in a process of its own, which a test kills. */
export interface CompiledWorker {
  /** It sends a message when it is ready. */
  readonly process: ChildProcess;
  /** At once, and once; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * @param preload a program that Node runs before it
 * @param environment settings besides where the world is
 */
export function startCompiledWorker(
  { config }: World,
  { preload, environment = {} }: { readonly preload?: string; readonly environment?: Record<string, string> } = {},
): CompiledWorker {
  if (!existsSync(program)) throw new Error('npm run build first: the worker that is killed runs compiled');
  const child = spawn(process.execPath, [...(preload ? ['-r', preload] : []), program], {
    stdio: ['ignore', preload ? 'pipe' : 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: config.databaseUrl,
      TEMPORAL_ADDRESS: config.temporalAddress,
      TEZGAH_TASK_QUEUE: config.taskQueue,
      TEZGAH_SECRET_KEY: config.secretKeys.map((key) => key.toString('base64')).join(),
      TEZGAH_DATA: config.dataFolder,
      TEZGAH_TRENDYOL_URL: String(config.providers.trendyol?.url),
      LOG_LEVEL: 'silent',
      ...environment,
    },
  });
  const exited = exitOf(child);
  return {
    process: child,
    kill: noteOpen(async () => {
      child.kill('SIGKILL');
      await exited;
    }),
  };
}
