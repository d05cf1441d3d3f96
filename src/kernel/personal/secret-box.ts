import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, SealingKey } from './key-ring';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const WRAP_START = 1 + KEY_ID_BYTES;
const WRAP_END = WRAP_START + NONCE_BYTES + 32 + TAG_BYTES;
const VERSION = 1;

/**
 * Seals values at rest. Every value has a data key of its own, wrapped by a store key that lives outside of Postgres;
 * the context (table, column, store, row) is authenticated, so a ciphertext that is moved to another row does not open.
 *
 * Layout: version(1) keyId(4) wrapNonce(12) wrappedKey(32) wrapTag(16) nonce(12) ciphertext tag(16).
 */
export class SecretBox {
  constructor(private readonly ring: KeyRing) {}

  seal(plaintext: string | Buffer, context: string): Buffer {
    const dataKey = randomBytes(32);
    const sealed = encrypt(dataKey, Buffer.isBuffer(plaintext) ? plaintext : Buffer.from(plaintext, 'utf8'), context);
    return Buffer.concat([this.wrapped(dataKey, context), sealed]);
  }

  /** @throws when the value was altered, moved, or sealed with a key that is not here */
  open(sealed: Buffer, context: string): string {
    return this.openBytes(sealed, context).toString('utf8');
  }

  /** @throws as {@link open} does */
  openBytes(sealed: Buffer, context: string): Buffer {
    return decrypt(this.dataKey(sealed, context), sealed.subarray(WRAP_END), context);
  }

  /**
   * The value under the key that seals: its data key is wrapped anew, what it holds is neither read nor written again.
   * @returns undefined when it is under that key already
   * @throws as {@link open} does
   */
  resealed(sealed: Buffer, context: string): Buffer | undefined {
    if (sealedWith(sealed) === this.ring.current.id) return undefined;
    return Buffer.concat([this.wrapped(this.dataKey(sealed, context), context), sealed.subarray(WRAP_END)]);
  }

  private wrapped(dataKey: Buffer, context: string): Buffer {
    const { id, bytes } = this.ring.current;
    return Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex'), encrypt(bytes, dataKey, context)]);
  }

  private dataKey(sealed: Buffer, context: string): Buffer {
    if (sealed[0] !== VERSION) throw new Error('unknown sealing version');
    return decrypt(this.key(sealedWith(sealed)).bytes, sealed.subarray(WRAP_START, WRAP_END), context);
  }

  private key(id: string): SealingKey {
    const key = this.ring.find(id);
    if (!key) throw new Error(`no key ${id} to open this value`);
    return key;
  }
}

/** Under which key a value is sealed, see {@link SealingKey.id}. */
export const sealedWith = (sealed: Buffer): string => sealed.subarray(1, WRAP_START).toString('hex');

function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(box.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
