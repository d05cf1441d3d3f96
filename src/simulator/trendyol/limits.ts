import { SlidingWindow } from '../kit/rate-limit';

const GENERAL_MS = 10_000;
const MINUTE_MS = 60_000;

/** Sellers have other limits by the number of their listings: 50K, 75K, 150K, 500K, and more. This one is of the lowest tier. */
const TIER = 0;

/** Calls that share a limit of requests in a minute. */
export interface LimitGroup {
  readonly name: string;
  /** By tier. */
  readonly perMinute: readonly [number, number, number, number, number];
  readonly has: (endpoint: string) => boolean;
}

/** The limits of the provider, and how often somebody asked beyond one. A refused request counts towards none. */
export class Limits {
  /** Requests that were refused, by group; `general` is the limit of one endpoint. */
  readonly breaches = new Map<string, number>();
  private readonly general = new Map<string, SlidingWindow>();
  private readonly minutes = new Map<string, SlidingWindow>();

  /** @param per10s requests of one endpoint in 10 s; 0 switches all limits off @param scale says how many times shorter the windows are */
  constructor(
    private readonly per10s: number,
    private readonly groups: readonly LimitGroup[],
    private readonly scale: () => number,
  ) {}

  admits(endpoint: string, atMs: number): boolean {
    if (this.per10s === 0) return true;
    const at = atMs * this.scale();
    const group = this.groups.find(({ has }) => has(endpoint));
    const general = windowIn(this.general, endpoint, GENERAL_MS);
    if (general.countAt(at) >= this.per10s) return this.refused('general');
    const minute = group && windowIn(this.minutes, group.name, MINUTE_MS);
    if (group && minute && minute.countAt(at) >= group.perMinute[TIER]) return this.refused(group.name);
    general.add(at);
    minute?.add(at);
    return true;
  }

  /** Requests beyond a limit, in all. */
  get breached(): number {
    return [...this.breaches.values()].reduce((total, count) => total + count, 0);
  }

  /** Forgets what was asked: the windows have other lengths from now on. */
  restart(): void {
    this.general.clear();
    this.minutes.clear();
  }

  private refused(group: string): false {
    this.breaches.set(group, (this.breaches.get(group) ?? 0) + 1);
    return false;
  }
}

function windowIn(windows: Map<string, SlidingWindow>, name: string, ms: number): SlidingWindow {
  const known = windows.get(name) ?? new SlidingWindow(ms);
  windows.set(name, known);
  return known;
}
