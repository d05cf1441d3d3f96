import { createHash } from 'node:crypto';
import type { Queryable } from '../database/queryable';
import { BoundedMap } from './bounded-map';
import { type CountedCalls, countCalls } from './call-count-store';
import { type Past, type Room, SlidingWindow } from './sliding-window';

export const WINDOW_SECONDS = 60;
const KEYS_MAX = 50_000;
const WRITE_MS = 1_000;
/** Keys of one limit in one statement, so that a flood from many addresses makes no long statement. */
const KEYS_PER_WRITE = 1_000;
/** Part of a limit that one process may admit before it writes. */
const AHEAD_PART = 1 / 10;

interface Clocks {
  readonly nowMs?: () => number;
  /** The longest time between two writes of admitted calls. */
  readonly writeMs?: number;
}

/**
 * Limits of calls that hold for all processes of one database together (docs/decisions/0019). Calls are admitted from memory and
 * written behind, every second and whenever a caller has used up what a process may be ahead; what Postgres answers is what all of them
 * have counted, by its clock. While Postgres is away each process counts alone.
 */
export class CallLimits {
  private readonly limits: CallLimit[] = [];
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> | undefined;
  private alone = false;

  constructor(
    private readonly system: Queryable,
    private readonly clocks: Clocks = {},
  ) {
    this.timer = setInterval(() => void this.write(), clocks.writeMs ?? WRITE_MS).unref();
  }

  /** @param name tells keys of one limit from those of another */
  limit(name: string, perMinute: number): CallLimit {
    const limit = new CallLimit(name, perMinute, this, this.clocks.nowMs);
    this.limits.push(limit);
    return limit;
  }

  /** True if Postgres did not answer the last time. */
  get isAlone(): boolean {
    return this.alone;
  }

  /** Writes what was admitted; one at a time, and whoever asks meanwhile waits for that one. It never fails. */
  write(): Promise<void> {
    this.writing ??= this.writeNow().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    // A write that is under way does not hold the calls that came since.
    await this.writing;
    await this.write();
  }

  private async writeNow(): Promise<void> {
    const sent = this.limits.map((limit) => limit.unwritten());
    const calls = new Map(sent.flatMap((ofLimit) => [...ofLimit].map(([digest, { calls }]) => [digest, calls])));
    if (calls.size === 0) return;
    try {
      const counted = await countCalls(this.system, calls, WINDOW_SECONDS);
      const byDigest = new Map(counted.map((row) => [row.key, row]));
      for (const [index, limit] of this.limits.entries()) limit.learn(sent[index] as Unwritten, byDigest);
      this.alone = false;
    } catch {
      // It stays unwritten, and is tried again with the next.
      this.alone = true;
    }
  }
}

/** Admitted and not written yet, by the digest under which it will be. */
type Unwritten = ReadonlyMap<string, { readonly key: string; readonly calls: number }>;

/** Limits the calls of one key in any minute, over all processes. Each process may exceed the limit by the calls that it may be ahead. */
export class CallLimit {
  private readonly window: SlidingWindow;
  private readonly ahead = new BoundedMap<number>(KEYS_MAX);
  /** Keys whose callers wait for the next writing. */
  private readonly awaited = new Set<string>();
  private readonly aheadMax: number;

  constructor(
    readonly name: string,
    private readonly perMinute: number,
    private readonly limits: Pick<CallLimits, 'isAlone' | 'write'>,
    nowMs?: () => number,
  ) {
    this.window = new SlidingWindow(perMinute, { windowMs: WINDOW_SECONDS * 1_000, keysMax: KEYS_MAX }, nowMs);
    this.aheadMax = aheadOf(perMinute);
  }

  /**
   * Waits for Postgres only when the key has been admitted a tenth of its limit since the last writing.
   * @param weight how many calls it counts as; more than the limit count as the limit
   * @returns 0 when it was counted; otherwise the milliseconds until there is room for it
   */
  async take(key: string, weight = 1): Promise<number> {
    while (this.isTooFarAhead(key, weight) && this.window.waitMs(key, weight) === 0) {
      this.awaited.add(key);
      await this.limits.write();
    }
    const waitMs = this.window.take(key, weight);
    if (waitMs === 0) {
      const calls = (this.ahead.get(key) ?? 0) + this.window.eventsOf(weight);
      // More than a minute may hold is written of no outage, however long it was.
      this.ahead.set(key, Math.min(calls, this.perMinute));
    }
    return waitMs;
  }

  /** Tells the rest of the limit for a key, as far as this process has heard. */
  room(key: string): Room & { readonly perMinute: number } {
    return { ...this.window.room(key), perMinute: this.perMinute };
  }

  /** Chooses the next counts to write: first those with waiting callers, then the oldest. */
  unwritten(): Unwritten {
    const found = new Map<string, { key: string; calls: number }>();
    for (const keys of [this.awaited, this.ahead.keys()])
      for (const key of keys) {
        if (found.size >= KEYS_PER_WRITE) break;
        const calls = this.ahead.peek(key);
        if (calls !== undefined) found.set(this.digestOf(key), { key, calls });
      }
    this.awaited.clear();
    return found;
  }

  /** @param counted the counts that Postgres answered, by digest */
  learn(sent: Unwritten, counted: ReadonlyMap<string, CountedCalls>): void {
    for (const [digest, { key, calls }] of sent) {
      const row = counted.get(digest);
      if (!row) continue;
      const since = Math.max(0, (this.ahead.peek(key) ?? 0) - calls);
      if (since > 0) this.ahead.set(key, since);
      else this.ahead.delete(key);
      this.window.replace(key, [...pastOf(row), { ageMs: 0, events: since }]);
    }
  }

  private isTooFarAhead(key: string, weight: number): boolean {
    const ahead = this.ahead.peek(key) ?? 0;
    return ahead > 0 && ahead + weight > this.aheadMax && !this.limits.isAlone;
  }

  /** Hides the caller: nobody may read it in the table. */
  private digestOf(key: string): string {
    return createHash('sha256').update(`${this.name} ${key}`).digest('base64');
  }
}

/** @returns calls that one process may admit of a key before they are written */
export const aheadOf = (perMinute: number): number => Math.ceil(perMinute * AHEAD_PART);

/** The youngest call of a second may be as young as its end: nothing becomes free too early. */
const pastOf = ({ seconds, calls, nowSeconds }: CountedCalls): Past[] =>
  seconds.map((second, index) => ({
    ageMs: Math.max(0, nowSeconds - second - 1) * 1_000,
    events: calls[index] as number,
  }));
