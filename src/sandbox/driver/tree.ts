import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

const PAGE_BYTES = 4096;

/** Bytes of memory that a process and all below it have for themselves. A process that has just ended counts nothing. */
export function memoryOf(pid: number): number {
  let pages = 0;
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const threads = namesIn(`/proc/${next}/task`);
    pages += pagesOf(next, threads);
    open.push(...childrenOf(next, threads));
  }
  return pages * PAGE_BYTES;
}

/** Threads share their memory. One that has ended tells none, also where it is the first one and others go on. */
function pagesOf(pid: number, threads: readonly string[]): number {
  for (const thread of threads) {
    const [, resident = 0, shared = 0] = read(`/proc/${pid}/task/${thread}/statm`).split(' ').map(Number);
    if (resident > 0) return resident - shared;
  }
  return 0;
}

/** Each thread has the children that it has started itself. */
const childrenOf = (pid: number, threads: readonly string[]): number[] =>
  threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number));

/** Lists a folder of /proc; one of a process that is gone is empty. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The processes of this machine; none where it has no /proc. */
export const pids = (): number[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Reads a file of /proc; one of a process that is gone is empty. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Leaves the processor to the shop. Children that a process starts later give way as well; on a busy machine one may have been started
 * before, and it stays as it is. So does a process that is gone, or that a machine refuses.
 */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It may have ended already.
  }
}

/** Kills a process at once; one that is gone is none. */
export function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** True while a process runs. One that has ended and that nobody has waited for yet does not. */
export function runs(pid: number): boolean {
  const text = read(`/proc/${pid}/stat`);
  const state = text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}
