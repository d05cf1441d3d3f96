import type { FieldChange, FreshChange, FreshPreview, Item, ProposalDetail } from '../api/types';

/** The review that the server has made when it was opened: the effects that each waiting item would have by now. */
export type Review = NonNullable<ProposalDetail['review']>;

/** Something of an item that a reviewer must not overlook; that it would not be applied is one more. */
export type Risk = Item['risks'][number] | { readonly kind: 'pauses' | 'skips'; readonly reason: PauseReason };

type PauseReason = NonNullable<Review['items'][number]['reason']>;

/** An item as it would be applied now. */
export interface FreshItem extends Item {
  readonly currentPreview: FreshPreview | null;
  /** Why it would stop the proposal. */
  readonly wouldPause: PauseReason | null;
  /** Why it would be left out: an act of an owner goes on without it. */
  readonly wouldSkip: PauseReason | null;
  /** Positions of items that it builds on, and that would not be applied before it. */
  readonly buildsOn: readonly number[];
}

/** The items as they would be applied now. */
export function freshItems(list: readonly Item[], review: Review | null): readonly FreshItem[] {
  const now = new Map(review?.items.map((item) => [item.itemId, item]));
  return list.map((item) => {
    const fresh = now.get(item.id);
    if (!fresh) return { ...item, wouldPause: null, wouldSkip: null, buildsOn: [] };
    const { preview, problem, risks, reason, outcome, buildsOn } = fresh;
    return {
      ...item,
      currentPreview: preview ?? item.currentPreview,
      irreversible: preview?.irreversible ?? item.irreversible,
      problem: problem ?? item.problem,
      risks,
      wouldPause: outcome === 'pauses' ? reason : null,
      wouldSkip: outcome === 'skips' ? reason : null,
      buildsOn,
    };
  });
}

/** The effects that are to be seen in an item. */
export const risksOf = ({ wouldPause, wouldSkip, risks }: FreshItem): readonly Risk[] => [
  ...(wouldPause === null ? [] : [{ kind: 'pauses', reason: wouldPause } as const]),
  ...(wouldSkip === null ? [] : [{ kind: 'skips', reason: wouldSkip } as const]),
  ...risks,
];

/** Whether a change is as it was recorded: of one that is cut the server has said so, which has it whole. */
export const isAsRecorded = (was: FieldChange, { before, after, cut }: FreshChange): boolean =>
  cut ? cut.asRecorded === true : JSON.stringify([was.before, was.after]) === JSON.stringify([before, after]);
