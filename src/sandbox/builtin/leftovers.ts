import { readdirSync, readFileSync } from 'node:fs';
import { kill } from '../driver/tree';
import { writesIn } from './process';

/**
 * Ends interpreters of a program that was killed. One that loops does not see that its program is gone, and would change files for ever.
 * @param folder of the sandbox program, of which no other one runs
 */
export function endLeftovers(folder: string): void {
  const theirs = writesIn(folder);
  for (const pid of pids()) if (argumentsOf(pid).includes(theirs)) kill(Number(pid));
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // There is no such list on this system.
    return [];
  }
}

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
