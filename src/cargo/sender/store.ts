import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type AskedRow, askedBook, msSinceAsked } from '../../provider/conversation/asked-store';
import { type SenderRow, sender } from './aggregate';
import type { SenderInput } from './contract';

export const { change: changeSender, get: getSender } = storeOf(sender);
export const { insert: insertSender } = insertsInto(sender);

const noSuchSender = (): never => refuse('not_found', 'There is no such sender address.', { quotesNobody: true });

const EXTENSION_OF = 'SELECT extension FROM cargo_sender WHERE store_id = $1 AND id = $2';

/** Finds the extension of an address, which never changes. @throws {Refusal} not_found */
export async function findExtensionOfSender(db: Queryable, storeId: string, senderId: string): Promise<string> {
  const [found] = await db.query<{ extension: string }>(EXTENSION_OF, [storeId, senderId]);
  return found?.extension ?? noSuchSender();
}

const LOCK = `SELECT ${sender.select()} FROM cargo_sender WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** @throws {Refusal} not_found */
export async function lockSender(tx: Transaction, storeId: string, senderId: string): Promise<SenderRow> {
  const [row] = await tx.query<SenderRow>(LOCK, [storeId, senderId]);
  return row ?? noSuchSender();
}

const CREATING = `SELECT 1 FROM cargo_sender WHERE store_id = $1 AND extension = $2 AND state = 'creating' LIMIT 1`;

/** Whether an address is being created at the provider of a held extension. */
export const isSenderCreated = async (tx: Transaction, storeId: string, ext: string): Promise<boolean> =>
  (await tx.query(CREATING, [storeId, ext])).length > 0;

const TITLES = `SELECT id, reference AS title FROM cargo_sender WHERE store_id = $1 AND id = ANY($2)`;

/** By the name that the provider has of it: all else of it is data of a person. */
export const senderTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

export const senderBook = askedBook<SenderInput, SenderRow['state']>({
  table: 'cargo_sender',
  open: 'creating',
  openRows: 'cargo_sender',
});

/** An address as the asking needs it. */
export interface AskedSender extends SenderRow, Pick<AskedRow, 'ageMs'> {}

const FIND = `
  SELECT ${sender.select()}, ${msSinceAsked('created_at')} AS "ageMs"
  FROM cargo_sender WHERE store_id = $1 AND id = $2`;

export async function findAskedSender(
  db: Queryable,
  storeId: string,
  senderId: string,
): Promise<AskedSender | undefined> {
  const [row] = await db.query<AskedSender>(FIND, [storeId, senderId]);
  return row;
}

const NEWEST = `
  SELECT name, phone, address, district, province, postal_code AS "postalCode" FROM cargo_sender
  WHERE store_id = $1 AND state = 'ready' ORDER BY id DESC LIMIT 1`;

/** Finds the address that was stated last of those from which parcels are fetched. */
export async function findNewestSender(
  db: Queryable,
  storeId: string,
): Promise<Pick<SenderRow, 'name' | 'phone' | 'address' | 'district' | 'province' | 'postalCode'> | undefined> {
  const [row] = await db.query<SenderRow>(NEWEST, [storeId]);
  return row;
}
