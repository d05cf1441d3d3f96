import { WINDOW_SECONDS } from '../../kernel/limits/call-limits';
import { SlidingWindow } from '../../kernel/limits/sliding-window';
import { throttled } from '../../kernel/metrics';

/** Somebody asks the checkout more often than one visitor may. */
export class VisitorThrottled extends Error {
  /** @param waitSeconds until there is room */
  constructor(readonly waitSeconds: number) {
    super(`a visitor has room again in ${waitSeconds} s`);
  }
}

const KEYS_MAX = 50_000;

/**
 * The steps that visitors of one address may ask of the checkout for one shop, so that nobody uses up the calls of the whole shop. Each
 * process counts alone, since the storefront writes nothing.
 */
export class VisitorLimit {
  private readonly window: SlidingWindow;

  constructor(perMinute: number) {
    this.window = new SlidingWindow(perMinute, { windowMs: WINDOW_SECONDS * 1_000, keysMax: KEYS_MAX });
  }

  /** @throws {VisitorThrottled} */
  take(storeId: string, address: string): void {
    const waitMs = this.window.take(`${storeId} ${address}`);
    if (waitMs === 0) return;
    throttled.inc({ limit: 'visitor' });
    throw new VisitorThrottled(Math.ceil(waitMs / 1_000));
  }
}
