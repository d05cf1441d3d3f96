import { isClaim, type RemoteClaim } from '../../provider/channel/claim';
import type { Mirror } from '../mirror/mirror';
import { keepClaims, noteLooked, openClaims } from './store';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Claims of a marketplace, as the store keeps them. */
export const claimMirror: Mirror<RemoteClaim> = {
  task: 'claims',
  // An older claim has been decided long since, and one question reaches so far.
  firstMs: 13 * DAY_MS,
  overlapMs: 3 * MINUTE_MS,
  page: (adapter, window, cursor, signal) => adapter.claims(window, cursor, signal),
  isRead: isClaim,
  idOf: ({ claimId }) => claimId,
  asksById: true,
  nameOf: ({ claimId, modifiedAt, items }) =>
    `${claimId} ${modifiedAt} ${items.map(({ itemId, stateWord }) => `${itemId}=${stateWord}`).join(' ')}`,
  keep: async (db, channel, rows, readAt) => ({ changed: await keepClaims(db, channel, rows, readAt), told: [] }),
  // The marketplace alone knows if a window holds claims that were opened in it or those that changed in it.
  besides: {
    due: openClaims,
    ask: (adapter, claimId, signal) => adapter.claimsById([claimId], signal),
    looked: noteLooked,
  },
};
