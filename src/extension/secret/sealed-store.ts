import {
  type CountedKey,
  keyIdOf,
  type SealedColumn,
  type SealedValue,
  valuesToPut,
} from '../../kernel/personal/sealed-column';
import { sealingContext } from './context';

const UNDER_OTHER_KEYS = `
  SELECT extension || '|' || key AS place, sealed AS sealed FROM extension_secret
  WHERE store_id = $1 AND sealed IS NOT NULL AND ${keyIdOf('sealed')} <> $2 AND extension || '|' || key > $3 ORDER BY extension || '|' || key LIMIT $4`;

const PUT_RESEALED = `
  UPDATE extension_secret AS held SET sealed = fresh.sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS fresh(place, was, sealed)
  WHERE held.store_id = $1 AND held.extension || '|' || held.key = fresh.place AND held.sealed = fresh.was AND held.extension || '|' || held.key IN (
    SELECT extension || '|' || key FROM extension_secret WHERE store_id = $1 AND extension || '|' || key = ANY ($2) FOR UPDATE SKIP LOCKED)
  RETURNING fresh.place`;

const COUNT_BY_KEY = `
  SELECT ${keyIdOf('sealed')} AS key, count(*) AS values FROM extension_secret WHERE store_id = $1 AND sealed IS NOT NULL GROUP BY 1`;

/** The sealed credentials of extensions. */
export const sealedSecrets: SealedColumn = {
  table: 'extension_secret',
  async page(db, { storeId, keyId, after = '', max }) {
    const rows = await db.query<Pick<SealedValue, 'place' | 'sealed'>>(UNDER_OTHER_KEYS, [storeId, keyId, after, max]);
    return rows.map(({ place, sealed }) => {
      const [extension, key] = place.split('|') as [string, string];
      return { place, sealed, context: sealingContext(storeId, { extension, key }) };
    });
  },
  put: async (writer, storeId, values) => (await writer.query(PUT_RESEALED, valuesToPut(storeId, values))).length,
  count: (db, storeId) => db.query<CountedKey>(COUNT_BY_KEY, [storeId]),
};
