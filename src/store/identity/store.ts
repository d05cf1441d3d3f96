import type { Queryable, Transaction } from '../../kernel/database/database';
import { Contention } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import type { New } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type IdentityRow, identity } from './aggregate';

export const { save: saveIdentity } = storeOf(identity);

const { insertNew } = insertsInto(identity);

/** A store has one: two calls of one proposal cannot both make it. */
const SOLE = 'identity/sole';

const FIND = `SELECT ${identity.select()} FROM store_identity WHERE store_id = $1`;

export async function findIdentity(db: Queryable, storeId: string): Promise<IdentityRow | undefined> {
  db.touch?.('reads', SOLE);
  const [row] = await db.query<IdentityRow>(FIND, [storeId]);
  return row;
}

/** Writes the identity of a store that had none. @throws {Contention} when another call has written one meanwhile */
export async function insertIdentity(
  tx: Transaction,
  storeId: string,
  row: New<typeof identity>,
  now: Date,
): Promise<IdentityRow> {
  tx.touch?.('claims', SOLE);
  if (!(await insertNew(tx, storeId, row, now)))
    throw new Contention(storeId, 'Somebody stated the identity of the merchant a moment ago.');
  return { ...row, rev: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() };
}

const TITLES = `
  SELECT i.id, s.name AS title FROM store_identity i JOIN store s ON s.id = i.store_id
  WHERE i.store_id = $1 AND i.id = ANY($2)`;

/** What the store is called: the legal name is data of a person. */
export const identityTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
