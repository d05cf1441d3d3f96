import { contextOf } from './personal-store';
import { type CountedKey, keyIdOf, type SealedColumn, type SealedValue, valuesToPut } from './sealed-column';

const UNDER_OTHER_KEYS = `
  SELECT person_id AS place, sealed AS sealed FROM personal_key
  WHERE store_id = $1 AND sealed IS NOT NULL AND ${keyIdOf('sealed')} <> $2 AND person_id > $3 ORDER BY person_id LIMIT $4`;

const PUT_RESEALED = `
  UPDATE personal_key AS held SET sealed = fresh.sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS fresh(place, was, sealed)
  WHERE held.store_id = $1 AND held.person_id = fresh.place AND held.sealed = fresh.was AND held.person_id IN (
    SELECT person_id FROM personal_key WHERE store_id = $1 AND person_id = ANY ($2) FOR UPDATE SKIP LOCKED)
  RETURNING fresh.place`;

const COUNT_BY_KEY = `
  SELECT ${keyIdOf('sealed')} AS key, count(*) AS values FROM personal_key WHERE store_id = $1 AND sealed IS NOT NULL GROUP BY 1`;

/** The keys of persons: what is sealed with those stays as it is. */
export const sealedPersonalKeys: SealedColumn = {
  table: 'personal_key',
  async page(db, { storeId, keyId, after = '', max }) {
    const rows = await db.query<Pick<SealedValue, 'place' | 'sealed'>>(UNDER_OTHER_KEYS, [storeId, keyId, after, max]);
    return rows.map((row) => ({ ...row, context: contextOf(storeId, row.place) }));
  },
  put: async (writer, storeId, values) => (await writer.query(PUT_RESEALED, valuesToPut(storeId, values))).length,
  count: (db, storeId) => db.query<CountedKey>(COUNT_BY_KEY, [storeId]),
};
