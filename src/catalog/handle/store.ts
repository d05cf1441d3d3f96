import { lockOf } from '../../kernel/database/locks';
import type { Transaction } from '../../kernel/database/queryable';
import { anyNumbered, handles, type Space } from './column';
import { HandleAllocator, type HandleWish, handleLocks } from './handle';

const LOCK = `
  SELECT count(pg_advisory_xact_lock(${lockOf('turn', '$1 || $2 || bucket')})) FROM unnest($3::int[]) AS bucket`;

/**
 * `-:` follows `-9` in the C collation, so the range holds the numbered handles of a base and little else. OFFSET 0 keeps
 * the planner from joining all bases with all handles: it takes the two bounds for two thirds of the table each.
 */
const takenHandles = (table: string): string => `
  SELECT handle FROM ${table} WHERE store_id = $1 AND handle = ANY($2::text[])
  UNION ALL
  SELECT numbered.handle FROM unnest($3::text[]) AS base CROSS JOIN LATERAL (
    SELECT t.handle FROM ${table} t WHERE t.store_id = $1 AND t.handle >= base || '-1' AND t.handle < base || '-:' OFFSET 0
  ) AS numbered`;

/** Whether one name is taken: prepared, since the range of {@link taken} is planned anew each time that it is asked. */
const takenAlone = (table: string): string => `SELECT handle FROM ${table} WHERE store_id = $1 AND handle = $2`;

const TAKEN = {
  product: takenHandles('catalog_product'),
  collection: takenHandles('catalog_collection'),
};

const TAKEN_ALONE = {
  product: takenAlone('catalog_product'),
  collection: takenAlone('catalog_collection'),
};

/**
 * Locks the names near the wished ones until the transaction ends, then reads which are taken. The look-up is a statement of
 * its own behind the lock, so it sees what the previous holder committed.
 */
export async function lockHandles(
  tx: Transaction,
  storeId: string,
  space: Space,
  wishes: readonly HandleWish[],
): Promise<HandleAllocator> {
  if (wishes.length === 0) return new HandleAllocator([]);
  for (const { handle, derived } of wishes)
    handles[space].touch(tx, 'reads', [handle, ...(derived ? [anyNumbered(handle)] : [])]);
  tx.send(LOCK, [storeId, ` ${space} handle `, handleLocks(wishes)]);
  const rows = await readTaken(tx, storeId, space, wishes);
  return new HandleAllocator(rows.map(({ handle }) => handle));
}

/** Reads the handles that are taken. For a single wish those near it matter only if it is taken itself. */
async function readTaken(
  tx: Transaction,
  storeId: string,
  space: Space,
  wishes: readonly HandleWish[],
): Promise<{ handle: string }[]> {
  const [wish, ...others] = wishes;
  if (wish && others.length === 0) {
    const found = await tx.query<{ handle: string }>(TAKEN_ALONE[space], [storeId, wish.handle]);
    if (found.length === 0 || !wish.derived) return found;
  }
  const all = [...new Set(wishes.map(({ handle }) => handle))];
  const bases = [...new Set(wishes.filter(({ derived }) => derived).map(({ handle }) => handle))];
  return tx.query(TAKEN[space], [storeId, all, bases]);
}
