import {
  type CountedKey,
  keyIdOf,
  type SealedColumn,
  type SealedValue,
  valuesToPut,
} from '../../kernel/personal/sealed-column';
import { contextOf } from './kept-output';
import type { Claim } from './key-store';

/** An output has up to 256 KB: a page of others would hold some MB of them. */
const PAGE = 20;

const UNDER_OTHER_KEYS = `
  SELECT activity_id AS place, principal_id AS "principalId", key, sealed_output AS sealed FROM workspace_exec_key
  WHERE store_id = $1 AND sealed_output IS NOT NULL AND ${keyIdOf('sealed_output')} <> $2 AND activity_id > $3
  ORDER BY activity_id LIMIT least($4, ${PAGE})`;

const PUT_RESEALED = `
  UPDATE workspace_exec_key AS held SET sealed_output = fresh.sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS fresh(place, was, sealed)
  WHERE held.store_id = $1 AND held.activity_id = fresh.place AND held.sealed_output = fresh.was AND held.activity_id IN (
    SELECT activity_id FROM workspace_exec_key WHERE store_id = $1 AND activity_id = ANY ($2) FOR UPDATE SKIP LOCKED)
  RETURNING fresh.place`;

const COUNT_BY_KEY = `
  SELECT ${keyIdOf('sealed_output')} AS key, count(*) AS values FROM workspace_exec_key
  WHERE store_id = $1 AND sealed_output IS NOT NULL GROUP BY 1`;

/** Outputs of commands, as their keys keep them for a day. */
export const sealedOutputs: SealedColumn = {
  table: 'workspace_exec_key',
  async page(db, { storeId, keyId, after = '', max }) {
    type SealedRow = Pick<SealedValue, 'place' | 'sealed'> & Omit<Claim, 'storeId'>;
    const rows = await db.query<SealedRow>(UNDER_OTHER_KEYS, [storeId, keyId, after, max]);
    return rows.map(({ place, sealed, ...claim }) => ({ place, sealed, context: contextOf({ storeId, ...claim }) }));
  },
  put: async (writer, storeId, values) => (await writer.query(PUT_RESEALED, valuesToPut(storeId, values))).length,
  count: (db, storeId) => db.query<CountedKey>(COUNT_BY_KEY, [storeId]),
};
