import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** The name that the system has for the thread that asks; empty where it does not tell. */
export function ownThread(): string {
  try {
    return path.basename(readlinkSync('/proc/thread-self'));
  } catch {
    return '';
  }
}

/**
 * Milliseconds that a thread of this process has run: on a machine that has more to do than it can, that is less than has passed. Where
 * the system does not tell, it is what has passed. Only the difference of two readings of one thread means something.
 * @param thread see {@link ownThread}
 */
export function ranMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
