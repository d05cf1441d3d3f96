import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface Signature {
  readonly until?: unknown;
  readonly signature?: unknown;
}

const HOUR_MS = 3_600_000;

/** Paths that open something for an hour or two to whoever was given them, without a credential: a browser can follow them. */
export class SignedPaths {
  private readonly key: Buffer;

  constructor(secretKey: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', 'tezgah signed path', 32));
  }

  /** The same one for an hour, so that what it opened is found again where it was kept. */
  sign(path: string, now: Date): string {
    const until = String(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS);
    return `${path}?until=${until}&signature=${this.signatureOf(path, until).toString('base64url')}`;
  }

  opens(path: string, { until, signature }: Signature, now: Date): boolean {
    if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(until)) return false;
    const [wanted, given] = [this.signatureOf(path, until), Buffer.from(signature, 'base64url')];
    return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(until) > now.getTime();
  }

  private signatureOf(path: string, until: string): Buffer {
    return createHmac('sha256', this.key).update(`${path} ${until}`).digest();
  }
}
