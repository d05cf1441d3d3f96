import {
  type CountedKey,
  keyIdOf,
  type SealedColumn,
  type SealedValue,
  valuesToPut,
} from '../../kernel/personal/sealed-column';
import { sealingContext } from './call';

const UNDER_OTHER_KEYS = `
  SELECT id AS place, sealed_payload AS sealed FROM proposal_item
  WHERE store_id = $1 AND sealed_payload IS NOT NULL AND ${keyIdOf('sealed_payload')} <> $2 AND id > $3 ORDER BY id LIMIT $4`;

const PUT_RESEALED = `
  UPDATE proposal_item AS held SET sealed_payload = fresh.sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS fresh(place, was, sealed)
  WHERE held.store_id = $1 AND held.id = fresh.place AND held.sealed_payload = fresh.was AND held.id IN (
    SELECT id FROM proposal_item WHERE store_id = $1 AND id = ANY ($2) FOR UPDATE SKIP LOCKED)
  RETURNING fresh.place`;

const COUNT_BY_KEY = `
  SELECT ${keyIdOf('sealed_payload')} AS key, count(*) AS values FROM proposal_item WHERE store_id = $1 AND sealed_payload IS NOT NULL GROUP BY 1`;

/** Payloads of proposed calls, of which something must not lie open. */
export const sealedPayloads: SealedColumn = {
  table: 'proposal_item',
  async page(db, { storeId, keyId, after = '', max }) {
    const rows = await db.query<Pick<SealedValue, 'place' | 'sealed'>>(UNDER_OTHER_KEYS, [storeId, keyId, after, max]);
    return rows.map((row) => ({ ...row, context: sealingContext(storeId, row.place) }));
  },
  put: async (writer, storeId, values) => (await writer.query(PUT_RESEALED, valuesToPut(storeId, values))).length,
  count: (db, storeId) => db.query<CountedKey>(COUNT_BY_KEY, [storeId]),
};
