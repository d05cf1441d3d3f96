import { PROPOSAL_ITEMS_MAX } from '../kernel/declaration/principal';

interface ItemsPage {
  readonly state: string;
  readonly hash: string;
  readonly items: { readonly total: number };
  readonly list: readonly unknown[];
  readonly references: Readonly<Record<string, string>>;
  readonly nextCursor: string | null;
}

/**
 * A proposal with all of its items, for those who show it. Pages that are not of one content and state are read again: what
 * somebody decides on must be what its hash names.
 * @param read asks for one page
 * @param itemsMax a proposal of more items is answered with its first page alone
 */
export async function wholeProposal<Page extends ItemsPage>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  itemsMax = Number.POSITIVE_INFINITY,
): Promise<Page> {
  const limit = PROPOSAL_ITEMS_MAX;
  for (;;) {
    const first = await read({ limit });
    if (first.items.total > itemsMax) return first;
    const list = [...first.list];
    let { references } = first;
    let last = first;
    while (last.nextCursor !== null && last.hash === first.hash && last.state === first.state) {
      last = await read({ limit, cursor: last.nextCursor });
      list.push(...last.list);
      references = { ...references, ...last.references };
    }
    if (last.hash === first.hash && last.state === first.state) return { ...first, list, references, nextCursor: null };
  }
}
