import { BoundedMap } from './bounded-map';

const PARTS = 60;
/** One part more than the window has: the oldest one is only partly outside of it, and counts until it is wholly so. */
const KEPT = PARTS + 1;

/** Events that were counted elsewhere. */
export interface Past {
  /** The age of the youngest of them. */
  readonly ageMs: number;
  readonly events: number;
}

/** The rest of a limit, and its growth. */
export interface Room {
  readonly left: number;
  /** The time, in ms, until more becomes free: before that nothing does. 0: nothing is counted. */
  readonly growsInMs: number;
}

/** Most events of one part. All processes together may count more than each of them lets through. */
const EVENTS_MAX = 0xffff_ffff;

interface Counts {
  readonly parts: Uint32Array;
  newest: number;
  /**
   * The oldest part with counts: before it nothing is counted. Each answer tells when something becomes free, and would look through all
   * parts for it.
   */
  oldest: number;
  total: number;
}

/**
 * Lets at most `limit` events of one key through in any stretch of `windowMs`, wherever it begins. A window that starts afresh on the
 * minute, and a bucket that is refilled, both let almost twice as many through around an edge. Counted events become free again at most a
 * sixtieth of the window late.
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
    const counts = this.countsOf(key, this.partAt(now));
    const waitMs = this.msUntilRoom(counts, weight, now);
    if (waitMs === 0) add(counts, counts.newest, this.eventsOf(weight));
    return waitMs;
  }

  /** Tells the answer that `take` would give, and counts nothing. */
  waitMs(key: string, weight = 1): number {
    const now = this.nowMs();
    return this.msUntilRoom(this.countsOf(key, this.partAt(now)), weight, now);
  }

  /** Tells the rest of the limit for the key. */
  room(key: string): Room {
    const now = this.nowMs();
    const counts = this.countsOf(key, this.partAt(now));
    return {
      left: Math.max(0, this.limit - counts.total),
      growsInMs: this.msUntilRoom(counts, Math.max(0, this.limit - counts.total) + 1, now),
    };
  }

  /** Replaces the counts of the key, whether or not they are within the limit. */
  replace(key: string, past: readonly Past[]): void {
    const now = this.nowMs();
    const newest = this.partAt(now);
    const counts: Counts = { parts: new Uint32Array(KEPT), newest, oldest: newest, total: 0 };
    for (const { ageMs, events } of past) {
      const part = this.partAt(now - Math.max(0, ageMs));
      if (newest - part < KEPT) add(counts, part, events);
    }
    this.counted.set(key, counts);
  }

  /** @returns how many events a weight counts as */
  eventsOf(weight: number): number {
    return Math.min(weight, this.limit);
  }

  private partAt(ms: number): number {
    return Math.floor(ms / this.partMs);
  }

  private msUntilRoom(counts: Counts, weight: number, now: number): number {
    const missing = counts.total + this.eventsOf(weight) - this.limit;
    return missing > 0 ? this.msUntilFree(missing, counts, now) : 0;
  }

  private countsOf(key: string, part: number): Counts {
    let counts = this.counted.get(key);
    if (!counts || part - counts.newest >= KEPT) {
      counts = { parts: new Uint32Array(KEPT), newest: part, oldest: part, total: 0 };
      this.counted.set(key, counts);
    }
    for (; counts.newest < part; counts.newest += 1) {
      const expired = placeOf(counts.newest + 1);
      counts.total -= counts.parts[expired] as number;
      counts.parts[expired] = 0;
    }
    return counts;
  }

  private msUntilFree(missing: number, counts: Counts, now: number): number {
    const { parts, newest } = counts;
    while (counts.oldest < newest - PARTS || (counts.oldest < newest && parts[placeOf(counts.oldest)] === 0))
      counts.oldest = Math.max(counts.oldest + 1, newest - PARTS);
    let part = counts.oldest;
    let freed = 0;
    for (; ; part += 1) {
      freed += parts[placeOf(part)] as number;
      if (freed >= missing) return (part + KEPT) * this.partMs - now;
    }
  }
}

/** Part numbers may be negative: a clock may begin at 0. */
const placeOf = (part: number): number => ((part % KEPT) + KEPT) % KEPT;

function add(counts: Counts, part: number, events: number): void {
  const before = counts.parts[placeOf(part)] as number;
  const after = Math.min(before + events, EVENTS_MAX);
  counts.parts[placeOf(part)] = after;
  counts.total += after - before;
  counts.oldest = Math.min(counts.oldest, part);
}
