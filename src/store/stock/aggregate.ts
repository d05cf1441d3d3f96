import { closed, label, object, type TSchema, t, unit } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { times } from '../../kernel/table/table';

const ofSettings = closed('store:admin');

/** A caller states all of it each time. */
const stated = <T extends 'boolean' | 'integer', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema: ofSettings(schema), writers: ['create', 'update'] }) as const;

const QUANTITY_MAX = 1_000_000;

/** How the stock of a store is told to marketplaces, and when it comes back. One row a store, under a rev of its own. */
export const stockPolicy = aggregate({
  word: 'stockPolicy',
  prefix: 'stp',
  label: label('Stok ayarları', 'Stock settings'),
  table: 'store_stock_policy',
  columns: {
    marketplaceBuffer: stated(
      'integer',
      label(
        'Pazaryerine gösterilmeyen adet',
        'Kept back from marketplaces',
      )(
        t.Integer({
          minimum: 0,
          maximum: QUANTITY_MAX,
          ...unit('count'),
          description: 'Pieces of each item that marketplaces are not told of, so that two do not sell the last one.',
        }),
      ),
    ),
    untrackedQuantity: stated(
      'integer',
      label(
        'Takip edilmeyen ürünün adedi',
        'Quantity of what is not counted',
      )(
        t.Integer({
          minimum: 1,
          maximum: QUANTITY_MAX,
          ...unit('count'),
          description: 'Stock that marketplaces are told for an item without a count: they know no "always".',
        }),
      ),
    ),
    restockOnCancel: stated('boolean', label('İptalde stoğa dön', 'Restock when cancelled')(t.Boolean())),
    restockOnReturn: stated('boolean', label('İadede stoğa dön', 'Restock when returned')(t.Boolean())),
    zeroWhenArchived: stated(
      'boolean',
      label(
        'Arşivlenince pazaryerinde sıfırla',
        'Tell marketplaces 0 when archived',
      )(t.Boolean({ description: 'false: the listing keeps what it was told last.' })),
    ),
    ...times,
  },
});

export const stockPolicySchema = stockPolicy.label(object(stockPolicy.answers));

/** The policy as long as nobody has stated anything. */
export const defaultStockPolicy = {
  marketplaceBuffer: 0,
  untrackedQuantity: 100,
  restockOnCancel: true,
  restockOnReturn: true,
  zeroWhenArchived: true,
} as const;
