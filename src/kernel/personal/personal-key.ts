import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The key of one person. Equal values of a person are sealed alike, so that statements can compare what they cannot read, e.g.
 * whether an undo ran with the payload that was served for it: the nonce is a keyed digest of the value (as in SIV, RFC 5297).
 */
export class PersonalKey {
  private readonly encryption: Buffer;
  private readonly digests: Buffer;

  /** @param context store and person: what is sealed for one does not open for another */
  constructor(
    key: Buffer,
    private readonly context: string,
  ) {
    this.encryption = Buffer.from(hkdfSync('sha256', key, '', 'tezgah personal encryption', 32));
    this.digests = Buffer.from(hkdfSync('sha256', key, '', 'tezgah personal nonce', 32));
  }

  /** @returns base64 of nonce(12) ciphertext tag(16) */
  seal(text: string): string {
    const nonce = createHmac('sha256', this.digests).update(this.context).update('\0').update(text).digest();
    const short = nonce.subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.encryption, short, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(this.context));
    return Buffer.concat([short, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @throws when the text was altered, or sealed with another key */
  open(sealed: string): string {
    const box = Buffer.from(sealed, 'base64');
    const nonce = box.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.encryption, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(this.context)).setAuthTag(box.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
