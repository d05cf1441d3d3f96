import { Client } from 'pg';
import type { CommandBus } from '../../src/kernel/bus';
import type { UnkeyedCall } from '../../src/kernel/bus/call';
import type { Transaction } from '../../src/kernel/database/queryable';
import type { Change } from '../../src/kernel/trace/change';
import { bookkeepingColumns, tables } from '../house/tables';
import { untrueOf } from './told';

/**
 * Watches what the product changes in the tables of a world, whoever opens the transaction. Each row that is changed must be named by an
 * audit row of the same transaction, which must be found by the row and by the whole of which that is a part, and must tell of each
 * column that was changed; and whatever an audit row tells of must have been written with it, see `told.ts`. What is written where nothing
 * is audited stands in `tables.ts`, with a reason. Nobody has to ask for any of it, so a new table, a new column, a forgotten `record` or
 * a forgotten write shows wherever a test comes by.
 */
interface Watched {
  readonly at: string;
  readonly name: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const audit = ['audit_row', 'audit_entity'];
const audited = Object.keys(tables).filter((name) => !tables[name]?.bookkeeping);
/** Bookkeeping that is told of, or says what is left to somebody who will tell. */
const toldOf = Object.entries(tables).flatMap(([name, { bookkeeping, words, leftIn }]) =>
  bookkeeping && words ? [name, ...(leftIn ? [leftIn] : [])] : [],
);

/** Sends word that the rest of a transaction, which a test opens as the product would, is no doing of the product. */
export const unwatched = (tx: Pick<Transaction, 'send'>): void => tx.send(`SET LOCAL test_watch.unwatched = 'on'`);

/** The same as a condition in SQL, of a statement that is a transaction of its own. */
export const unwatchedHere = `set_config('test_watch.unwatched', 'on', true) = 'on'`;

/** Only what the product itself does: a test that reaches into the database as its superuser, or says so, is not watched. */
export const watchTables = (productLogin: string): string => `
  CREATE SCHEMA test_watch;
  GRANT USAGE ON SCHEMA test_watch TO PUBLIC;
  CREATE UNLOGGED TABLE test_watch.changed (
    seq bigint GENERATED ALWAYS AS IDENTITY, at xid8 NOT NULL, name text NOT NULL, before jsonb, after jsonb);
  CREATE INDEX ON test_watch.changed (at);
  GRANT SELECT, INSERT ON test_watch.changed TO PUBLIC;
  CREATE FUNCTION test_watch.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO test_watch.changed (at, name, before, after) VALUES (pg_current_xact_id(), TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
    RETURN NULL;
  END $$;
  ${[...audited, ...toldOf, ...audit]
    .map(
      (name) =>
        `CREATE TRIGGER test_watch AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW
         WHEN (session_user = '${productLogin}' AND current_setting('test_watch.unwatched', true) IS DISTINCT FROM 'on')
         EXECUTE FUNCTION test_watch.note();`,
    )
    .join('\n')}`;

/**
 * Holds what previews tell against what their trials have written, both ways, before that is taken back: of a trial nothing is left to
 * look at when the world closes. The call is not disturbed.
 * @returns what previews tell of and did not write, or wrote and do not tell of
 */
export function watchTrials(bus: CommandBus): readonly object[] {
  const faults: object[] = [];
  const looking = (call: UnkeyedCall, from: number): UnkeyedCall => ({
    ...call,
    async inspect(tx, changes, now) {
      await call.inspect?.(tx, changes, now);
      faults.push(...faultsOfTrial(await writtenOf(tx, from), call.mutation.id, changes));
    },
  });
  const { dryRun, rehearse } = bus;
  bus.dryRun = (call) => dryRun.call(bus, looking(call, 0));
  bus.rehearse = async (tx, call, now) => rehearse.call(bus, tx, looking(call, await lastOf(tx)), now);
  return faults;
}

function faultsOfTrial(written: readonly Watched[], command: string, changes: readonly Change[]): object[] {
  // What is projected is projected by who leaves a trace.
  const told = changes.filter(({ entity }) => entity !== 'projection');
  const trace: Watched = { at: '', name: 'audit_row', before: null, after: { changes: told, command, cause: null } };
  return [untraced, unrecorded, unwritten].flatMap((faults) => faults([...written, trace]));
}

const LAST = 'SELECT coalesce(max(seq), 0)::int AS last FROM test_watch.changed WHERE at = pg_current_xact_id()';

/** What was written last in a transaction, as the product sees it. */
async function lastOf(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ last: number }>(LAST);
  return row?.last ?? 0;
}

/** In base64: who notes which identifiers a trial has read must not find these. */
const WRITTEN = `
  SELECT encode(convert_to(coalesce(json_agg(json_build_object('at', '', 'name', name, 'before', before, 'after', after) ORDER BY seq), '[]')::text,
    'UTF8'), 'base64') AS rows
  FROM test_watch.changed WHERE at = pg_current_xact_id() AND seq > $1`;

