import { createHmac, hkdfSync } from 'node:crypto';

const KEY_ID_BYTES = 4;

/** A sealing key, known by an id that tells nothing of it. */
export interface SealingKey {
  /** Eight hexadecimal digits; every value that it sealed begins with them. */
  readonly id: string;
  readonly bytes: Buffer;
}

export const sealingKey = (bytes: Buffer): SealingKey => ({
  id: createHmac('sha256', bytes).update('tezgah key id').digest().subarray(0, KEY_ID_BYTES).toString('hex'),
  bytes,
});

/** A key for one use alone, from which nobody comes back to the one that it was derived from. */
export const derivedKey = (from: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', `tezgah ${use}`, 32));

/**
 * The sealing keys of this process: one seals, all of them open (docs/decisions/0077). Which these are may change while it runs: see
 * `src/keys/followed.ts`.
 */
export class KeyRing {
  private keys: ReadonlyMap<string, SealingKey>;
  private missing: (() => void) | undefined;

  private constructor(
    private sealing: SealingKey,
    keys: readonly SealingKey[],
  ) {
    this.keys = new Map([sealing, ...keys].map((key) => [key.id, key]));
  }

  /** @param keys 32 bytes each; the first one seals */
  static of([first, ...others]: readonly Buffer[]): KeyRing {
    if (!first) throw new Error('a key ring without a key');
    return new KeyRing(sealingKey(first), others.map(sealingKey));
  }

  /** The key that seals new values. */
  get current(): SealingKey {
    return this.sealing;
  }

  get all(): readonly SealingKey[] {
    return [...this.keys.values()];
  }

  /** A key that is not here is looked for once more, see {@link whenMissing}. */
  find(id: string): SealingKey | undefined {
    if (!this.keys.has(id)) this.missing?.();
    return this.keys.get(id);
  }

  /** @param look may open the ring with more keys: another process may know of one earlier */
  whenMissing(look: () => void): void {
    this.missing = look;
  }

  /** Opens with these keys from now on, and with the one that seals. */
  openWith(keys: readonly SealingKey[]): void {
    this.keys = new Map([this.sealing, ...keys].map((key) => [key.id, key]));
  }

  /** Seals with this key from now on, and opens with it too. */
  sealWith(key: SealingKey): void {
    this.sealing = key;
    this.openWith(this.all);
  }
}

/**
 * Keys for one use, each derived from a sealing key: what was signed with any of the ring is known, and what is signed is signed by the
 * one that seals. With a sealing key that is taken away goes what was signed by it.
 */
export class DerivedRing {
  private readonly derived = new Map<string, Buffer>();

  constructor(
    private readonly ring: KeyRing,
    private readonly use: string,
  ) {}

  get current(): Buffer {
    return this.of(this.ring.current);
  }

  get all(): readonly Buffer[] {
    return this.ring.all.map((key) => this.of(key));
  }

  private of({ id, bytes }: SealingKey): Buffer {
    const known = this.derived.get(id) ?? derivedKey(bytes, this.use);
    this.derived.set(id, known);
    return known;
  }
}
