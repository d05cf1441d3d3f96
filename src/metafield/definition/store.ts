import { lockOf } from '../../kernel/database/locks';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto, touchWritten } from '../../kernel/table/table-store';
import { type DefinitionRow, definition } from './aggregate';
import type { Target } from './fields';

export const { get: getDefinition, change: changeDefinition } = storeOf(definition);

/** Writes a new one, unless its target has a field of the same key. */
export const { insertNew: insertDefinition } = insertsInto(definition);

const LOCK = `SELECT count(pg_advisory_xact_lock(${lockOf('turn', '$1 || $2')}))`;

const COUNT = 'SELECT count(*)::int AS count FROM metafield_definition WHERE store_id = $1 AND target = $2';

/** How many fields a target has; nobody else of the store creates one of it before the transaction ends. */
export async function countDefinitions(tx: Transaction, storeId: string, target: Target): Promise<number> {
  tx.send(LOCK, [storeId, ` metafield definitions of ${target}`]);
  const [row] = await tx.query<{ count: number }>(COUNT, [storeId, target]);
  return row?.count ?? 0;
}

const LOCK_ONE = `SELECT ${definition.select()} FROM metafield_definition WHERE store_id = $1 AND id = $2 FOR UPDATE`;

/** Holds one until the transaction ends; undefined: there is none, or no longer. */
export async function lockDefinition(tx: Transaction, storeId: string, id: string): Promise<DefinitionRow | undefined> {
  const [row] = await tx.query<DefinitionRow>(LOCK_ONE, [storeId, id]);
  return row;
}

const DELETE = 'DELETE FROM metafield_definition WHERE store_id = $1 AND id = $2';

/** Sends that there is none any more: its key is free. */
export function deleteDefinition(tx: Transaction, storeId: string, row: DefinitionRow): void {
  touchWritten(tx, definition, row, null);
  tx.send(DELETE, [storeId, row.id]);
}

const LIST = `
  SELECT ${definition.select()} FROM metafield_definition
  WHERE store_id = $1 AND ($2::text IS NULL OR target = $2) AND ($3::text IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`;

/** Lists the definitions of a store, newest first. @param target null: of all @param before id of the last row of the page before */
export const listDefinitions = (
  db: Queryable,
  storeId: string,
  target: Target | null,
  before: string | null,
  limit: number,
): Promise<DefinitionRow[]> => db.query<DefinitionRow>(LIST, [storeId, target, before, limit]);

/** Looks up what they are called by programs: what people call them is closed. */
export const definitionTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>('SELECT id, key AS title FROM metafield_definition WHERE store_id = $1 AND id = ANY($2)', [
    storeId,
    ids,
  ]);
