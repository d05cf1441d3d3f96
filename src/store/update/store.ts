import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { isUniqueViolation } from '../../kernel/database/sql-states';
import { Contention } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import type { New } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { openStates, type UpdateKind, type UpdateRow, type UpdateState, update } from './aggregate';

export const { change: changeUpdate, get: getUpdate } = storeOf(update);
const rows = insertsInto(update);

const OPEN = openStates.map((state) => `'${state}'`).join(', ');

/** Two looks that find the same update: one of them begins anew, and finds the other's. */
export async function insertUpdate(
  tx: Transaction,
  storeId: string,
  row: New<typeof update>,
  at: Date,
): Promise<UpdateRow> {
  tx.touch?.('claims', `${update.word}/${row.kind}/${row.name}`);
  if (!(await rows.insertNew(tx, storeId, row, at)))
    throw new Contention(storeId, 'Somebody prepared this update a moment ago.');
  const moment = at.toISOString();
  return { ...row, rev: 1, createdAt: moment, updatedAt: moment } as UpdateRow;
}

const ALL_OPEN = `SELECT ${update.select()} FROM store_update WHERE store_id = $1 AND state IN (${OPEN})`;

/** Open updates of a store: one of each theme and extension at most. */
export const openUpdates = (db: Queryable, storeId: string): Promise<UpdateRow[]> =>
  db.query<UpdateRow>(ALL_OPEN, [storeId]);

/** The open update of a thing. */
export async function findOpenUpdate(
  db: Queryable,
  storeId: string,
  kind: UpdateKind,
  name: string,
): Promise<UpdateRow | undefined> {
  db.touch?.('reads', `${update.word}/${kind}/${name}`);
  const [row] = await db.query<UpdateRow>(`${ALL_OPEN} AND kind = $2 AND name = $3`, [storeId, kind, name]);
  return row;
}

/** Opens an update that was applied once more. A look that finds a newer one meanwhile goes before. */
export async function reopenUpdate(
  context: Parameters<typeof changeUpdate>[0],
  row: UpdateRow,
  patch: Partial<UpdateRow>,
): Promise<void> {
  changeUpdate(context, row, patch);
  try {
    await findOpenUpdate(context.tx, context.storeId, row.kind, row.name);
  } catch (error) {
    if (!isUniqueViolation(error, 'store_update_open')) throw error;
    throw new Contention(row.id, 'Somebody prepared a newer update a moment ago.');
  }
}

const APPLIED = `
  SELECT ${update.select()} FROM store_update
  WHERE store_id = $1 AND state = 'applied' AND seq = $2 ORDER BY id DESC LIMIT 1`;

/** The update that was applied as a version of the design. */
export async function findAppliedAs(db: Queryable, storeId: string, seq: number): Promise<UpdateRow | undefined> {
  db.touch?.('reads', `${update.word}/applied/${seq}`);
  const [row] = await db.query<UpdateRow>(APPLIED, [storeId, seq]);
  return row;
}

const LIST = `
  SELECT ${update.select()} FROM store_update
  WHERE store_id = $1 AND ($2::text IS NULL OR state = $2) AND ($3::text IS NULL OR kind = $3)
    AND ($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`;

interface UpdateFilter {
  readonly state: UpdateState | null;
  readonly kind: UpdateKind | null;
}

/** Lists the updates of a store, newest first. @param before identifier of the last one of the page before */
export const listUpdates = (
  db: Queryable,
  storeId: string,
  { state, kind }: UpdateFilter,
  before: string | null,
  limit: number,
): Promise<UpdateRow[]> => db.query<UpdateRow>(LIST, [storeId, state, kind, before, limit]);

const TITLES = `
  SELECT id, name || ' ' || to_version AS title FROM store_update WHERE store_id = $1 AND id = ANY($2)`;

export const updateTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
