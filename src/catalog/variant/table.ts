import { kurus, label, line, nullable, telling } from '../../kernel/schema/schema';
import { part } from '../../kernel/table/part';
import type { New, ShownRow } from '../../kernel/table/table';
import { product, sharedLabels } from '../product/aggregate';

const { sku, barcode, stock } = product.columns;
const always = ['create', 'update'] as const;
const shown = { projected: 'shown' } as const;

export const VARIANT_TITLE_MAX = 120;

export const variant = part({
  word: 'variant',
  prefix: 'var',
  label: label('Varyant', 'Variant'),
  table: 'catalog_variant',
  of: product,
  partOf: 'productId',
  unknown: 'variant_unknown',
  columns: {
    title: { type: 'text', schema: telling(sharedLabels.title(line(VARIANT_TITLE_MAX))), writers: always, ...shown },
    sku: { ...sku, ...shown },
    barcode,
    price: {
      type: 'bigint',
      schema: sharedLabels.price(nullable(kurus({ description: 'Kuruş; null: the price of the product.' }))),
      writers: ['create'],
      kept: 'once',
      setBy: 'catalog.price.set',
      ...shown,
    },
    stock: { ...stock, setBy: 'catalog.stock.set' },
  },
});

export type Variant = ShownRow<typeof variant>;

/** A variant as it is written. */
export type PlacedVariant = New<typeof variant>;
