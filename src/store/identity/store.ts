import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { Contention } from '../../kernel/errors';
import type { SecretBox } from '../../kernel/personal/secret-box';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { sealedRowsOf } from '../../kernel/table/sealed-store';
import type { Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { soleStatements } from '../sole-store';
import { type Identity, identity, type StatedIdentity } from './aggregate';

const { save } = storeOf(identity);
const { insertNew } = insertsInto(identity);
const { open, seal } = sealedRowsOf(identity, 'id');

/** A store has one: two calls of one proposal cannot both make it. */
const SOLE = 'identity/sole';

const { find: FIND, titles: TITLES } = soleStatements(identity);

export async function findIdentity(db: Queryable, box: SecretBox, storeId: string): Promise<Identity | undefined> {
  db.touch?.('reads', SOLE);
  const [row] = await db.query<Row<typeof identity>>(FIND, [storeId]);
  return row && open(db, box, storeId, row);
}

type New = StatedIdentity & Pick<Identity, 'id'>;

/** Writes the identity of a store that had none. @throws {Contention} when another call has written one meanwhile */
export async function insertIdentity(
  tx: Transaction,
  box: SecretBox,
  storeId: string,
  row: New,
  now: Date,
): Promise<Identity> {
  tx.touch?.('claims', SOLE);
  if (!(await insertNew(tx, storeId, await seal(tx, box, storeId, row), now)))
    throw new Contention(storeId, 'Somebody stated the identity of the merchant a moment ago.');
  return { ...row, rev: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() };
}

/** Writes what somebody has stated instead; see {@link storeOf}. */
export async function saveIdentity(
  tx: Transaction,
  box: SecretBox,
  storeId: string,
  before: Identity,
  stated: StatedIdentity,
  now: Date,
): Promise<Identity> {
  const { rev, updatedAt } = save(tx, storeId, before, await seal(tx, box, storeId, { ...before, ...stated }), now);
  return { ...before, ...stated, rev, updatedAt };
}

/** Reads the name of the store for its identity: the legal name is data of a person. */
export const identityTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const STATED = 'SELECT FROM store_identity WHERE store_id = $1';

/** Whether anybody has stated it. */
export async function hasIdentity(db: Queryable, storeId: string): Promise<boolean> {
  const rows = await db.query(STATED, [storeId]);
  return rows.length > 0;
}
