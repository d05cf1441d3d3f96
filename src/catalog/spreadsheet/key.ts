import { encodeTime } from 'ulid';
import { TableError } from './errors';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The key of a new product, the same whenever its table is imported, here or in a browser.
 * @param sinceMs time of the table, in ms since 1970
 * @param step what tells it from the other products of the table
 * @throws {TableError} a browser has no digests over plain http
 */
export async function keyOfNew(sinceMs: number, step: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) throw new TableError((words) => words.insecure);
  const time = encodeTime(Math.max(0, sinceMs), 10);
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(`csv_${time}/${step}`)));
  return time + [...digest.subarray(0, 16)].map((byte) => CROCKFORD[byte & 31]).join('');
}
