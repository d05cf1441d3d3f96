import { keyedDigestOf } from '../digest';

/** Bytes of a refused call's payload that an audit row keeps; nobody may fill the log with calls that change nothing. */
const BYTES_MAX = 4096;
const FIELDS_MAX = 20;
const NAME_LENGTH_MAX = 60;
const TEXT_LENGTH_MAX = 60;

/**
 * A payload that was refused before anything had read it, or that came for an undeclared command. A secret may stand in any field of it, so
 * no text is kept.
 * @param key the key of the digest, which therefore cannot be guessed back @param ids the ids that the payload names
 */
export function unreadPayload(key: Buffer, payload: unknown, ids: readonly string[]) {
  return { unread: true, ...measured(key, payload, ids) };
}

/** A payload that fits its schema and is free of what its command hides: kept whole when it is small. */
export function refusedPayload(key: Buffer, payload: unknown, ids: readonly string[]): unknown {
  const { bytes, ...rest } = measured(key, payload, ids);
  return bytes <= BYTES_MAX ? payload : { excerpt: true, bytes, ...rest, fields: plainFields(payload) };
}

function measured(key: Buffer, payload: unknown, ids: readonly string[]) {
  const bytes = Buffer.byteLength(JSON.stringify(payload) ?? '');
  return { bytes, digest: keyedDigestOf(key, payload ?? null), ids };
}

function plainFields(payload: unknown): Record<string, unknown> {
  const fields = Object.entries(payload as object).filter(
    ([name, value]) =>
      name.length <= NAME_LENGTH_MAX &&
      (typeof value === 'string' ? value.length <= TEXT_LENGTH_MAX : typeof value !== 'object' || value === null),
  );
  return Object.fromEntries(fields.slice(0, FIELDS_MAX));
}
