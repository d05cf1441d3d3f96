import { createHmac, randomBytes } from 'node:crypto';
import { derivedKey } from './key-ring';

/**
 * Keyed digests by which equal values are found without opening them: no one guesses a value back from the database alone. What they
 * are compared with lies in the database for years, so their keys are of their own and stay when the sealing key is rotated
 * (docs/decisions/0077).
 */
export class Digests {
  /**
   * @param values the key of {@link fingerprint}
   * @param calls the key for digests of payloads, by which a repeated call is known
   */
  private constructor(
    private readonly values: Buffer,
    readonly calls: Buffer,
  ) {}

  /** Makes the keys for a database that has no digest yet. */
  static random(): Digests {
    return new Digests(randomBytes(32), randomBytes(32));
  }

  /** Derives the keys in the way of older versions, which had one key for everything: for a database that is older than digest keys. */
  static derivedFrom(secretKey: Buffer): Digests {
    return new Digests(derivedKey(secretKey, 'fingerprint'), derivedKey(secretKey, 'payload fingerprint'));
  }

  /** @param text as {@link text} wrote it */
  static fromText(text: string): Digests {
    const { values, calls } = JSON.parse(text) as Readonly<Record<'values' | 'calls', string>>;
    return new Digests(Buffer.from(values, 'base64'), Buffer.from(calls, 'base64'));
  }

  /** The keys themselves, to be sealed. */
  text(): string {
    return JSON.stringify({ values: this.values.toString('base64'), calls: this.calls.toString('base64') });
  }

  /** @param context the kind of the value: equal values of two contexts have different digests */
  fingerprint(value: string, context: string): Buffer {
    return createHmac('sha256', this.values).update(context).update('\0').update(value).digest();
  }
}
