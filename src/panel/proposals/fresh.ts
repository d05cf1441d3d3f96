import type { Item, Preview, ProposalDetail } from '../api/types';
import type { Risk } from './risks';

/** A product of the shop, or of the proposal, whose title looks like the one that is given. */
interface Alike {
  readonly id: string;
  readonly title: string;
}

/** What the server works out when a review is opened: what each item that waits would do now. A server of an earlier release tells nothing. */
interface FreshItem {
  readonly itemId: string;
  readonly outcome: 'applies' | 'pauses';
  readonly reason: string | null;
  readonly why: string | null;
  readonly preview: Preview | null;
  readonly risks: readonly { readonly kind: string; readonly things?: readonly Alike[] }[];
}

interface Fresh {
  readonly hash: string;
  readonly items: readonly FreshItem[];
}

const freshOf = (proposal: ProposalDetail): Fresh | null =>
  (proposal as { readonly review?: Fresh | null }).review ?? null;

/** The hash of what is shown: that of what would happen now, where the server has worked it out. */
export const shownHash = (proposal: ProposalDetail): string => freshOf(proposal)?.hash ?? proposal.hash;

/** The items as they would be applied now. */
export function freshItems(proposal: ProposalDetail): readonly Item[] {
  const fresh = freshOf(proposal);
  if (!fresh) return proposal.list;
  const now = new Map(fresh.items.map((item) => [item.itemId, item.preview]));
  return proposal.list.map((item) => {
    const preview = now.get(item.id);
    return preview ? { ...item, currentPreview: preview } : item;
  });
}

/** What the values of an item alone do not tell: that it would pause the proposal, and titles that look alike. */
export function freshRisks(proposal: ProposalDetail): ReadonlyMap<string, readonly Risk[]> {
  const items = freshOf(proposal)?.items ?? [];
  return new Map(
    items.map(({ itemId, outcome, reason, why, risks }) => [
      itemId,
      [
        ...(outcome === 'pauses' ? [{ kind: 'pauses', reason: reason ?? '', why } as const] : []),
        ...risks.flatMap(({ kind, things = [] }) =>
          kind === 'alike' ? [{ kind, titles: things.map(({ title }) => title) } as const] : [],
        ),
      ],
    ]),
  );
}
