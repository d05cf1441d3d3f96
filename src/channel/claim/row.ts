import type { ClaimState, RemoteClaim, RemoteClaimItem } from '../../provider/channel/claim';

/** What the shop has made of a piece that its marketplace has accepted back. */
export interface Settlement {
  readonly outcome: 'returned' | 'given_back' | 'cancelled';
  readonly returnId: string | null;
}

/** One piece of a claim as it was last heard of. */
export interface KeptItem extends RemoteClaimItem {
  /** When its claim was changed, as the news said that tells of it. */
  readonly modifiedAt: string;
  /** null: nothing yet. */
  readonly settled: Settlement | null;
}

/** A claim of a marketplace as it was last heard of. Nothing of it names the buyer. */
export interface KeptClaim extends Omit<RemoteClaim, 'items'> {
  readonly items: readonly KeptItem[];
}

/** States out of which nothing more comes. */
const OVER: readonly ClaimState[] = ['accepted', 'cancelled'];

/** Whoever waits for the shop comes first, by the moment at which its time is over; then the newest. */
const BEHIND_ALL_MS = 100_000_000_000_000;

/** What is looked for by statements; it follows from the rest. */
export function searchedOf({ items, claimedAt }: KeptClaim) {
  const deadlines = items.flatMap(({ state, deadline }) => (state === 'waiting_action' && deadline ? [deadline] : []));
  const [deadline = null] = deadlines.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    states: [...new Set(items.map(({ state }) => state))],
    deadline,
    place: deadline === null ? BEHIND_ALL_MS - Date.parse(claimedAt) : Date.parse(deadline),
    isOpen: items.some(({ state }) => !OVER.includes(state)),
    isOwed: items.some(({ state, settled }) => state === 'accepted' && settled === null),
  };
}