async function writtenOf(tx: Transaction, from: number): Promise<Watched[]> {
  const [row] = await tx.query<{ rows: string }>(WRITTEN, [from]);
  return JSON.parse(Buffer.from(row?.rows ?? '', 'base64').toString());
}

/**
 * @param ofTrials see {@link watchTrials}
 * @throws when something has changed without a trace, or with one that is not found or does not tell of it, or tells of more
 */
export async function assertTraced(superuserUrl: string, ofTrials: readonly object[]): Promise<void> {
  if (ofTrials.length > 0) throw new Error(`a preview does not tell what was written, and no more: ${told(ofTrials)}`);
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Watched>(
      'SELECT at::text, name, before, after FROM test_watch.changed ORDER BY seq',
    );
    for (const [said, faultsIn] of asked) {
      const faults = faultsIn(rows);
      if (faults.length > 0) throw new Error(`${said}: ${told(faults)}`);
    }
  } finally {
    await client.end();
  }
}

/** What is wrong first is told first: what nobody names nobody tells of either. */
const asked: readonly (readonly [said: string, faultsIn: (watched: readonly Watched[]) => object[]])[] = [
  ['no audit row names what was changed', untraced],
  ['no audit row is found by what was changed', unfound],
  ['no audit row tells of a column that was changed', unrecorded],
  ['an audit row tells of what was not written', unwritten],
  ['something was changed past the bus', unaudited],
];

const TOLD_MAX = 10;
const told = (found: readonly object[]): string =>
  [
    ...found.slice(0, TOLD_MAX).map((each) => JSON.stringify(each)),
    ...(found.length > TOLD_MAX ? [`and ${found.length - TOLD_MAX} more`] : []),
  ].join('\n');

