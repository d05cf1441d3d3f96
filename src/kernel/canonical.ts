import { createHash, createHmac } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

/** No maximum depth: what it would leave out would give different values one hash. Callers' JSON is bounded before (assertStorable). */
const stringify = configure({ deterministic: true, circularValue: Error, bigint: false });

/** JSON with sorted keys: equal values have equal text, and different ones different text. */
export function canonicalJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** SHA-256 of a value's canonical JSON, in hex. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Keyed digest, so that a stored fingerprint of a secret payload cannot be guessed back. */
export function keyedDigestOf(key: Buffer, value: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
}
