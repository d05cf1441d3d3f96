import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

const KIB = 1024;

/**
 * Bytes of memory that a process and all below it hold: what is their own, and what they share among themselves. A process that has just
 * ended counts nothing.
 * @param exactAbove a sum up to this may count shared bytes once for each process: to divide them takes long
 */
export function memoryOf(pid: number, exactAbove = 0): number {
  const all = treeOf(pid);
  const sum = all.reduce((bytes, { pid: each, threads }) => bytes + residentOf(each, threads), 0);
  if (sum <= exactAbove) return sum;
  return all.reduce((bytes, { pid: each, threads }) => bytes + (sharedOutOf(each) ?? residentOf(each, threads)), 0);
}

function treeOf(pid: number): { readonly pid: number; readonly threads: readonly string[] }[] {
  const found = [];
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const threads = namesIn(`/proc/${next}/task`);
    found.push({ pid: next, threads });
    open.push(...childrenOf(next, threads));
  }
  return found;
}

/** Threads share their memory. One that has ended tells none, also where it is the first one and others go on. */
function residentOf(pid: number, threads: readonly string[]): number {
  for (const thread of threads) {
    const status = read(`/proc/${pid}/task/${thread}/status`);
    const bytes = kibIn(status, 'RssAnon') + kibIn(status, 'RssShmem');
    if (bytes > 0) return bytes * KIB;
  }
  return 0;
}

/** Counts the memory of a process, and its part of what several share. @returns undefined where the kernel does not tell, or may not */
function sharedOutOf(pid: number): number | undefined {
  const parts = read(`/proc/${pid}/smaps_rollup`);
  return /^Pss_Anon:/m.test(parts) ? (kibIn(parts, 'Pss_Anon') + kibIn(parts, 'Pss_Shmem')) * KIB : undefined;
}

const kibIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

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
 * Lets the shop have the processor first, and goes on beside it: at the lowest priority a busy machine lets a command stand still.
 * Children that a process starts later give way as well; on a busy machine one may have been started before, and it stays as it is. So
 * does a process that is gone, or that a machine refuses.
 */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
}

/**
 * Kills a process at once; one that is gone is none. `ChildProcess.kill` is no substitute: on a child that could not be started it signals
 * process 0, which is the whole group of this process.
 */
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
