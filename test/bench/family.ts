import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from './measure';

/** A process with all that it has started and that still runs; itself alone where there is no /proc. */
export function familyOf(pid: number): number[] {
  const family = [pid];
  for (const each of family)
    for (const thread of namesIn(`/proc/${each}/task`))
      family.push(...read(`/proc/${each}/task/${thread}/children`).split(' ').filter(Boolean).map(Number));
  return family;
}

/** Processor time of these processes, and of what they have started and that has ended by now. */
export const familySeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (cpuSeconds(pid, 'and of those that ended') ?? 0), 0);

/** Memory that the machine would have without these processes: each has its part of what several share. */
export const sharedOutMb = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024,
    0,
  );

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
