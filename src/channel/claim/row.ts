import type { ClaimState, RemoteClaim, RemoteClaimItem } from '../../provider/channel/claim';

/** The end of a piece that its marketplace has accepted back, as the shop has written it down. */
export interface Settlement {
  readonly outcome: 'returned' | 'given_back' | 'cancelled';
  readonly returnId: string | null;
}

/** One piece of a claim as it was last heard of. */
export interface KeptItem extends Omit<RemoteClaimItem, 'note'> {
  /** The words of the buyer, as long as the piece waits for the shop. */
  readonly note?: string | null;
  /** The last change of its claim, as the news said that tells of it. */
  readonly modifiedAt: string;
  /** The last change of its claim that showed the piece in a state behind the shop's answer; null: none did. */
  readonly leftAt?: string | null;
  /** The end of the item; null: it is open yet. */
  readonly settled: Settlement | null;
}

/** A claim of a marketplace as it was last heard of. Nothing of it names the buyer but what he writes. */
export interface KeptClaim extends Omit<RemoteClaim, 'items'> {
  readonly items: readonly KeptItem[];
}

/** States out of which nothing more comes. */
const OVER: readonly ClaimState[] = ['accepted', 'cancelled'];

/** Claims that wait for the shop come first, by the moment at which its time is over; then the newest. */
const BEHIND_ALL_MS = 100_000_000_000_000;

/** Makes the columns by which statements look for a claim. */
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
