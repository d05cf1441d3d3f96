import type { Product } from '../api/types';

/** A thing with a price and a stock of its own: a product, or one of its variants. */
export interface Draft {
  readonly title: string;
  /** The price before a reduction, in kuruş; null: there is none. */
  readonly compareAt: number | null;
  /** In kuruş, by the id of what it is the price of; null: the price of the product. */
  readonly prices: Readonly<Record<string, number | null>>;
  /** By the id of what it is the stock of; null: not counted. */
  readonly stocks: Readonly<Record<string, number | null>>;
}

export interface Call {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The thing whose rev the call expects, where calls that run together are about several things. */
  readonly of?: string;
  /** The name of the stated value, where calls of one form differ by that alone: its faults are told under this name. */
  readonly named?: string;
}

/** A call that changes something on a page, with the names of what it changes. */
export interface Edit extends Call {
  readonly changes: readonly string[];
}

export const namesOf = (calls: readonly Edit[]): string[] => calls.flatMap(({ changes }) => changes);

/** Lists the sold items of a product: its variants, or the product. */
export const soldOf = ({ id, price, stock, variants }: Product) =>
  variants.length > 0 ? variants : [{ id, title: null, price, stock }];

/** The form as the product stands. */
export function draftOf(product: Product): Draft {
  const { id, title, price, compareAt, variants } = product;
  const priced = [{ id, price }, ...variants];
  return {
    title,
    compareAt,
    prices: Object.fromEntries(priced.map((each) => [each.id, each.price] as const)),
    stocks: Object.fromEntries(soldOf(product).map((each) => [each.id, each.stock] as const)),
  };
}

/** Stands for the id of a product that there is not yet. */
export const NEW = 'new';

export const emptyDraft: Draft = { title: '', compareAt: null, prices: {}, stocks: {} };

/** The command that makes the product of a form. */
export const createdBy = ({ title, prices, stocks }: Draft): Call => ({
  command: 'catalog.product.create',
  payload: { title: title.trim(), price: prices[NEW] ?? null, stock: stocks[NEW] ?? null },
});

/** The names of the fields of a form, as it shows them. */
export interface DraftNames {
  readonly title: string;
  readonly price: string;
  readonly compareAt: string;
  readonly stock: string;
  /** Names a field of a variant. */
  readonly of: (variant: string, field: string) => string;
}

/**
 * The commands that make a product what the form says. Each says what its caller saw, so that what has moved meanwhile is refused
 * and not overwritten.
 */
export function callsOf(product: Product, draft: Draft, names: DraftNames): Edit[] {
  const { id, rev, price, variants } = product;
  const nameOf = (of: string | null, field: string): string => (of === null ? field : names.of(of, field));
  const title = draft.title.trim();
  const retitled: Edit[] =
    title === product.title
      ? []
      : [
          {
            command: 'catalog.product.update',
            payload: { productId: id, expectedRev: rev, title },
            changes: [names.title],
          },
        ];
  const priced = [{ id, title: null, price }, ...variants].flatMap((each): Edit[] => {
    const wanted = draft.prices[each.id] ?? null;
    const isMoved = wanted !== each.price;
    const isReduced = each.id === id && draft.compareAt !== product.compareAt;
    if (!isMoved && !isReduced) return [];
    const compareAt = isReduced ? { compareAt: draft.compareAt } : {};
    const called = nameOf(each.title, names.price);
    return [
      {
        command: 'catalog.price.set',
        payload: { targetId: each.id, expectedRev: rev, price: wanted, ...compareAt },
        changes: [...(isMoved ? [called] : []), ...(isReduced ? [names.compareAt] : [])],
        ...(each.title === null ? {} : { named: called }),
      },
    ];
  });
  const stocked = soldOf(product).flatMap((each): Edit[] => {
    const wanted = draft.stocks[each.id] ?? null;
    if (wanted === each.stock) return [];
    const called = nameOf(each.title, names.stock);
    return [
      {
        command: 'catalog.stock.set',
        payload: { targetId: each.id, stock: wanted, expectedStock: each.stock },
        changes: [called],
        ...(each.title === null ? {} : { named: called }),
      },
    ];
  });
  return [...retitled, ...priced, ...stocked];
}

/** Each call moves the rev of its thing: the next one of that expects the rev that the one before has left. */
export function expecting({ command, payload }: Call, rev: number | undefined): Call {
  return rev === undefined || !('expectedRev' in payload)
    ? { command, payload }
    : { command, payload: { ...payload, expectedRev: rev } };
}
