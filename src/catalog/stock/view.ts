import { id, type kurus, label, line, nullable, object, oneOf, t, time, unit } from '../../kernel/schema';

/** Far inside of int4, so that sums of a few items stay exact in every client. */
export const STOCK_MAX = 1_000_000_000;

export const stockCount = (options: Parameters<typeof kurus>[0] = {}) =>
  t.Integer({ minimum: 0, maximum: STOCK_MAX, ...unit('count'), ...options });

export const stockTarget = label('Ürün ya da varyant', 'Product or variant')(id('prd', 'var'));
export const stockReason = label('Gerekçe', 'Reason')(line(200, { description: 'Why; the ledger keeps it.' }));
export const expectedStock = t.Optional(
  label(
    'Görülen stok',
    'Stock seen',
  )(
    nullable(stockCount({ description: 'The stock that the caller saw; another one is refused with stock_conflict.' })),
  ),
);

/** `track` and `untrack` begin and end the counting; `removed` closes the account of a variant that is no more. */
const movementKinds = ['initial', 'adjust', 'set', 'track', 'untrack', 'removed'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementSchema = object({
  seq: t.Integer({
    description: 'Ascends store-wide and without gaps; what began when another movement was committed comes behind it.',
  }),
  id: id('stm'),
  productId: id('prd'),
  variantId: nullable(id('var')),
  kind: oneOf(movementKinds),
  delta: t.Integer({ description: 'All deltas of an item add up to its stock.' }),
  before: nullable(t.Integer()),
  after: nullable(t.Integer()),
  reason: nullable(t.String()),
  at: time(),
});

/** What a stock command answers. */
export const stockReceipt = object({
  targetId: stockTarget,
  productId: id('prd'),
  before: nullable(t.Integer()),
  stock: nullable(t.Integer()),
  movementId: nullable(id('stm')),
});

export interface Movement {
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly kind: MovementKind;
  readonly delta: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: string | null;
}

/** A movement as the ledger has it. */
export interface MovementRow extends Movement {
  readonly seq: number;
  readonly at: string;
}
