import type { Product } from '../api/types';

/** A thing with a price and a stock of its own: a product, or one of its variants. */
export interface Draft {
  readonly title: string;
  /** The price before a reduction, in lira; empty: there is none. */
  readonly compareAt: number | string;
  /** In lira, by the id of what it is the price of; empty: the price of the product. */
  readonly prices: Readonly<Record<string, number | string>>;
  /** By the id of what it is the stock of; empty: not counted. */
  readonly stocks: Readonly<Record<string, number | string>>;
}

export interface Call {
  readonly command: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const KURUS_PER_LIRA = 100;

/** What is sold of a product by itself: its variants, or the product. */
export const soldOf = ({ id, price, stock, variants }: Product) =>
  variants.length > 0 ? variants : [{ id, title: null, price, stock }];

/** The form as the product stands. */
export function draftOf(product: Product): Draft {
  const { id, title, price, compareAt, variants } = product;
  const priced = [{ id, price }, ...variants];
  return {
    title,
    compareAt: compareAt === null ? '' : compareAt / KURUS_PER_LIRA,
    prices: Object.fromEntries(
      priced.map((each) => [each.id, each.price === null ? '' : each.price / KURUS_PER_LIRA] as const),
    ),
    stocks: Object.fromEntries(soldOf(product).map((each) => [each.id, each.stock ?? ''] as const)),
  };
}

/** Stands for the id of a product that there is not yet. */
export const NEW = 'new';

export const emptyDraft: Draft = { title: '', compareAt: '', prices: {}, stocks: {} };

/** The command that makes the product of a form. */
export const createdBy = ({ title, prices, stocks }: Draft): Call => ({
  command: 'catalog.product.create',
  payload: { title: title.trim(), price: kurusOf(prices[NEW]), stock: numberOf(stocks[NEW]) },
});

/**
 * The commands that make a product what the form says. Each says what its caller saw, so that what has moved meanwhile is refused
 * and not overwritten.
 */
export function callsOf(product: Product, draft: Draft): Call[] {
  const { id, rev, price, variants } = product;
  const reducedFrom = kurusOf(draft.compareAt);
  const title = draft.title.trim();
  const named: Call[] =
    title === product.title
      ? []
      : [{ command: 'catalog.product.update', payload: { productId: id, expectedRev: rev, title } }];
  const priced = [{ id, price }, ...variants].flatMap((each): Call[] => {
    const wanted = kurusOf(draft.prices[each.id]);
    const compareAt = each.id !== id || reducedFrom === product.compareAt ? {} : { compareAt: reducedFrom };
    const payload = { targetId: each.id, expectedRev: rev, price: wanted, ...compareAt };
    return wanted === each.price && !('compareAt' in compareAt) ? [] : [{ command: 'catalog.price.set', payload }];
  });
  const stocked = soldOf(product).flatMap((each): Call[] => {
    const wanted = numberOf(draft.stocks[each.id]);
    return wanted === each.stock
      ? []
      : [{ command: 'catalog.stock.set', payload: { targetId: each.id, stock: wanted, expectedStock: each.stock } }];
  });
  return [...named, ...priced, ...stocked];
}

const numberOf = (typed: number | string | undefined): number | null =>
  typed === undefined || typed === '' ? null : Number(typed);

/** 149.90 TL is no binary number: 149.90 · 100 has to be rounded. */
function kurusOf(typed: number | string | undefined): number | null {
  const lira = numberOf(typed);
  return lira === null ? null : Math.round(lira * KURUS_PER_LIRA);
}

/** Each call moves the rev of the product: the next one expects the rev that the one before has left. */
export function expecting({ command, payload }: Call, rev: number | undefined): Call {
  return rev === undefined || !('expectedRev' in payload)
    ? { command, payload }
    : { command, payload: { ...payload, expectedRev: rev } };
}
