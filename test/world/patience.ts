import { availableParallelism, loadavg } from 'node:os';

/** So many times slower than the machines on which the waits of tests were measured may one be before they are given up. */
const SLOWER = 4;

/** How long something that is sure to come is waited for, in ms. A wait that ends when it is there costs nothing by being long. */
export const patient = (ms: number): number => ms * SLOWER;

/** Processes that want a processor, for each that there is; 1 where all have one. */
const crowding = (): number => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

/**
 * A wait that counts only our share of the time: where ten processes want a processor, ten seconds count as one.
 * So a busy machine is no failure, and work that stands still on a quiet one is.
 */
export class Patience {
  private spentMs = 0;
  private countedAt: number;

  /** @param ms of a processor of one's own */
  constructor(
    private readonly ms: number,
    private readonly machine = { now: () => Date.now(), crowding },
  ) {
    this.countedAt = machine.now();
  }

  /** True when the wait has lasted too long. Whoever waits asks each time that it looks. */
  get isOver(): boolean {
    const now = this.machine.now();
    this.spentMs += (now - this.countedAt) / this.machine.crowding();
    this.countedAt = now;
    return this.spentMs > this.ms;
  }

  /** Begins anew: there was progress. */
  renew(): void {
    this.spentMs = 0;
    this.countedAt = this.machine.now();
  }
}

/** How often a wait looks whether it has lasted too long, in ms. */
const LOOK_MS = 250;

/**
 * Ends work that has lasted too long, by our share of the time.
 * @throws {DOMException} a TimeoutError, as of AbortSignal.timeout
 */
export async function withinShare<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new Patience(ms);
  const ending = new AbortController();
  const looking = setInterval(() => {
    if (patience.isOver) ending.abort(new DOMException(`no end within ${ms} ms of our own`, 'TimeoutError'));
  }, LOOK_MS);
  try {
    return await work(ending.signal);
  } finally {
    clearInterval(looking);
  }
}
