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

/** Tells whether news of a piece counts more than the known state of it. */
function isBetter(known: KeptItem, said: KeptItem): boolean {
  const [was, is] = [known.state === 'accepted', said.state === 'accepted'];
  if (was !== is) return is;
  const [then, now] = [Date.parse(known.modifiedAt), Date.parse(said.modifiedAt)];
  return now === then ? rank[said.state] > rank[known.state] : now > then;
}

/** States before the shop has answered, and the one of which nobody knows. */
const UNANSWERED: readonly ClaimState[] = ['created', 'waiting_action', 'unknown'];

/** Tells when the piece was last shown as answered. @returns null: it never was */
const leftAtOf = ({ leftAt = null, state, modifiedAt }: KeptItem): string | null =>
  UNANSWERED.includes(state) ? leftAt : laterOf(leftAt, modifiedAt);

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one;

/** Takes up news of a piece. @returns the same piece where nothing is new */
function mergedPiece(known: KeptItem, said: KeptItem): KeptItem {
  const better = isBetter(known, said) ? { ...said, settled: known.settled } : known;
  const leftAt = laterOf(leftAtOf(known), leftAtOf(said));
  // A piece that is shown in such a state tells it by itself.
  const noted = leftAt === leftAtOf(better) ? (better.leftAt ?? null) : leftAt;
  return better === known && noted === (known.leftAt ?? null) ? known : { ...better, leftAt: noted };
}

/** Takes up what a marketplace says of a claim. @returns the same claim where nothing is new */
export function merged(known: KeptClaim | undefined, told: RemoteClaim): KeptClaim {
  const items = told.items.map(
    (item): KeptItem => ({
      ...item,
      // Once the shop has answered, nobody decides by the buyer's words any more.
      note: UNANSWERED.includes(item.state) ? item.note : null,
      modifiedAt: told.modifiedAt,
      settled: null,
    }),
  );
  if (!known) return { ...told, items };
  const kept = known.items.map((before) => {
    const said = items.find(({ itemId }) => itemId === before.itemId);
    return said ? mergedPiece(before, said) : before;
  });
  const fresh = items.filter(({ itemId }) => !known.items.some((before) => before.itemId === itemId));
  const isLater = Date.parse(told.modifiedAt) > Date.parse(known.modifiedAt);
  const isNew = fresh.length > 0 || kept.some((item, at) => item !== known.items[at]);
  if (!isNew && !isLater) return known;
  const { items: _, ...head } = isLater ? told : known;
  return { ...head, items: [...kept, ...fresh] };
}
