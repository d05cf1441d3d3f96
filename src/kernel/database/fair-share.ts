import { refuse } from '../errors';

interface Waiting {
  forget(): void;
  admit(): void;
}

interface FairShareOptions {
  readonly capacity: number;
  /** The longest wait for a turn, in ms. */
  readonly patienceMs: number;
}

/** Share of all connections for one store. The rest serves others at once, without waiting for the calls of that store. */
const SHARE = 0.6;
/** The most calls of one store that may wait. Calls beyond that would not be served within the patience anyway. */
const QUEUE_MAX = 500;
const RETRY_AFTER_SECONDS = 2;

/** Name of the work that belongs to no store: credentials, outbox. One place is kept for it, since every call begins there. */
const SYSTEM = '';

/**
 * Gives out places, so that one store cannot take those of all others: a store holds a bounded share of them, its calls wait in
 * a queue of their own, and the queues take turns. The order within a store is that of arrival.
 */
export class FairShare {
  private free: number;
  private readonly shareMax: number;
  private readonly held = new Map<string, number>();
  /** The calls that wait, by store, in the order of their turns. */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly options: FairShareOptions) {
    this.free = options.capacity;
    this.shareMax = Math.max(1, Math.floor(options.capacity * SHARE));
  }

  /**
   * @returns undefined when the place is free, so that calls pay nothing while nobody waits
   * @throws {Refusal} unavailable, when no turn came in time or too many of the store wait already
   */
  take(storeId = SYSTEM): Promise<void> | undefined {
    if (!this.hasTurn(storeId)) return this.queueUp(storeId);
    this.hold(storeId);
    return undefined;
  }

  /** True if `take` would answer at once. */
  hasTurn(storeId = SYSTEM): boolean {
    return !this.queues.has(storeId) && this.mayHold(storeId);
  }

  giveBack(storeId = SYSTEM): void {
    const rest = (this.held.get(storeId) as number) - 1;
    if (rest === 0) this.held.delete(storeId);
    else this.held.set(storeId, rest);
    this.free += 1;
    this.admitNext();
  }

  /** Drops the waiting calls of a closed database: nobody is told, least of all after the process went on to something else. */
  close(): void {
    for (const waiting of [...this.queues.values()].flat()) waiting.forget();
    this.queues.clear();
  }

  private mayHold(storeId: string): boolean {
    const needed = storeId === SYSTEM ? 1 : 2;
    return this.free >= needed && (this.held.get(storeId) ?? 0) < this.shareMax;
  }

  private hold(storeId: string): void {
    this.free -= 1;
    this.held.set(storeId, (this.held.get(storeId) ?? 0) + 1);
  }

  private async queueUp(storeId: string): Promise<void> {
    const queue = this.queues.get(storeId) ?? [];
    if (queue.length >= QUEUE_MAX) tooBusy();
    const admitted = await new Promise<boolean>((resolve) => {
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(timer);
          resolve(true);
        },
        forget: () => clearTimeout(timer),
      };
      const timer = setTimeout(() => {
        this.leave(storeId, waiting);
        resolve(false);
      }, this.options.patienceMs);
      queue.push(waiting);
      this.queues.set(storeId, queue);
    });
    if (!admitted) tooBusy();
  }

  private leave(storeId: string, waiting: Waiting): void {
    const queue = this.queues.get(storeId) as Waiting[];
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.queues.delete(storeId);
  }

  private admitNext(): void {
    if (this.free === 0) return;
    for (const [storeId, queue] of this.queues) {
      if (!this.mayHold(storeId)) continue;
      // Its next one stands behind the other stores.
      this.queues.delete(storeId);
      this.hold(storeId);
      const next = queue.shift() as Waiting;
      if (queue.length > 0) this.queues.set(storeId, queue);
      next.admit();
      return;
    }
  }
}

function tooBusy(): never {
  return refuse('unavailable', 'The database is too busy for this store just now; the same call may be sent again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
