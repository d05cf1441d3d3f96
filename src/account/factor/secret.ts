import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Digests } from '../../kernel/personal/digests';

/*
 * The second step of a log-in is a code of RFC 6238, six digits of SHA-1 that change every 30 s, since every authenticator knows those.
 * The secret follows from a nonce and a key of the product: nobody who reads the database alone can make a code.
 */

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Steps before and after the present one of which a code counts: clocks of telephones differ, and typing takes a while. */
const WINDOW = 1;
const ISSUER = 'Tezgah';

export const NONCE_BYTES = 16;

/** An authenticator of a login, from which codes come. */
export interface Authenticator {
  readonly loginId: string;
  readonly nonce: Buffer;
}

const secretOf = (digests: Digests, { loginId, nonce }: Authenticator): Secret => {
  const bytes = digests
    .fingerprint(`${loginId} ${nonce.toString('base64')}`, 'second factor')
    .subarray(0, SECRET_BYTES);
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
};

const totpOf = (digests: Digests, authenticator: Authenticator, email: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: email, period: PERIOD_SECONDS, secret: secretOf(digests, authenticator) });

/** Writes the secret for an authenticator: in base32 to be typed, and as the `otpauth:` address of a QR code. */
export function shownSecret(digests: Digests, authenticator: Authenticator, email: string) {
  const totp = totpOf(digests, authenticator, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** @returns the step, in periods of 30 s since 1970, that a code is of; undefined: it is of none near to now */
export function stepOf(
  digests: Digests,
  authenticator: Authenticator,
  code: string,
  nowMs: number,
): number | undefined {
  const totp = totpOf(digests, authenticator, '');
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

/** Without letters and digits that look like others. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;
export const RECOVERY_CODES = 10;

/** Makes the codes that let an owner in who has lost the authenticator, each of them once. One has 49 bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** Under which a recovery code is known: of that login alone, and to nobody without the key. */
export const recoveryDigest = (digests: Digests, loginId: string, code: string): Buffer =>
  digests.fingerprint(`${loginId} ${plain(code)}`, 'recovery code');

/** Strips what people put between the digits of a code. */
export const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** A code of an authenticator, unlike a recovery code. */
export const isOfAuthenticator = (code: string): boolean => /^\d{6}$/.test(plain(code));
