import {
  type CountedKey,
  keyIdOf,
  type SealedColumn,
  type SealedValue,
  valuesToPut,
} from '../../kernel/personal/sealed-column';
import { codeContext } from './context';

const UNDER_OTHER_KEYS = `
  SELECT id AS place, product_id AS "productId", sealed AS sealed FROM digital_code
  WHERE store_id = $1 AND sealed IS NOT NULL AND ${keyIdOf('sealed')} <> $2 AND id > $3 ORDER BY id LIMIT $4`;

const PUT_RESEALED = `
  UPDATE digital_code AS held SET sealed = fresh.sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS fresh(place, was, sealed)
  WHERE held.store_id = $1 AND held.id = fresh.place AND held.sealed = fresh.was AND held.id IN (
    SELECT id FROM digital_code WHERE store_id = $1 AND id = ANY ($2) FOR UPDATE SKIP LOCKED)
  RETURNING fresh.place`;

const COUNT_BY_KEY = `
  SELECT ${keyIdOf('sealed')} AS key, count(*) AS values FROM digital_code WHERE store_id = $1 AND sealed IS NOT NULL GROUP BY 1`;

/** Codes that wait to be sold, and those that were. */
export const sealedCodes: SealedColumn = {
  table: 'digital_code',
  async page(db, { storeId, keyId, after = '', max }) {
    const rows = await db.query<Pick<SealedValue, 'place' | 'sealed'> & { productId: string }>(UNDER_OTHER_KEYS, [
      storeId,
      keyId,
      after,
      max,
    ]);
    return rows.map(({ place, sealed, productId }) => ({
      place,
      sealed,
      context: codeContext(storeId, productId, place),
    }));
  },
  put: async (writer, storeId, values) => (await writer.query(PUT_RESEALED, valuesToPut(storeId, values))).length,
  count: (db, storeId) => db.query<CountedKey>(COUNT_BY_KEY, [storeId]),
};
