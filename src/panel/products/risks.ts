import type { Product } from '../api/types';
import type { Call } from './draft';

/** A change of a product that one looks at before it is made. Amounts are in kuruş. */
export type Risk =
  | { readonly kind: 'price'; readonly of: string; readonly from: number; readonly to: number }
  | { readonly kind: 'soldOut'; readonly of: string }
  | { readonly kind: 'handle'; readonly from: string; readonly to: string }
  | { readonly kind: 'removed'; readonly of: string };

/** The part of a price beyond which its change is looked at: a comma in the wrong place makes it more. */
const LEAP = 0.5;

const isLeap = (from: number, to: number): boolean => from > 0 && Math.abs(to - from) > from * LEAP;

/** Lists what is risky in the calls that would change a product: what costs money, breaks links, or cannot be taken back. */
export const risksOf = (product: Product, calls: readonly Call[]): Risk[] =>
  calls.flatMap(({ command, payload }) => rules[command]?.(product, payload) ?? []);

type Rule = (product: Product, payload: Call['payload']) => Risk[];

const rules: Readonly<Record<string, Rule>> = {
  'catalog.price.set': (product, { targetId, price }) => {
    const of = titleOf(product, targetId);
    // A variant without a price has that of its product, before as after.
    const variant = product.variants.find(({ id }) => id === targetId);
    const from = variant?.price ?? product.price;
    const to = (price as number | null) ?? product.price;
    return isLeap(from, to) ? [{ kind: 'price', of, from, to }] : [];
  },
  'catalog.stock.set': (product, { targetId, stock, expectedStock }) => {
    const wasSold = expectedStock === null || Number(expectedStock) > 0;
    return stock === 0 && wasSold ? [{ kind: 'soldOut', of: titleOf(product, targetId) }] : [];
  },
  'catalog.product.update': ({ handle: from }, { handle: to }) =>
    typeof to === 'string' && to !== from ? [{ kind: 'handle', from, to }] : [],
  'catalog.product.setVariants': ({ variants: before }, { variants }) => {
    const stay = new Set((variants as readonly { readonly id?: string }[]).map(({ id }) => id));
    return before.filter(({ id }) => !stay.has(id)).map(({ title }) => ({ kind: 'removed', of: title }));
  },
};

const titleOf = ({ title, variants }: Product, id: unknown): string =>
  variants.find((variant) => variant.id === id)?.title ?? title;
