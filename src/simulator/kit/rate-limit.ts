/** Times of requests within the last `windowMs` milliseconds. */
export class SlidingWindow {
  private times: number[] = [];
  private oldest = 0;

  constructor(private readonly windowMs: number) {}

  /** Requests still in the window. @param atMs now, milliseconds */
  countAt(atMs: number): number {
    while (this.oldest < this.times.length && (this.times[this.oldest] as number) <= atMs - this.windowMs)
      this.oldest++;
    // Dropping the front on every call would copy the rest on every call.
    if (this.oldest > 1024 && this.oldest * 2 > this.times.length) {
      this.times = this.times.slice(this.oldest);
      this.oldest = 0;
    }
    return this.times.length - this.oldest;
  }

  add(atMs: number): void {
    this.times.push(atMs);
  }
}

/**
 * At most so many requests of one name in any window. A refused request does not count: a client that keeps knocking is
 * let in again as soon as its accepted requests are a window old.
 */
export class RateLimit {
  private readonly windows = new Map<string, SlidingWindow>();

  /** @param requests 0 switches the limit off */
  constructor(
    private readonly requests: number,
    private readonly windowMs: number,
  ) {}

  /** Whether this request may pass; counts it if so. @param atMs now, milliseconds */
  admits(name: string, atMs: number): boolean {
    if (this.requests === 0) return true;
    const window = this.windows.get(name) ?? new SlidingWindow(this.windowMs);
    this.windows.set(name, window);
    if (window.countAt(atMs) >= this.requests) return false;
    window.add(atMs);
    return true;
  }
}
