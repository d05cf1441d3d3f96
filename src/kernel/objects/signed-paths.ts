import { createHmac, timingSafeEqual } from 'node:crypto';
import { DerivedRing, type KeyRing } from '../personal/key-ring';

export interface Signature {
  readonly until?: unknown;
  readonly signature?: unknown;
}

const HOUR_MS = 3_600_000;

/** Paths that open something for an hour or two to whoever was given them, without a credential: a browser can follow them. */
export class SignedPaths {
  private readonly keys: DerivedRing;

  constructor(ring: KeyRing) {
    this.keys = new DerivedRing(ring, 'signed path');
  }

  /** The same one for an hour, so that what it opened is found again where it was kept. */
  sign(path: string, now: Date): string {
    const until = String(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS);
    return `${path}?until=${until}&signature=${signatureOf(this.keys.current, path, until).toString('base64url')}`;
  }

  opens(path: string, { until, signature }: Signature, now: Date): boolean {
    if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(until)) return false;
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.keys.all.some((key) => {
      const wanted = signatureOf(key, path, until);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
    return isOurs && Number(until) > now.getTime();
  }
}

const signatureOf = (key: Buffer, path: string, until: string): Buffer =>
  createHmac('sha256', key).update(`${path} ${until}`).digest();
