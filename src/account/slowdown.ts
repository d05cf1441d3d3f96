import { BoundedMap } from '../kernel/bounded-map';

const FIRST_WAIT_MS = 1_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
const KEYS_MAX = 20_000;

interface Failures {
  count: number;
  lastMs: number;
}

/**
 * Failures of a key make its next attempt wait: not at all for the first few, then a second, and twice as long each time
 * up to a bound. It never locks: whoever knows the password gets in after the wait, and what comes too early is not counted.
 */
export class Slowdown {
  private readonly failures = new BoundedMap<Failures>(KEYS_MAX);

  constructor(
    private readonly bounds: { readonly free: number; readonly waitMsMax: number },
    private readonly nowMs: () => number,
  ) {}

  /** @returns milliseconds until the next attempt may be made; 0 when now */
  waitMs(key: string): number {
    const { count, lastMs } = this.failures.get(key) ?? { count: 0, lastMs: 0 };
    if (count < this.bounds.free) return 0;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (count - this.bounds.free), this.bounds.waitMsMax);
    return Math.max(0, lastMs + waitMs - this.nowMs());
  }

  /** Whether the key has failed less often than that lately. */
  hasFailedLessThan(times: number, key: string): boolean {
    const known = this.failures.get(key);
    return !known || known.count < times || this.nowMs() - known.lastMs >= FORGOTTEN_AFTER_MS;
  }

  /** Counts an attempt as failed before it is made, or a burst of them would all pass the same count. */
  begin(key: string): void {
    const known = this.failures.get(key);
    const now = this.nowMs();
    const count = known && now - known.lastMs < FORGOTTEN_AFTER_MS ? known.count : 0;
    this.failures.set(key, { count: count + 1, lastMs: now });
  }

  /** It did not fail after all. */
  takeBack(key: string): void {
    const known = this.failures.get(key);
    if (known) known.count = Math.max(0, known.count - 1);
  }
}
