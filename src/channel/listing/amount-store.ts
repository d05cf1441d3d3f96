import type { Queryable } from '../../kernel/database/queryable';
import { type Amount, type Mark, marksOf } from '../../kernel/declaration/entity';

const FIND = `
  SELECT l.id, l.extension, coalesce(l.variant_id, l.product_id) AS "itemId", l.price_override AS "priceOverride",
    l.list_price_override AS "listPriceOverride", l.remote_product_id AS "remoteProductId",
    CASE WHEN l.variant_id IS NULL THEN p.barcode ELSE v.barcode END AS barcode
  FROM channel_listing l
  JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
  LEFT JOIN catalog_variant v ON v.store_id = l.store_id AND v.id = l.variant_id
  WHERE l.store_id = $1 AND (l.id = ANY($2) OR l.product_id = ANY($3) OR l.remote_product_id = ANY($4))`;

/** Without an override a listing has the price of the item; its first list price is held against its price. */
export async function listingAmounts(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
  { offered, marks }: { readonly offered: readonly string[]; readonly marks: readonly Mark[] },
): Promise<Amount[]> {
  const remoteIds = marks.flatMap(({ field, value }) => (field === 'remoteProductId' ? value : []));
  const rows = await db.query<{
    id: string;
    extension: string;
    itemId: string;
    priceOverride: number | null;
    listPriceOverride: number | null;
    remoteProductId: string | null;
    barcode: string | null;
  }>(FIND, [storeId, ids, offered, remoteIds]);
  return rows.flatMap(({ id, extension, itemId, priceOverride, listPriceOverride, remoteProductId, barcode }) => {
    const known = {
      marks: marksOf([
        ['remoteProductId', remoteProductId],
        ['barcode', barcode],
      ]),
      offer: { of: itemId, channel: extension },
    };
    return [
      {
        id,
        field: 'priceOverride',
        amount: priceOverride,
        standIn: { id: itemId, field: 'price' },
        inherits: true,
        ...known,
      },
      {
        id,
        field: 'listPriceOverride',
        amount: listPriceOverride,
        standIn: { id, field: 'priceOverride' },
        inherits: false,
        ...known,
      },
    ];
  });
}
