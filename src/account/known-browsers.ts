import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser that an owner has logged in with. */
export interface KnownBrowser {
  readonly id: string;
  readonly ownerId: string;
}

export const BROWSER_LIFE_MS = 365 * 24 * 3_600_000;

/**
 * Remembers browsers by a sealed cookie, without a row for each: it gives no access, it only says that failures and floods
 * of others at the same address are not this browser's.
 */
export class KnownBrowsers {
  private readonly key: Buffer;

  constructor(
    secretKey: Buffer,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', 'tezgah known browser', 32));
  }

  /** @returns the cookie's value */
  remember(ownerId: string): string {
    const said = `${ownerId}.${randomBytes(12).toString('base64url')}.${this.nowMs()}`;
    return `${said}.${this.seal(said)}`;
  }

  /** @returns undefined for what we did not seal, and for a browser that has not logged in for {@link BROWSER_LIFE_MS} */
  find(cookie: string | undefined): KnownBrowser | undefined {
    const [ownerId, id, sealedAtMs, seal, ...rest] = (cookie ?? '').split('.');
    if (!ownerId || !id || !sealedAtMs || !seal || rest.length > 0) return undefined;
    // As texts: several spellings of base64 stand for the same bytes.
    const [presented, expected] = [Buffer.from(seal), Buffer.from(this.seal(`${ownerId}.${id}.${sealedAtMs}`))];
    const isOurs = presented.length === expected.length && timingSafeEqual(presented, expected);
    return isOurs && this.nowMs() - Number(sealedAtMs) < BROWSER_LIFE_MS ? { ownerId, id } : undefined;
  }

  private seal(said: string): string {
    return createHmac('sha256', this.key).update(said).digest('base64url');
  }
}
