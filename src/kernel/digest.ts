import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from './canonical';

/** SHA-256 of a value's canonical JSON, in hex. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Keyed digest, so that a stored fingerprint of a secret payload cannot be guessed back. */
export function keyedDigestOf(key: Buffer, value: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}
