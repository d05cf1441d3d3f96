import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitOf } from '../../src/embedded/process';
import { noteOpen } from './open-things';

const compiled = path.resolve(__dirname, '..', '..', 'dist', 'src');

/** A program as it is shipped, in a process of its own, which a test kills. */
export interface CompiledProgram {
  /** It sends a message when it is ready. */
  readonly process: ChildProcess;
  /** At once, and once; resolves when it is gone. */
  kill(): Promise<void>;
}

interface Started {
  /** A program that Node runs before it. Its output is a pipe then. */
  readonly preload?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** @param file of the program, below `src` */
export function startCompiled(file: string, { preload, env }: Started): CompiledProgram {
  const program = path.join(compiled, file);
  if (!existsSync(program)) throw new Error('npm run build first: what is killed runs compiled');
  const child = spawn(process.execPath, [...(preload ? ['-r', preload] : []), program], {
    stdio: ['ignore', preload ? 'pipe' : 'ignore', 'inherit', 'ipc'],
    env,
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

/** What a program tells when it is ready. @throws when it ends before */
export function readyOf<Told>({ process: child }: CompiledProgram): Promise<Told> {
  return new Promise((resolve, reject) => {
    child.once('message', (told) => resolve(told as Told));
    child.once('exit', () => reject(new Error('it ended before it was ready')));
  });
}
