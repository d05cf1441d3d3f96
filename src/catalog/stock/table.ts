import { id, label, line, nullable, oneOf, t, time, unit, words } from '../../kernel/schema/schema';
import { identity, MOMENT, type New, table } from '../../kernel/table/table';

/**
 * `track` and `untrack` begin and end the counting; `removed` closes the account of a variant that is no more; an order takes pieces that
 * are `sold`, and gives back pieces that are `restocked`. Pieces that a marketplace has not approved yet are `held` until they are sold or
 * `released`: held pieces are sold without moving again.
 */
const movementKinds = [
  'initial',
  'adjust',
  'set',
  'track',
  'untrack',
  'removed',
  'sold',
  'restocked',
  'held',
  'released',
] as const;

const nameOfReason = label('Gerekçe', 'Reason');
const reason = line(200, { description: 'Reason of the movement, which the ledger keeps.' });
export const stockReason = nameOfReason(reason);

const kept = { kept: 'once' } as const;
const count = () => nullable(t.Integer(unit('count')));

/** A row of the stock ledger. Nothing changes it, and it stays when its variant goes. */
export const movement = table({
  word: 'movement',
  label: label('Stok hareketi', 'Stock movement'),
  table: 'stock_movement',
  columns: {
    /** Given when somebody reads, to all that were committed until then; null: nobody has since. */
    seq: {
      type: 'bigint',
      schema: nullable(t.Integer()),
      answers: label(
        'Sıra no',
        'Number',
      )(
        t.Integer({
          description:
            'Ascends store-wide and without gaps; what began when another movement was committed comes behind it.',
        }),
      ),
      kept: 'apart',
    },
    id: identity('stm'),
    productId: { type: 'text', schema: label('Ürün', 'Product')(id('prd')), ...kept },
    variantId: { type: 'text', schema: label('Varyant', 'Variant')(nullable(id('var'))), ...kept },
    kind: {
      type: 'text',
      schema: label(
        'Tür',
        'Kind',
      )(
        oneOf(
          movementKinds,
          words({
            initial: ['ilk stok', 'first stock'],
            adjust: ['değişim', 'adjusted'],
            set: ['sayım', 'set'],
            track: ['sayılmaya başlandı', 'counted from now on'],
            untrack: ['sayım bitti', 'counted no more'],
            removed: ['varyant kaldırıldı', 'variant removed'],
            sold: ['satış', 'sold'],
            restocked: ['stoğa dönüş', 'restocked'],
            held: ['onay bekleyen sipariş için ayrıldı', 'held for an order to come'],
            released: ['ayrılan serbest kaldı', 'released'],
          }),
        ),
      ),
      ...kept,
    },
    delta: {
      type: 'integer',
      schema: label(
        'Fark',
        'Change',
      )(t.Integer({ description: 'All deltas of an item add up to its stock.', ...unit('count') })),
      ...kept,
    },
    before: { type: 'integer', schema: label('Önce', 'Before')(count()), ...kept },
    after: { type: 'integer', schema: label('Sonra', 'After')(count()), ...kept },
    reason: { type: 'text', schema: nameOfReason(nullable(reason)), ...kept },
    orderId: { type: 'text', schema: label('Sipariş', 'Order')(nullable(id('ord'))), ...kept },
    at: { type: 'timestamptz', schema: label('Zaman', 'Time')(time()), kept: 'apart', noted: MOMENT },
    /** The order in which movements were written: they are numbered by it. */
    place: { type: 'bigint', schema: t.Integer(), kept: 'apart', shown: false },
  },
});

/** A movement as it is written. */
export type Movement = New<typeof movement>;

/** The same, of no order unless it says so. */
export type Moved = Omit<Movement, 'orderId'> & Partial<Pick<Movement, 'orderId'>>;
