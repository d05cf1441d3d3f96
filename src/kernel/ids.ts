import { createHash, randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory, ulid } from 'ulid';

/** Monotonic within a millisecond: rows of one transaction keep their order, and index inserts stay at the right edge. */
export const newUlid = monotonicFactory(random);

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** The library asks the system for each character, 25 µs an id; a pool asks once for a thousand. */
function random(): number {
  if (used + 4 > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += 4;
  return pool.readUInt32LE(used - 4) / 2 ** 32;
}

/** Form of every identifier: a prefix of three letters and a ULID. */
export const ID_PATTERN = '[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}';

/** The prefix of an identifier: what kind of thing it stands for. */
export const kindOf = (id: string): string => id.slice(0, id.indexOf('_'));

export const newId = (prefix: string): string => `${prefix}_${newUlid()}`;

/**
 * An identifier that opens something to whoever names it: all of its 80 random bits are drawn anew. {@link newId} counts up within a
 * millisecond, so one of its identifiers leads to its neighbours.
 */
export const newRandomId = (prefix: string): string => `${prefix}_${ulid(undefined, random)}`;

/**
 * Keys that the product makes for calls of its own, e.g. `item/…` or `<job>/product/3`. The slash keeps them apart from callers'
 * keys, which are bare ULIDs on every door: neither can take what the other needs.
 * @throws for any other key
 */
export function assertInnerKey(key: string): void {
  if (!key.includes('/')) throw new Error(`${key} could be a caller's key: the product's own name what they belong to`);
}

/** The least identifier of a time: below every identifier that is minted then or later, and above all earlier ones. @param ms since 1970 */
export const leastId = (prefix: string, ms: number): string => `${prefix}_${encodeTime(Math.max(0, ms), 10)}`;

/** The time that a ULID carries, in ms since 1970. */
export const ulidTime = (ulid: string): number => decodeTime(ulid);

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A key for one step of a piece of work, the same whenever that is tried: as old as the work, and told from all others by a digest.
 * @param id the id of the work, with a ULID behind its prefix
 */
export function stepKey(id: string, step: string): string {
  return withDigest(id, createHash('sha256').update(`${id}/${step}`).digest());
}

/** The identifier of what takes the place of something: as old as that, and told from all others by a digest of it. */
export const followingId = (id: string, digest: Buffer): string => `${kindOf(id)}_${withDigest(id, digest)}`;

function withDigest(id: string, digest: Buffer): string {
  const [, ulid = ''] = id.split('_');
  return ulid.slice(0, 10) + [...digest.subarray(0, 16)].map((byte) => CROCKFORD[byte & 31]).join('');
}
