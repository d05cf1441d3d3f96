import { type Resources, record } from '../../kit/control';
import { RateLimit, SlidingWindow } from '../../kit/rate-limit';

const GENERAL_MS = 10_000;
const MINUTE_MS = 60_000;
export const tiers = ['50K', '75K', '150K', '500K', 'unlimited'] as const;
export type Tier = (typeof tiers)[number];

export interface LimitedGroup {
  readonly name: string;
  /** Requests in a minute, by tier. */
  readonly perMinute: readonly [number, number, number, number, number];
  /** Whether an endpoint is of it, by its name. */
  has(endpoint: string): boolean;
}

const within = (pattern: RegExp) => (endpoint: string) => pattern.test(endpoint);

/** Groups of the product services (providers.md §2.2). */
export const productGroups: readonly LimitedGroup[] = [
  { name: 'inventory', perMinute: [350, 500, 1000, 1500, 2000], has: within(/^POST \/inventory\//) },
  { name: 'productWrite', perMinute: [200, 300, 400, 500, 600], has: within(/^(POST|PUT|DELETE) \/product\//) },
  { name: 'productRead', perMinute: [1000, 1250, 1500, 1750, 2000], has: within(/^GET \/product\//) },
];

/** The limit of each endpoint and those of the groups that endpoints are of; counts what went beyond. */
export class GroupLimits {
  /** Requests that were refused, by group. */
  readonly breached = new Map<string, number>();
  private endpoints: RateLimit;
  private readonly windows = new Map<string, SlidingWindow>();
  private tier: Tier;

  /** @param requestsPer10s of one endpoint; 0 switches all limits off @param scale says how many times shorter the windows are */
  constructor(
    private readonly requestsPer10s: number,
    private readonly groups: readonly LimitedGroup[],
    private readonly firstTier: Tier,
    private readonly scale: () => number = () => 1,
  ) {
    this.endpoints = new RateLimit(requestsPer10s, GENERAL_MS);
    this.tier = firstTier;
  }

  /** @param name of the endpoint @param nowMs now, milliseconds */
  admits(name: string, nowMs: number): boolean {
    if (this.requestsPer10s === 0) return true;
    const atMs = nowMs * this.scale();
    const group = this.groups.find((each) => each.has(name));
    const window = group && this.windowOf(group.name);
    const isFull = group && window && window.countAt(atMs) >= (group.perMinute[tiers.indexOf(this.tier)] as number);
    if (isFull || !this.endpoints.admits(name, atMs)) {
      const counted = group?.name ?? 'other';
      this.breached.set(counted, (this.breached.get(counted) ?? 0) + 1);
      return false;
    }
    window?.add(atMs);
    return true;
  }

  /** Forgets what was asked: the windows have other lengths from now on. */
  restart(): void {
    this.endpoints = new RateLimit(this.requestsPer10s, GENERAL_MS);
    this.windows.clear();
  }

  /** Requests that were refused because there were too many, in all groups. */
  get breaches(): number {
    return [...this.breached.values()].reduce((sum, count) => sum + count, 0);
  }

  readonly resource: Resources[string] = {
    GET: () => this.told(),
    PUT: (body) => {
      const { tier } = record(body, 'The body', ['tier']);
      const known = tiers.find((each) => each === tier);
      if (!known) throw new RangeError(`tier must be one of ${tiers.join(', ')}.`);
      this.tier = known;
      return this.told();
    },
    DELETE: () => {
      this.tier = this.firstTier;
      this.breached.clear();
      return this.told();
    },
  };

  private told() {
    return { tier: this.tier, breaches: Object.fromEntries(this.breached) };
  }

  private windowOf(group: string): SlidingWindow {
    const window = this.windows.get(group) ?? new SlidingWindow(MINUTE_MS);
    this.windows.set(group, window);
    return window;
  }
}
