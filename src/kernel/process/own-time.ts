import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';

/** The name that the system has for the thread that asks; empty where it does not tell. */
export function ownThread(): string {
  try {
    return path.basename(readlinkSync('/proc/thread-self'));
  } catch {
    return '';
  }
}

/** The clock of a thread begins with the thread. */
const passedMs = (): number => performance.timeOrigin + performance.now();

/**
 * The time that a thread of this process has run. On an overloaded machine that is less than the time by the clock. Where the system does
 * not tell it, the time by the clock is taken. The file is kept open: each hook reads it, and to open it took five times as long.
 */
export class OwnTime {
  private file: number | undefined;
  private readonly bytes = Buffer.alloc(64);

  /** @param thread see {@link ownThread} */
  constructor(thread: string) {
    try {
      this.file = openSync(`/proc/self/task/${thread}/schedstat`, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** Milliseconds. Only the difference of two readings means something; they may be of two threads that look at the same one. */
  ranMs(): number {
    if (this.file === undefined) return passedMs();
    try {
      const length = readSync(this.file, this.bytes, 0, this.bytes.length, 0);
      return Number.parseInt(this.bytes.toString('latin1', 0, length), 10) / 1e6;
    } catch {
      this.close();
      return passedMs();
    }
  }

  /** True if the system tells the time that the thread has run; if not, it is the time by the clock. */
  get isOwn(): boolean {
    return this.file !== undefined;
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
