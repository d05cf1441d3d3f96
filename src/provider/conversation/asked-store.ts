import type { CommandBus } from '../../kernel/bus';
import { noted } from '../../kernel/bus/noted';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import type { Notes } from './attempt';

/** A row with {@link askedColumns}, e.g. a refund, about which a conversation makes requests to its provider. */
export interface AskedRow<State extends string = string> {
  readonly id: string;
  readonly state: State;
  readonly asked: number;
  /** The time since the last request; without one, the time since it is wanted. */
  readonly ageMs: number;
}

/** A table of such rows, and the state in which the provider is asked about a row. */
export interface AskedTable<Open extends string = string> {
  readonly table: string;
  readonly open: Open;
  /** The database function that finds open rows of all stores, without `open_` (migrations/open-rows.ts). */
  readonly openRows: string;
  /** The states in which a row waits for something. @default the open one */
  readonly waits?: readonly string[];
}

type Counted = Pick<AskedRow, 'id' | 'asked'>;

/** The functions that write and find such rows, and their statements. */
export interface AskedBook<Input, Open extends string = string> {
  readonly open: Open;
  /** The statements of this store, by name, so that tests can check them. */
  readonly sql: Readonly<Record<string, string>>;
  /** Makes the notes that an attempt writes into a row. */
  notesOf(bus: CommandBus, storeId: string, row: Counted): Notes;
  /** Notes for people the reason for which the row waits. */
  noteWaiting(bus: CommandBus, storeId: string, id: string, waitingFor: string): Promise<boolean>;
  /** Sends that a locked row waits for nothing any more. */
  sendWaitsNoMore(tx: Transaction, storeId: string, id: string): void;
  /** Finds open rows of all stores. */
  findOpen(maintenance: Queryable, page: Page): Promise<FoundRow<Input>[]>;
}

/** SQL of the time since a moment, in ms. */
export const msSince = (moment: string): string =>
  `floor(extract(epoch FROM clock_timestamp() - ${moment}) * 1000)::float8`;

/**
 * SQL of the time since the last request, in ms, or since the moment from which a request is due. A request that was taken back leaves its
 * time in the row: it counts no more.
 * @param due SQL of that moment @param of the alias of the table, with its dot
 */
export const msSinceAsked = (due: string, of = ''): string =>
  msSince(`CASE WHEN ${of}asked > 0 THEN ${of}asked_at ELSE ${due} END`);

function statementsOf({ table, open, openRows, waits = [open] }: AskedTable) {
  const here = `WHERE store_id = $1 AND id = $2 AND asked = $3 AND state = '${open}' RETURNING id`;
  const waiting = waits.map((state) => `'${state}'`).join(', ');
  return {
    ask: `UPDATE ${table} SET asked = asked + 1, asked_at = clock_timestamp(), missing_since = NULL, waiting_for = NULL ${here}`,
    takeBack: `UPDATE ${table} SET asked = asked - 1 ${here}`,
    missing: `UPDATE ${table} SET missing_since = coalesce(missing_since, clock_timestamp()) ${here},
      ${msSince('missing_since')} AS "missingMs"`,
    forget: `UPDATE ${table} SET missing_since = NULL ${here}`,
    wait: `UPDATE ${table} SET waiting_for = $3 WHERE store_id = $1 AND id = $2 AND state IN (${waiting}) RETURNING id`,
    waitNoMore: `UPDATE ${table} SET waiting_for = NULL WHERE store_id = $1 AND id = $2`,
    find: openRowsOf(openRows),
  };
}

/**
 * Makes the statement that empties `waiting_for`: it holds words of a provider, which may name a person. `$1` is the store.
 * @param which SQL of the condition that selects the rows
 */
export const untellingOf = (table: string, which: string): string =>
  `UPDATE ${table} SET waiting_for = NULL WHERE store_id = $1 AND waiting_for IS NOT NULL AND ${which}`;

export function askedBook<Input, const Open extends string>(of: AskedTable<Open>): AskedBook<Input, Open> {
  const sql = statementsOf(of);
  return {
    open: of.open,
    sql,
    notesOf: (bus, storeId, { id, asked }) => ({
      noteAsked: () => noted(bus, storeId, (tx) => tx.query(sql.ask, [storeId, id, asked])),
      takeBackAsked: () => noted(bus, storeId, (tx) => tx.query(sql.takeBack, [storeId, id, asked + 1])),
      noteMissing: () =>
        bus.inTransaction<number>(storeId, async (tx) => {
          const [row] = await tx.query<{ missingMs: number }>(sql.missing, [storeId, id, asked]);
          return { keep: row !== undefined, value: row?.missingMs ?? 0 };
        }),
      forgetMissing: () => noted(bus, storeId, (tx) => tx.query(sql.forget, [storeId, id, asked])),
    }),
    noteWaiting: (bus, storeId, id, waitingFor) =>
      noted(bus, storeId, (tx) => tx.query(sql.wait, [storeId, id, waitingFor.slice(0, 300)])),
    sendWaitsNoMore: (tx, storeId, id) => tx.send(sql.waitNoMore, [storeId, id]),
    findOpen: (maintenance, page) => maintenance.query(sql.find, page),
  };
}
