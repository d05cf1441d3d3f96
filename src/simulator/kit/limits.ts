import { RateLimit, SlidingWindow } from './rate-limit';

/** Calls that share a limit. */
export interface LimitedGroup {
  readonly name: string;
  /** Requests in any window; Infinity: without limit. */
  requests(): number;
  readonly windowMs: number;
  /** Tells by its name if an endpoint belongs to it. */
  has(endpoint: string): boolean;
}

interface Limited {
  readonly groups: readonly LimitedGroup[];
  /** Requests of each endpoint in any window; 0: without limit. */
  readonly perEndpoint: { readonly requests: number; readonly windowMs: number };
  /** Says how many times shorter the windows are. */
  readonly scale: () => number;
}

/** The limit of each endpoint and those of the groups that endpoints are of; counts what went beyond. */
export class Limits {
  /** Requests that were refused, by group. */
  readonly breached = new Map<string, number>();
  private endpoints: RateLimit;
  private readonly windows = new Map<string, SlidingWindow>();

  constructor(private readonly limited: Limited) {
    this.endpoints = this.fresh();
  }

  /** @param name of the endpoint @param nowMs now, milliseconds */
  admits(name: string, nowMs: number): boolean {
    const atMs = nowMs * this.limited.scale();
    const group = this.limited.groups.find((each) => each.has(name));
    const window = group && this.windowOf(group);
    const isFull = group && window && window.countAt(atMs) >= group.requests();
    if (isFull || !this.endpoints.admits(name, atMs)) {
      this.breach(group?.name ?? 'other');
      return false;
    }
    window?.add(atMs);
    return true;
  }

  /** Counts a call that went beyond what a group allows. */
  breach(group: string): void {
    this.breached.set(group, (this.breached.get(group) ?? 0) + 1);
  }

  /** Forgets what was asked: the windows have other lengths from now on. */
  restart(): void {
    this.endpoints = this.fresh();
    this.windows.clear();
  }

  /** Requests that were refused because there were too many, in all groups. */
  get breaches(): number {
    return [...this.breached.values()].reduce((sum, count) => sum + count, 0);
  }

  private fresh(): RateLimit {
    const { requests, windowMs } = this.limited.perEndpoint;
    return new RateLimit(requests, windowMs);
  }

  private windowOf({ name, windowMs }: LimitedGroup): SlidingWindow {
    const window = this.windows.get(name) ?? new SlidingWindow(windowMs);
    this.windows.set(name, window);
    return window;
  }
}
