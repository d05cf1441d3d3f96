import type { Queryable } from '../../kernel/database/queryable';

/** An item that carries a barcode. */
export interface Coded {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
}

const CODED = `
  SELECT barcode, product_id AS "productId", variant_id AS "variantId" FROM catalog_barcode
  WHERE store_id = $1 AND barcode = ANY ($2)`;

/** Finds the items that carry these barcodes. */
export async function findCoded(
  db: Queryable,
  storeId: string,
  barcodes: readonly string[],
): Promise<ReadonlyMap<string, Coded>> {
  const rows = barcodes.length > 0 ? await db.query<Coded>(CODED, [storeId, barcodes]) : [];
  return new Map(rows.map((row) => [row.barcode, row]));
}
