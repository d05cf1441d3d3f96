import type { Digests } from '../kernel/personal/digests';

const PREFIX_LENGTH = 'aud_'.length;
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The idempotency key under which a row is taken back, whoever does it and at whichever door: a change is undone once, also
 * where no rev guards it (a stock adjustment). It has the time of the row, so it lives as long as a key made then. Its digest is
 * keyed: nobody knows it before the log serves it.
 * @param attempt how many keys of the row were used up before without taking it back
 */
export function undoKey(digests: Digests, storeId: string, auditId: string, attempt: number): string {
  const time = auditId.slice(PREFIX_LENGTH, PREFIX_LENGTH + TIME_LENGTH);
  const context = attempt === 0 ? `undo|${storeId}` : `undo|${storeId}|${attempt}`;
  const digest = digests.fingerprint(auditId, context).subarray(0, RANDOM_LENGTH);
  return time + [...digest].map((byte) => CROCKFORD[byte % CROCKFORD.length]).join('');
}
