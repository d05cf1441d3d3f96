import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const VERSION = 1;

/**
 * Seals values at rest. Every value has a data key of its own, wrapped by the store key that lives outside of Postgres;
 * the context (table, column, store, row) is authenticated, so a ciphertext that is moved to another row does not open.
 *
 * Layout: version(1) keyId(4) wrapNonce(12) wrappedKey(32) wrapTag(16) nonce(12) ciphertext tag(16).
 */
export class SecretBox {
  private readonly keys = new Map<string, Buffer>();
  private readonly currentId: string;
  private readonly fingerprintKey: Buffer;

  /** @param current seals and opens @param retired only open: keep a rotated key here until nothing uses it */
  constructor(current: Buffer, retired: readonly Buffer[] = []) {
    for (const key of [...retired, current]) this.keys.set(keyId(key), key);
    this.currentId = keyId(current);
    this.fingerprintKey = Buffer.from(hkdfSync('sha256', current, '', 'tezgah fingerprint', 32));
  }

  seal(plaintext: string, context: string): Buffer {
    const dataKey = randomBytes(32);
    const wrapped = encrypt(this.key(this.currentId), dataKey, context);
    const sealed = encrypt(dataKey, Buffer.from(plaintext, 'utf8'), context);
    return Buffer.concat([Buffer.of(VERSION), Buffer.from(this.currentId, 'hex'), wrapped, sealed]);
  }

  /** @throws when the value was altered, moved, or sealed with a key that is not here */
  open(sealed: Buffer, context: string): string {
    if (sealed[0] !== VERSION) throw new Error('unknown sealing version');
    const id = sealed.subarray(1, 1 + KEY_ID_BYTES).toString('hex');
    const wrapEnd = 1 + KEY_ID_BYTES + NONCE_BYTES + 32 + TAG_BYTES;
    const dataKey = decrypt(this.key(id), sealed.subarray(1 + KEY_ID_BYTES, wrapEnd), context);
    return decrypt(dataKey, sealed.subarray(wrapEnd), context).toString('utf8');
  }

  /** Keyed digest: finds equal values without opening them, and cannot be guessed back from the database alone. */
  fingerprint(value: string, context: string): Buffer {
    return createHmac('sha256', this.fingerprintKey).update(context).update('\0').update(value).digest();
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (!key) throw new Error(`no key ${id} to open this value`);
    return key;
  }
}

const keyId = (key: Buffer): string =>
  createHmac('sha256', key).update('tezgah key id').digest().subarray(0, KEY_ID_BYTES).toString('hex');

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
