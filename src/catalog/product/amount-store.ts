import type { Queryable } from '../../kernel/database/queryable';
import { type Amount, marksOf } from '../../kernel/declaration/entity';

/** The price of a product, and its price before a reduction: as long as it names none, a first one is held against the price. */
export async function productAmounts(db: Queryable, storeId: string, ids: readonly string[]): Promise<Amount[]> {
  const rows = await db.query<{ id: string; price: number; compareAt: number | null; barcode: string | null }>(
    'SELECT id, price, compare_at AS "compareAt", barcode FROM catalog_product WHERE store_id = $1 AND id = ANY($2)',
    [storeId, ids],
  );
  return rows.flatMap(({ id, price, compareAt, barcode }) => {
    const marks = marksOf([['barcode', barcode]]);
    return [
      { id, field: 'price', amount: price, standIn: null, inherits: false, marks },
      { id, field: 'compareAt', amount: compareAt, standIn: { id, field: 'price' }, inherits: false, marks },
    ];
  });
}

/** A variant without a price has that of its product. */
export async function variantAmounts(db: Queryable, storeId: string, ids: readonly string[]): Promise<Amount[]> {
  const rows = await db.query<{ id: string; price: number | null; productId: string; barcode: string | null }>(
    'SELECT id, price, product_id AS "productId", barcode FROM catalog_variant WHERE store_id = $1 AND id = ANY($2)',
    [storeId, ids],
  );
  return rows.map(({ id, price, productId, barcode }) => ({
    id,
    field: 'price',
    amount: price,
    standIn: { id: productId, field: 'price' },
    inherits: true,
    marks: marksOf([['barcode', barcode]]),
  }));
}
