/** The window of the provider's general limit, milliseconds. */
export const WINDOW_MS = 10_000;

/** Times of one endpoint's requests within the last {@link WINDOW_MS}. */
export class SlidingWindow {
  private times: number[] = [];
  private oldest = 0;

  /** Requests still in the window. @param atMs now, milliseconds */
  countAt(atMs: number): number {
    while (this.oldest < this.times.length && (this.times[this.oldest] as number) <= atMs - WINDOW_MS) this.oldest++;
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
 * At most so many requests of one endpoint in any ten seconds. A refused request does not count: a client that keeps
 * knocking is let in again as soon as its accepted requests are ten seconds old.
 */
export class RateLimit {
  private readonly windows = new Map<string, SlidingWindow>();

  /** @param requestsPer10s 0 switches the limit off */
  constructor(private readonly requestsPer10s: number) {}

  /** Whether this request may pass; counts it if so. @param atMs now, milliseconds */
  admits(endpoint: string, atMs: number): boolean {
    if (this.requestsPer10s === 0) return true;
    const window = this.windows.get(endpoint) ?? new SlidingWindow();
    this.windows.set(endpoint, window);
    if (window.countAt(atMs) >= this.requestsPer10s) return false;
    window.add(atMs);
    return true;
  }
}
