import type { Queryable } from '../../kernel/database/queryable';
import type { Titled } from '../../kernel/table/references';

/** Looks up what products are called, archived ones too. */
export const productTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>('SELECT id, title FROM catalog_product WHERE store_id = $1 AND id = ANY($2)', [storeId, ids]);

/** Looks up what variants are called, behind the title of their product. */
export const variantTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(
    `SELECT v.id, p.title || ' · ' || v.title AS title
     FROM catalog_variant v JOIN catalog_product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.id = ANY($2)`,
    [storeId, ids],
  );

/** Looks up what categories are called, archived ones too. */
export const categoryTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>('SELECT id, name AS title FROM catalog_category WHERE store_id = $1 AND id = ANY($2)', [
    storeId,
    ids,
  ]);

/** Looks up what collections are called, archived ones too. */
export const collectionTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>('SELECT id, title FROM catalog_collection WHERE store_id = $1 AND id = ANY($2)', [storeId, ids]);
