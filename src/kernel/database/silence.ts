import { setImmediate as pendingReads } from 'node:timers/promises';
import type { Connection } from './connection';

const CHECK_MS = 1_000;
const SILENT_SECONDS = 2;
/**
 * The silence after which a backend counts as lost, in seconds. It is below the wait for a lock, so a caller who has waited in vain frees
 * the lock for the next.
 */
const LOST_SECONDS = 8;

/** A question to Postgres, on a connection that answers in time or not at all. */
interface Asking {
  silentAmong(pids: readonly number[], seconds: number): Promise<number[]>;
  endLost(seconds: number): Promise<void>;
}

/**
 * Notices connections that have fallen silent: packets may vanish without an error, and then both sides wait, the transaction
 * with its locks. Only Postgres can tell that from a statement that takes long, so it is asked on another connection: a backend
 * that has been at rest while its answer is waited for will never send one. It is ended, which frees its locks, and so is the
 * connection, which lets its caller go on. So is a connection whose backend is gone: its end was a packet like any other.
 */
export class SilenceWatch {
  private readonly lent = new Set<Connection>();
  private readonly timer = setInterval(() => void this.check(), CHECK_MS).unref();

  private ending = false;

  constructor(private readonly asking: Asking) {}

  lend(connection: Connection): void {
    this.lent.add(connection);
  }

  takeBack(connection: Connection): void {
    this.lent.delete(connection);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Told that a lock was waited for in vain: whoever has it may be a process that is gone, or cut off, and of which only the beginning
   * of a transaction has come.
   */
  async lockMissed(): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    await this.asking.endLost(LOST_SECONDS).catch(() => {});
    this.ending = false;
  }

  private async check(): Promise<void> {
    // After a pause of this process its answers may have come long ago: they are read before anybody counts as silent.
    await pendingReads();
    const late = [...this.lent].filter((connection) => connection.owesAnswerFor(SILENT_SECONDS * 1_000));
    if (late.length === 0) return;
    const numbers = late.map(({ pid }) => pid);
    // When Postgres does not answer anybody, the limit of each statement decides.
    const pids = new Set(await this.asking.silentAmong(numbers, SILENT_SECONDS).catch(() => []));
    for (const connection of late)
      if (pids.has(connection.pid) && connection.owesAnswerFor(SILENT_SECONDS * 1_000)) connection.destroy();
  }
}
