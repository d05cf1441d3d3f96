import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { identityOf, isAlive } from '../embedded/process';
import { at, read } from './project';

interface Options {
  /** A channel over which the program learns that this process is gone. */
  readonly channel?: boolean;
  /** Its standard output is nobody's business. */
  readonly quiet?: boolean;
}

/** Runs a Node program, passes on the signals, and answers its exit code. */
export function inForeground(
  args: readonly string[],
  { channel = false, quiet = false }: Options = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: at(),
    stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit', ...(channel ? (['ipc'] as const) : [])],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  whenNpmIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  });
}

// npm passes signals on to the shell that it starts, so package.json says `exec`: this process takes the shell's place.
// A killed npm passes on nothing, and a shell without exec dies alone: so we look whether both are still there.
function whenNpmIsGone(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const { name, above } = programOf(parent);
  const npm = identityOf(/^(|.*\/)(ba|da|z)?sh$/.test(name) ? above : parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}

/** The name of a process and the pid of its parent. */
function programOf(pid: number): { readonly name: string; readonly above: number } {
  const stat = /\((.*)\) \S+ (\d+)/.exec(read(`/proc/${pid}/stat`) ?? '');
  if (stat !== null) return { name: stat[1] ?? '', above: Number(stat[2]) };
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, above = pid, name = ''] = /(\d+)\s+(.+)/.exec(stdout ?? '') ?? [];
  return { name: name.trim(), above: Number(above) };
}
