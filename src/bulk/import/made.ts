import { changedElsewhere, rowsAbout } from '../../audit/store';
import { findProducts } from '../../catalog/product/store';
import { type ProductRow, productSnapshot } from '../../catalog/product/view';
import type { Queryable } from '../../kernel/database/queryable';
import type { Change } from '../../kernel/trace/change';
import { isSame } from '../../kernel/trace/difference';

/** A product that an import has made, as it is by now. */
export interface MadeProduct {
  readonly id: string;
  readonly rev: number;
  readonly isActive: boolean;
  /** It is another one than the import has left it: somebody has edited or sold it. */
  readonly isChanged: boolean;
}

/** Values of custom fields have a rev of their own, and are in no snapshot of a product. */
const FIELD_COMMANDS = ['metafield.set', 'metafield.unset'];

type Snapshot = Readonly<Record<string, unknown>>;

/** Compares products that imports have made with what those imports have left. @param auditIds all rows of the imports */
export async function madeProducts(
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
  auditIds: readonly string[],
): Promise<ReadonlyMap<string, MadeProduct>> {
  if (productIds.length === 0) return new Map();
  const [present, rows, edited] = await Promise.all([
    findProducts(db, storeId, productIds),
    rowsAbout(db, storeId, productIds, auditIds),
    changedElsewhere(db, storeId, productIds, { commands: FIELD_COMMANDS, except: auditIds }),
  ]);
  const left = new Map<string, Snapshot>();
  for (const { entityId, changes } of rows)
    left.set(entityId, changes.reduce(joined(entityId), left.get(entityId) ?? {}));
  return new Map(
    [...present.values()].map((row) => [
      row.id,
      {
        id: row.id,
        rev: row.rev,
        isActive: row.status === 'active',
        isChanged: edited.has(row.id) || differs(row, left.get(row.id) ?? {}),
      },
    ]),
  );
}

/** The product behind one more change of it, or of one of its variants. */
const joined =
  (productId: string) =>
  (product: Snapshot, { entity, id, after }: Change): Snapshot => {
    if (id === productId) return { ...product, ...after };
    if (entity !== 'variant' || !Array.isArray(product.variants)) return product;
    return { ...product, variants: product.variants.map((each) => (each.id === id ? { ...each, ...after } : each)) };
  };

/** Tells whether a product is another one than its import has left it. Empty fields of a new one are in no change of it. */
function differs(row: ProductRow, left: Snapshot): boolean {
  return Object.entries(productSnapshot(row)).some(([field, value]) => !isSame(value, left[field] ?? null));
}
