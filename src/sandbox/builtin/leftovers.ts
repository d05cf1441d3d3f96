import { kill, pids, read } from '../driver/tree';
import { writesIn } from './process';

/**
 * Ends interpreters of a program that was killed. One that loops does not see that its program is gone, and would change files for ever.
 * @param folder the folder of the sandbox program; no other program runs on it
 */
export function endLeftovers(folder: string): void {
  const theirs = writesIn(folder);
  for (const pid of pids()) if (read(`/proc/${pid}/cmdline`).split('\0').includes(theirs)) kill(pid);
}
