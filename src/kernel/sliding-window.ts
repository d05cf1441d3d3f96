import { BoundedMap } from './bounded-map';

const PARTS = 60;
/** One part more than the window has: the oldest one is only partly outside of it, and counts until it is wholly so. */
const KEPT = PARTS + 1;

interface Counts {
  readonly parts: Uint32Array;
  newest: number;
  total: number;
}

/**
 * At most `limit` events of one key in any stretch of `windowMs`, wherever it begins. A window that starts afresh on the
 * minute, and a bucket that is refilled, both let almost twice as many through around an edge. What was counted becomes
 * free again at most a sixtieth of the window late.
 */
export class SlidingWindow {
  private readonly counted: BoundedMap<Counts>;
  private readonly partMs: number;

  constructor(
    private readonly limit: number,
    { windowMs, keysMax }: { readonly windowMs: number; readonly keysMax: number },
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.partMs = windowMs / PARTS;
    this.counted = new BoundedMap(keysMax);
  }

  /**
   * @param weight how many events it counts as; more than the limit count as the limit
   * @returns 0 when it was counted; otherwise the milliseconds until there is room for it
   */
  take(key: string, weight = 1): number {
    const now = this.nowMs();
    const part = Math.floor(now / this.partMs);
    const counts = this.countsOf(key, part);
    const events = Math.min(weight, this.limit);
    const missing = counts.total + events - this.limit;
    if (missing > 0) return this.msUntilFree(missing, counts, now);
    counts.parts[part % KEPT] = (counts.parts[part % KEPT] as number) + events;
    counts.total += events;
    return 0;
  }

  private countsOf(key: string, part: number): Counts {
    let counts = this.counted.get(key);
    if (!counts || part - counts.newest >= KEPT) {
      counts = { parts: new Uint32Array(KEPT), newest: part, total: 0 };
      this.counted.set(key, counts);
    }
    for (; counts.newest < part; counts.newest += 1) {
      const expired = (counts.newest + 1) % KEPT;
      counts.total -= counts.parts[expired] as number;
      counts.parts[expired] = 0;
    }
    return counts;
  }

  private msUntilFree(missing: number, { parts, newest }: Counts, now: number): number {
    let part = newest - PARTS;
    let freed = 0;
    for (; ; part += 1) {
      freed += parts[((part % KEPT) + KEPT) % KEPT] as number;
      if (freed >= missing) return (part + KEPT) * this.partMs - now;
    }
  }
}
