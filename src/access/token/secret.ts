import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type TokenKind = 'agent' | 'developer';

const PREFIX: Record<TokenKind, string> = { agent: 'tzg_agt_', developer: 'tzg_dev_' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of base62 are 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** The pattern for secret scanners. The last six characters are a CRC-32 of the rest, so a find can be told from noise offline. */
export const TOKEN_PATTERN = new RegExp(`^tzg_(agt|dev)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export function newTokenSecret(kind: TokenKind): string {
  const random = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = PREFIX[kind] + random;
  return body + checksum(body);
}

/** Cheaply rejects what cannot be a token, before the database is asked. */
export function isWellFormedToken(token: string): boolean {
  return TOKEN_PATTERN.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** Only this is stored. No slow hash: 190 random bits cannot be guessed, and it is computed on every request. */
export const tokenDigest = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex');

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
