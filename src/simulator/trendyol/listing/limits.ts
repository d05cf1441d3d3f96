import { type Resources, record } from '../../kit/control';
import { Limits } from '../../kit/limits';

const GENERAL_MS = 10_000;
const MINUTE_MS = 60_000;
export const tiers = ['50K', '75K', '150K', '500K', 'unlimited'] as const;
export type Tier = (typeof tiers)[number];

export interface LimitedGroup {
  readonly name: string;
  /** Requests in a minute, by tier. */
  readonly perMinute: readonly [number, number, number, number, number];
  /** Tells by its name if an endpoint belongs to it. */
  has(endpoint: string): boolean;
}

const within = (pattern: RegExp) => (endpoint: string) => pattern.test(endpoint);

/** Groups of the product services (providers.md §2.2). */
export const productGroups: readonly LimitedGroup[] = [
  { name: 'inventory', perMinute: [350, 500, 1000, 1500, 2000], has: within(/^POST \/inventory\//) },
  { name: 'productWrite', perMinute: [200, 300, 400, 500, 600], has: within(/^(POST|PUT|DELETE) \/product\//) },
  { name: 'productRead', perMinute: [1000, 1250, 1500, 1750, 2000], has: within(/^GET \/product\//) },
];

/** The limits of Trendyol, which depend on the tier of the seller. */
export class GroupLimits extends Limits {
  private tier: Tier;

  /** @param requestsPer10s of one endpoint; 0 switches all limits off @param scale says how many times shorter the windows are */
  constructor(
    private readonly requestsPer10s: number,
    groups: readonly LimitedGroup[],
    private readonly firstTier: Tier,
    scale: () => number = () => 1,
  ) {
    super({
      groups: groups.map(({ name, perMinute, has }) => ({
        name,
        windowMs: MINUTE_MS,
        requests: () => perMinute[tiers.indexOf(this.tier)] as number,
        has,
      })),
      perEndpoint: { requests: requestsPer10s, windowMs: GENERAL_MS },
      scale,
    });
    this.tier = firstTier;
  }

  override admits(name: string, nowMs: number): boolean {
    return this.requestsPer10s === 0 || super.admits(name, nowMs);
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
}
