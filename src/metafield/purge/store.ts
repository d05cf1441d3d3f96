import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import type { Target } from '../definition/fields';
import type { Stated } from '../value/aggregate';
import { shownFrom } from '../value/store';
import type { MetafieldPurgeInput } from './contract';
import { REMOVALS_MAX, type Removal, removalOf } from './removal';
import { purge } from './table';

/** Sets of values that one transaction changes at most, and bytes that its audit row tells of, but for the first. */
const AT_ONCE = 1_000;
const BYTES_AT_ONCE = 1_000_000;

const COUNT = 'SELECT count(*)::int AS count FROM metafield_values WHERE store_id = $1 AND content ? $2';

/** How many things have a value in the field. */
export async function countValues(db: Queryable, storeId: string, definitionId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT, [storeId, definitionId]);
  return row?.count ?? 0;
}

export const { insert: insertPurge } = insertsInto(purge);

const LOCK = `SELECT ${purge.select('p')} FROM metafield_purge p WHERE p.store_id = $1 AND p.id = $2 FOR UPDATE`;

/** @returns undefined when nothing is left to be taken away */
export async function lockPurge(
  tx: Transaction,
  storeId: string,
  definitionId: string,
): Promise<Row<typeof purge> | undefined> {
  const [row] = await tx.query<Row<typeof purge>>(LOCK, [storeId, definitionId]);
  return row;
}

/** In the order of their identifiers, so that each is looked at once, however many there are. */
const STRIP = `
  WITH next AS MATERIALIZED (
    SELECT id, owner_id, content -> $2 AS value FROM metafield_values
    WHERE store_id = $1 AND id > $3 AND content ? $2 ORDER BY id LIMIT ${AT_ONCE}
  ), batch AS MATERIALIZED (
    SELECT id, owner_id, value FROM (
      SELECT next.*, sum(octet_length(value::text)) OVER (ORDER BY id) - octet_length(value::text) AS before FROM next) sized
    WHERE before < ${BYTES_AT_ONCE}
  )
  UPDATE metafield_values m SET content = m.content - $2, shown = ${shownFrom('m.content - $2')}, rev = m.rev + 1, updated_at = $4
  FROM batch WHERE m.store_id = $1 AND m.id = batch.id
  RETURNING m.id, m.owner_id AS "ownerId", batch.value`;

/** A value that was taken away, and from where. */
interface Stripped {
  readonly id: string;
  readonly ownerId: string;
  readonly value: Stated;
}

/** Takes away the values of the next things. @param after the last set that was looked at @returns in the order of their sets; none: that was all */
export async function stripValues(
  tx: Transaction,
  storeId: string,
  definitionId: string,
  after: string,
  now: Date,
): Promise<Stripped[]> {
  const rows = await tx.query<Stripped>(STRIP, [storeId, definitionId, after, now]);
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

const MOVE = 'UPDATE metafield_purge SET done = done + $3, place = $4 WHERE store_id = $1 AND id = $2';

/** Sends how far it is. */
export function movePurge(tx: Transaction, storeId: string, definitionId: string, done: number, place: string): void {
  tx.send(MOVE, [storeId, definitionId, done, place]);
}

const END = 'DELETE FROM metafield_purge WHERE store_id = $1 AND id = $2';

/** Sends that nothing is left. */
export function endPurge(tx: Transaction, storeId: string, definitionId: string): void {
  tx.send(END, [storeId, definitionId]);
}

const GO_ON = 'UPDATE metafield_purge SET given_up = false WHERE store_id = $1 AND id = $2';

/** Sends that a workflow takes the rest away after all. */
export function resumePurge(tx: Transaction, storeId: string, definitionId: string): void {
  tx.send(GO_ON, [storeId, definitionId]);
}

const GIVE_UP = 'UPDATE metafield_purge SET given_up = true WHERE store_id = $1 AND id = $2';

/** Sends that nobody takes the rest away. The row stays: by it reads know that values of a deleted field may be there. */
export function giveUpPurge(tx: Transaction, storeId: string, definitionId: string): void {
  tx.send(GIVE_UP, [storeId, definitionId]);
}

const LIST = `
  SELECT ${purge.select('p')} FROM metafield_purge p
  WHERE p.store_id = $1 AND ($2::text IS NULL OR p.definition ->> 'target' = $2) ORDER BY p.id DESC LIMIT ${REMOVALS_MAX}`;

/** Deleted fields of whose values some are left, newest first. @param target null: of all */
export async function listRemovals(db: Queryable, storeId: string, target: Target | null): Promise<Removal[]> {
  return (await db.query<Row<typeof purge>>(LIST, [storeId, target])).map(removalOf);
}

/** Open ones of all stores. */
export const findOpenPurges = (maintenance: Queryable, page: Page): Promise<FoundRow<MetafieldPurgeInput>[]> =>
  maintenance.query(openRowsOf('metafield_purge'), page);