interface Recorded {
  readonly id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What audit rows tell of, by transaction. */
function tracesOf(watched: readonly Watched[]) {
  const named = new Map<string, Set<unknown>>();
  const fields = new Map<string, Set<string>>();
  const commands = new Map<string, unknown[]>();
  for (const { at, after } of watched.filter(({ name }) => name === 'audit_row')) {
    const { changes, command, cause } = after as { changes: Recorded[]; command: string; cause: object | null };
    const ids = named.get(at) ?? new Set();
    for (const id of [...changes.map((change) => change.id), ...Object.values(cause ?? {})]) ids.add(id);
    named.set(at, ids);
    const tell = (id: unknown, names: readonly string[]): void => {
      fields.set(`${at} ${id}`, new Set([...(fields.get(`${at} ${id}`) ?? []), ...names]));
    };
    for (const { id, before, after } of changes) tell(id, Object.keys({ ...before, ...after }));
    for (const id of Object.values(cause ?? {})) tell(id, ['cause']);
    commands.set(at, [...(commands.get(at) ?? []), command]);
  }
  return { named, commands, fields };
}

/** Transactions in which something is audited: the bus leaves an audit row of all that it runs. */
const auditedIn = (watched: readonly Watched[]): ReadonlySet<string> =>
  new Set(watched.filter(({ name }) => name === 'audit_row').map(({ at }) => at));

/** What was changed there. A row in which only what follows from others has changed is no change of its own. */
function changes(watched: readonly Watched[]): readonly Watched[] {
  const ran = auditedIn(watched);
  return withoutPassing(watched).filter((row) => isAudited(row) && ran.has(row.at) && !onlyFollows(row));
}

function onlyFollows(row: Watched): boolean {
  const { unrecorded = {} } = tables[row.name] ?? {};
  const stays = row.before !== null && row.after !== null ? Object.keys(unrecorded) : [];
  return changedFields(row).every((field) => [...stays, ...bookkeepingColumns].includes(field) && stays.length > 0);
}

const isAudited = ({ name }: Watched): boolean => audited.includes(name);

/** What was changed elsewhere, and is not declared to be. */
function unaudited(watched: readonly Watched[]): object[] {
  const ran = auditedIn(watched);
  return withoutPassing(watched)
    .filter((row) => isAudited(row) && !ran.has(row.at))
    .flatMap((row) => {
      const { pastTheBus = {} } = tables[row.name] ?? {};
      const way = row.before === null ? 'new' : row.after === null ? 'gone' : 'changed';
      const moved = changedFields(row).filter((field) => way !== 'changed' || !bookkeepingColumns.includes(field));
      const fields = way in pastTheBus ? [] : moved.filter((field) => !(field in pastTheBus));
      return fields.length > 0 ? [{ table: row.name, row: namesOf(row), fields }] : [];
    });
}

/** What an audit row tells of that was not written with it. */
function unwritten(watched: readonly Watched[]): object[] {
  return [...transactionsOf(watched).values()].flatMap((rows) => {
    const traces = rows.filter(({ name }) => name === 'audit_row').map(({ after }) => after as unknown as Trace);
    const by = [...new Set(traces.map(({ command }) => command))];
    return untrueOf(
      traces.flatMap(({ changes }) => changes),
      rows,
    ).map((fault) => ({ by, ...fault }));
  });
}

interface Trace {
  readonly command: string;
  readonly changes: readonly Change[];
}

function transactionsOf(watched: readonly Watched[]): ReadonlyMap<string, readonly Watched[]> {
  const rows = new Map<string, Watched[]>();
  for (const row of watched) {
    const those = rows.get(row.at);
    if (those) those.push(row);
    else rows.set(row.at, [row]);
  }
  return rows;
}

/** Without rows that came and went in one transaction, e.g. what a refused item of a batch had claimed. */
function withoutPassing(watched: readonly Watched[]): readonly Watched[] {
  const contentOf = ({ at, name }: Watched, row: object | null): string => JSON.stringify([at, name, row]);
  const added = new Set(watched.flatMap((row) => (row.before ? [] : [contentOf(row, row.after)])));
  const removed = new Set(watched.flatMap((row) => (row.after ? [] : [contentOf(row, row.before)])));
  return watched.filter((row) => {
    const content = contentOf(row, row.after ?? row.before);
    return !(added.has(content) && removed.has(content));
  });
}

function untraced(watched: readonly Watched[]): object[] {
  const { named, commands } = tracesOf(watched);
  return changes(watched)
    .filter((row) => !namesOf(row).some((name) => named.get(row.at)?.has(name)))
    .map((row) => ({ by: commands.get(row.at), table: row.name, row: namesOf(row), fields: changedFields(row) }));
}

function unfound(watched: readonly Watched[]): object[] {
  const entities = watched.filter(({ name }) => name === 'audit_entity');
  const found = new Set(entities.map(({ at, after }) => `${at} ${after?.entity_id}`));
  return changes(watched)
    .flatMap((row) => findersOf(row).map((name) => ({ at: row.at, table: row.name, name })))
    .filter(({ at, name }) => !found.has(`${at} ${name}`));
}

/** Columns that were changed and that no field tells of; one by which the audit row is found has told of itself. */
function unrecorded(watched: readonly Watched[]): object[] {
  const { commands, fields } = tracesOf(watched);
  return changes(watched).flatMap((row) => {
    const told = namesOf(row).flatMap((name) => [...(fields.get(`${row.at} ${name}`) ?? [])]);
    const columns = columnsToTell(row).filter(
      (column) => !fieldsOf(row.name, column).some((name) => told.includes(name)),
    );
    return columns.length > 0 ? { by: commands.get(row.at), table: row.name, row: namesOf(row), columns } : [];
  });
}

function columnsToTell(row: Watched): string[] {
  const { namedBy = [], foundBy = [], unrecorded = {}, derived = [], initial = {} } = tables[row.name] ?? {};
  const names = new Set([...bookkeepingColumns, ...foundBy, ...namedBy.flatMap((name) => name.split('/'))]);
  const isInitial = (column: string): boolean => row.before === null && initial[column] === row.after?.[column];
  const isGone = (column: string): boolean => row.after === null && (derived.includes(column) || derived.includes('*'));
  return changedFields(row).filter(
    (column) => !names.has(column) && !(column in unrecorded) && !isInitial(column) && !isGone(column),
  );
}

function fieldsOf(table: string, column: string): readonly string[] {
  const { recordedAs = {} } = tables[table] ?? {};
  return (
    recordedAs[column] ?? recordedAs['*'] ?? [column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
  );
}

function changedFields({ name, before, after }: Watched): string[] {
  const quiet = tables[name]?.unaudited ?? {};
  return Object.keys(after ?? before ?? {}).filter(
    (field) => !(field in quiet) && JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null),
  );
}

function namesOf({ name, before, after }: Watched): unknown[] {
  const row = after ?? before ?? {};
  const columns = tables[name]?.namedBy ?? ['id'];
  return columns.map((column) =>
    column
      .split('/')
      .map((part) => row[part])
      .join('/'),
  );
}

function findersOf(watched: Watched): unknown[] {
  const { name, before, after } = watched;
  const { foundBy = ['id'], tiedBy = [], place = [] } = tables[name] ?? {};
  const stays = before !== null && after !== null;
  const moves = stays && changedFields(watched).every((field) => place.includes(field));
  const columns = stays ? foundBy.filter((column) => !moves || column !== 'id') : [...foundBy, ...tiedBy];
  return columns.flatMap((column) => [before?.[column], after?.[column]]).filter((value) => typeof value === 'string');
}
