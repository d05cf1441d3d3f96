import type { CommandBus } from '../../kernel/bus';
import { noted } from '../../kernel/bus/noted';
import type { Queryable, Transaction } from '../../kernel/database/database';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { type SenderRow, sender } from './aggregate';
import type { SenderInput } from './contract';

export const { change: changeSender, get: getSender } = storeOf(sender);
export const { insert: insertSender } = insertsInto(sender);

const noSuchSender = (): never => refuse('not_found', 'There is no such sender address.', { quotesNobody: true });

const EXTENSION_OF = 'SELECT extension FROM cargo_sender WHERE store_id = $1 AND id = $2';

/** Of which extension an address is, which it stays. @throws {Refusal} not_found */
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

/** An address as the asking needs it. */
export interface AskedSender extends SenderRow {
  /** Since it was asked for the last time; of one that was not, since it was wanted. */
  readonly ageMs: number;
}

const FIND = `
  SELECT ${sender.select()},
    floor(extract(epoch FROM clock_timestamp() - coalesce(asked_at, created_at)) * 1000)::float8 AS "ageMs"
  FROM cargo_sender WHERE store_id = $1 AND id = $2`;

export async function findAskedSender(
  db: Queryable,
  storeId: string,
  senderId: string,
): Promise<AskedSender | undefined> {
  const [row] = await db.query<AskedSender>(FIND, [storeId, senderId]);
  return row;
}

const HERE = `WHERE store_id = $1 AND id = $2 AND asked = $3 AND state = 'creating' RETURNING id`;

const ASK = `
  UPDATE cargo_sender SET asked = asked + 1, asked_at = clock_timestamp(), missing = 0, waiting_for = NULL ${HERE}`;

/** Notes that the provider is asked to create it, before it is. */
export const noteAskedForSender = (bus: CommandBus, storeId: string, { id, asked }: SenderRow): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(ASK, [storeId, id, asked]));

const UNASK = `UPDATE cargo_sender SET asked = asked - 1 ${HERE}`;

/** Notes that the provider has done nothing of what it was asked. */
export const takeBackAskedForSender = (bus: CommandBus, storeId: string, { id, asked }: SenderRow): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(UNASK, [storeId, id, asked + 1]));

const MISSING = `UPDATE cargo_sender SET missing = missing + 1 ${HERE}`;

/** Notes that it is not there. */
export const noteSenderMissing = (bus: CommandBus, storeId: string, { id, asked }: SenderRow): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(MISSING, [storeId, id, asked]));

const WAIT = `
  UPDATE cargo_sender SET waiting_for = $3 WHERE store_id = $1 AND id = $2 AND state = 'creating' RETURNING id`;

/** Notes what it waits for, for people. */
export const noteSenderWaits = (
  bus: CommandBus,
  storeId: string,
  senderId: string,
  waitingFor: string,
): Promise<boolean> => noted(bus, storeId, (tx) => tx.query(WAIT, [storeId, senderId, waitingFor.slice(0, 300)]));

const WAITS_NO_MORE = 'UPDATE cargo_sender SET waiting_for = NULL WHERE store_id = $1 AND id = $2';

/** Of one that has ended nobody waits for anything. */
export function sendSenderWaitsNoMore(tx: Transaction, storeId: string, senderId: string): void {
  tx.send(WAITS_NO_MORE, [storeId, senderId]);
}

/** Open ones of all stores. */
export const findOpenSenders = (maintenance: Queryable, page: Page): Promise<FoundRow<SenderInput>[]> =>
  maintenance.query(openRowsOf('cargo_sender'), page);
