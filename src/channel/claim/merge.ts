import type { ClaimState, RemoteClaim } from '../../provider/channel/claim';
import type { KeptClaim, KeptItem } from './row';

/*
 * News of a claim come late, twice and in any order. Of two news of a piece the better one counts, whichever comes first, so the same
 * news lead to the same end. A piece that was accepted stays accepted: its money was given back.
 */

/** Ranks by how far a piece is; of two news of one moment the one that is further counts. */
const rank: Readonly<Record<ClaimState, number>> = {
  unknown: 0,
  created: 1,
  waiting_action: 2,
  fraud_check: 3,
  in_analysis: 4,
  unresolved: 5,
  rejected: 6,
  cancelled: 7,
  accepted: 8,
};

/** Tells whether news of a piece counts more than what is known of it. */
function isBetter(known: KeptItem, said: KeptItem): boolean {
  const [was, is] = [known.state === 'accepted', said.state === 'accepted'];
  if (was !== is) return is;
  const [then, now] = [Date.parse(known.modifiedAt), Date.parse(said.modifiedAt)];
  return now === then ? rank[said.state] > rank[known.state] : now > then;
}

/** Takes up what a marketplace says of a claim. @returns the same claim where nothing is new */
export function merged(known: KeptClaim | undefined, told: RemoteClaim): KeptClaim {
  const items = told.items.map((item): KeptItem => ({ ...item, modifiedAt: told.modifiedAt, settled: null }));
  if (!known) return { ...told, items };
  const better = items.filter((item) => {
    const before = known.items.find(({ itemId }) => itemId === item.itemId);
    return before === undefined || isBetter(before, item);
  });
  const isLater = Date.parse(told.modifiedAt) > Date.parse(known.modifiedAt);
  if (better.length === 0 && !isLater) return known;
  const kept = known.items.map((before) => {
    const item = better.find(({ itemId }) => itemId === before.itemId);
    return item ? { ...item, settled: before.settled } : before;
  });
  const fresh = better.filter(({ itemId }) => !known.items.some((before) => before.itemId === itemId));
  const { items: _, ...head } = isLater ? told : known;
  return { ...head, items: [...kept, ...fresh] };
}
