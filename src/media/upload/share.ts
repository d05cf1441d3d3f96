import type { Principal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import type { Waiting } from './store';

const MIB = 1024 * 1024;
/** Of one upload. */
export const UPLOAD_BYTES_MAX = 20 * MIB;

/**
 * What may wait to be committed in a store, in bytes. One token fills a quarter of it, and all of them together leave a quarter to the
 * owner: nobody who was given a token closes the uploads of those who gave it.
 */
const WAITING_BYTES_MAX = { all: 1024 * MIB, tokens: 768 * MIB, own: 256 * MIB };

const whose = {
  all: 'Uploads of a store that wait to be committed',
  tokens: 'Uploads of all tokens that wait to be committed',
  own: 'Uploads of one token that wait to be committed',
} as const;

/** @param size bytes of one more @throws {Refusal} uploads_waiting */
export function assertRoom(waiting: Waiting, kind: Principal['kind'], size: number): void {
  const bounds = kind === 'owner' ? (['all'] as const) : (['own', 'tokens', 'all'] as const);
  for (const bound of bounds) {
    const most = WAITING_BYTES_MAX[bound];
    if (waiting[bound] + size > most)
      refuse('uploads_waiting', `${whose[bound]} may have ${most} bytes together; the owner sees and discards them.`);
  }
}
