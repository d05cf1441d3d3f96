import { Client } from 'pg';
import { bookkeepingColumns, tables } from '../house/tables';

/**
 * Watches what the product changes in the tables of a world: where the bus has run something, each row that was changed with it must be
 * named by an audit row of the same transaction, which must be found by the row and by the whole of which that is a part, and must tell
 * of each column that was changed. Nobody has to ask for it, so a new table, a new column or a forgotten `record` shows wherever a
 * test comes by.
 */
interface Watched {
  readonly at: string;
  readonly name: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const audit = ['audit_row', 'audit_entity'];
const audited = Object.keys(tables).filter((name) => !tables[name]?.bookkeeping);

/** Only what the product itself does: a test that reaches into the database as its superuser is not watched. */
export const watchTables = (productLogin: string): string => `
  CREATE SCHEMA test_watch;
  GRANT USAGE ON SCHEMA test_watch TO PUBLIC;
  CREATE UNLOGGED TABLE test_watch.changed (at xid8 NOT NULL, name text NOT NULL, before jsonb, after jsonb);
  GRANT INSERT ON test_watch.changed TO PUBLIC;
  CREATE FUNCTION test_watch.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO test_watch.changed VALUES (pg_current_xact_id(), TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
    RETURN NULL;
  END $$;
  ${[...audited, ...audit]
    .map(
      (name) =>
        `CREATE TRIGGER test_watch AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW
         WHEN (session_user = '${productLogin}') EXECUTE FUNCTION test_watch.note();`,
    )
    .join('\n')}`;

/** @throws when something has changed without a trace, with one that is not found, or with one that does not tell of it */
export async function assertTraced(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Watched>('SELECT at::text, name, before, after FROM test_watch.changed');
    const [without, hidden, untold] = [untraced(rows), unfound(rows), unrecorded(rows)];
    if (without.length > 0) throw new Error(`no audit row names what was changed: ${told(without)}`);
    if (hidden.length > 0) throw new Error(`no audit row is found by what was changed: ${told(hidden)}`);
    if (untold.length > 0) throw new Error(`no audit row tells of a column that was changed: ${told(untold)}`);
  } finally {
    await client.end();
  }
}

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

/** What was changed where something is audited: the bus leaves an audit row of all that it runs. */
function changes(watched: readonly Watched[]): readonly Watched[] {
  const ran = new Set(watched.filter(({ name }) => name === 'audit_row').map(({ at }) => at));
  return withoutPassing(watched).filter(
    (row) => !audit.includes(row.name) && ran.has(row.at) && changedFields(row).length > 0,
  );
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
