import { product } from '../catalog/product/aggregate';
import type { ItemRow } from '../catalog/stock/list-store';
import { stockTarget } from '../catalog/stock/view';
import { variant } from '../catalog/variant/table';
import { listingsOfProducts } from '../channel/listing/listed-store';
import { extensionKey } from '../extension/aggregate';
import type { Queryable } from '../kernel/database/queryable';
import { groupedBy } from '../kernel/grouped';
import { id, kurus, label, nullable, object, type Static, t, typeNamed, unit } from '../kernel/schema/schema';
import { DEMAND_DAYS, type DemandSince, type PiecesOfItem, reservedOf, soldOf } from '../order/line/demand-store';
import { heldOf } from '../order/package/held-store';

const pieces = (description: string) => t.Integer({ minimum: 0, ...unit('count'), description });

const listing = object({
  id: id('lst'),
  extension: extensionKey,
  enabled: t.Boolean(),
  stock: nullable(t.Integer({ ...unit('count'), description: 'As the marketplace shows it; null: not known yet.' })),
});

/** A row of the page of stock. */
export const stockItemSchema = typeNamed('StockItem')(
  object({
    id: stockTarget,
    productId: id('prd'),
    variantId: nullable(id('var')),
    title: product.answers.title,
    variantTitle: nullable(variant.answers.title),
    sku: product.answers.sku,
    barcode: product.answers.barcode,
    price: kurus({ description: 'Kuruş, of one.' }),
    stock: label(
      'Stok',
      'Stock',
    )(
      nullable(
        t.Integer({
          ...unit('count'),
          description: 'Left to be sold; null: not counted. Below zero a marketplace has sold more than there were.',
        }),
      ),
    ),
    reserved: label(
      'Ayrılan',
      'Reserved',
    )(
      pieces(
        'Sold and taken from stock, and not sent yet: they are still on the shelf. With pieces held for orders to come.',
      ),
    ),
    sold: label(
      `Son ${DEMAND_DAYS} günde satılan`,
      `Sold in ${DEMAND_DAYS} days`,
    )(
      pieces(
        `Of orders of the last ${DEMAND_DAYS} days that are paid, or paid for at the door; without pieces that were given up.`,
      ),
    ),
    daysLeft: label(
      'Kalan gün',
      'Days left',
    )(
      nullable(
        t.Integer({
          minimum: 0,
          ...unit('count'),
          description:
            'Days until the stock is gone, as it was sold lately, or since it is there if that is less; null: it is not counted, or does not sell.',
        }),
      ),
    ),
    listings: label('Pazaryerleri', 'Marketplaces')(t.Array(listing)),
  }),
);

type StockItem = Static<typeof stockItemSchema>;

/** @param days since which it is sold @returns whole days, rounded down */
const daysLeftOf = ({ stock, days }: Pick<ItemRow, 'stock' | 'days'>, sold: number): number | null =>
  stock === null || sold === 0 ? null : Math.floor((Math.max(0, stock) * days) / sold);

const byItem = (rows: readonly PiecesOfItem[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [row.id, row.pieces]));

/** Adds to items the figures of orders and marketplaces: one statement for each figure, however many items there are. */
export async function withFigures(
  db: Queryable,
  storeId: string,
  rows: readonly ItemRow[],
  demand: DemandSince,
): Promise<StockItem[]> {
  if (rows.length === 0) return [];
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  const [sold, reserved, held, listings] = await Promise.all([
    soldOf(db, storeId, productIds, demand).then(byItem),
    reservedOf(db, storeId, productIds).then(byItem),
    heldOf(db, storeId, productIds).then(byItem),
    listingsOfProducts(db, storeId, productIds).then((found) => groupedBy(found, ({ itemId }) => itemId)),
  ]);
  return rows.map(({ place: _place, sortKey: _sortKey, days, ...row }) => ({
    ...row,
    reserved: (reserved.get(row.id) ?? 0) + (held.get(row.id) ?? 0),
    sold: sold.get(row.id) ?? 0,
    daysLeft: daysLeftOf({ ...row, days }, sold.get(row.id) ?? 0),
    listings: (listings.get(row.id) ?? []).map(({ itemId: _itemId, ...each }) => each),
  }));
}
