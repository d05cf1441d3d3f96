import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DerivedRing, type KeyRing } from '../kernel/personal/key-ring';

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
  private readonly keys: DerivedRing;

  constructor(
    ring: KeyRing,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.keys = new DerivedRing(ring, 'known browser');
  }

  /** @returns the cookie's value */
  remember(ownerId: string): string {
    const said = `${ownerId}.${randomBytes(12).toString('base64url')}.${this.nowMs()}`;
    return `${said}.${sealOf(this.keys.current, said)}`;
  }

  /** @returns undefined for what we did not seal, and for a browser that has not logged in for {@link BROWSER_LIFE_MS} */
  find(cookie: string | undefined): KnownBrowser | undefined {
    const [ownerId, id, sealedAtMs, seal, ...rest] = (cookie ?? '').split('.');
    if (!ownerId || !id || !sealedAtMs || !seal || rest.length > 0) return undefined;
    // As texts: several spellings of base64 stand for the same bytes.
    const presented = Buffer.from(seal);
    const isOurs = this.keys.all.some((key) => {
      const expected = Buffer.from(sealOf(key, `${ownerId}.${id}.${sealedAtMs}`));
      return presented.length === expected.length && timingSafeEqual(presented, expected);
    });
    return isOurs && this.nowMs() - Number(sealedAtMs) < BROWSER_LIFE_MS ? { ownerId, id } : undefined;
  }
}

const sealOf = (key: Buffer, said: string): string => createHmac('sha256', key).update(said).digest('base64url');
