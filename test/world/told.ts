import { canonicalJson } from '../../src/kernel/canonical';
import { groupedBy } from '../../src/kernel/grouped';
import { isWhole, sealedIn } from '../../src/kernel/personal/personal';
import { sqlName } from '../../src/kernel/table/table';
import { type Change, fieldChanges } from '../../src/kernel/trace/change';
import { declared } from '../house/aggregates';
import { type DerivedField, tables } from '../house/tables';

type Row = Readonly<Record<string, unknown>>;

/** A row that was written, in one transaction. */
export interface Written {
  readonly name: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What was told and not written. */
export interface Untrue {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The other side of `watch.ts`: what is told must have been written. Each field of a change is a column that went from the one value to
 * the other, or is made of what is declared as its origin in `tables.ts`.
 * @param written all rows that the transaction of the changes wrote, in their order
 * @returns what is told of what the build declares and was not written
 */
export function untrueOf(changes: readonly Change[], written: readonly Written[]): Untrue[] {
  const byName = indexed(written);
  return changes.flatMap((change) => {
    const table = tableOf.get(change.entity);
    if (table === undefined) return [];
    const rowsIn: Told['rowsIn'] = (name, column = namedBy(name)) => byName(name, column, change.id);
    if (!came(change, rowsIn(table)))
      return [{ entity: change.entity, id: change.id, field: '*', before: null, after: null }];
    return fieldChanges(change)
      .filter(({ field, before, after }) => !isWritten({ change, table, rowsIn }, field, before, after))
      .map(({ entity, id, field, before, after }) => ({ entity, id, field, before, after }));
  });
}

/** Tables by the words of the changes of their rows. */
const tableOf: ReadonlyMap<string, string> = new Map([
  ...declared.map(({ table: { word, table } }) => [word, table] as const),
  ...Object.entries(tables).flatMap(([name, { words = [] }]) => words.map((word) => [word, name] as const)),
]);

interface Told {
  readonly change: Change;
  readonly table: string;
  /** What was written of the thing in a table. @param column that names the thing, by default as changes of that table do */
  rowsIn(table: string, column?: string): readonly Written[];
}

/** What is said to be new, or gone, has come or gone. */
const came = ({ before, after }: Change, rows: readonly Written[]): boolean =>
  (before !== null || rows.some((row) => row.before === null)) &&
  (after !== null || rows.some((row) => row.after === null));

function isWritten(told: Told, field: string, before: unknown, after: unknown): boolean {
  const derived = tables[told.table]?.derivedFields?.[field];
  return derived
    ? isDerived(told, field, derived, before, after)
    : went(own(told), sqlName(field), sideOf(told.change.before, before), sideOf(told.change.after, after));
}

function isDerived(told: Told, field: string, derived: DerivedField, before: unknown, after: unknown): boolean {
  const { change, rowsIn } = told;
  if ('column' in derived) {
    const { column, idle } = derived;
    const sides = [sideOf(change.before, before), sideOf(change.after, after)] as const;
    const shown = (row: Row | null) => (row && idle?.(row) ? { ...row, [column]: null } : row);
    const asShown = own(told).map((row) => ({ ...row, before: shown(row.before), after: shown(row.after) }));
    return went(own(told), column, ...sides) || went(asShown, column, ...sides);
  }
  if ('sealed' in derived) {
    const { sealed } = derived;
    return own(told).some(({ before, after }) => !equal(before?.[sealed], after?.[sealed]));
  }
  if ('standing' in derived) return stands(own(told).at(-1)?.after ?? null, derived, after as Row);
  if ('within' in derived) {
    const inside = own(told).map((row) => ({
      ...row,
      before: held(row.before, derived.within),
      after: held(row.after, derived.within),
    }));
    return went(inside, field, sideOf(change.before, before), sideOf(change.after, after));
  }
  if ('zipped' in derived) {
    const whole = (row: Row | null): Row | null => row && { ...row, [field]: zipped(row, derived.zipped) };
    const asTold = own(told).map((row) => ({ ...row, before: whole(row.before), after: whole(row.after) }));
    return went(asTold, field, sideOf(change.before, before), sideOf(change.after, after));
  }
  if ('entries' in derived)
    return areEntries(own(told), derived.entries, (before ?? []) as Entries, (after ?? []) as Entries);
  if ('object' in derived) return isObject(told, derived.object, before as Row | null, after as Row | null);
  if ('row' in derived) return isRow(rowsIn(derived.row), before as Row | null, after as Row);
  if ('list' in derived) return isList(told, derived, (before ?? []) as Listed, (after ?? []) as Listed);
  const { leftIn } = tables[told.table] ?? {};
  if (leftIn && rowsIn(leftIn).at(-1)?.after) return true;
  const grown = Number(after ?? 0) - Number(before ?? 0);
  return ('count' in derived ? countedIn(told, derived) : rowsIn(derived.written).length) === grown;
}

const own = ({ rowsIn, table }: Told): readonly Written[] => rowsIn(table);

/** One side of what is told of a field: of a thing that is not there, there is none. */
interface Side {
  readonly value?: unknown;
}

const sideOf = (side: Row | null, value: unknown): Side => (side === null ? {} : { value });

/** Whether a column had the one value, and then the other. */
function went(rows: readonly Written[], column: string, before: Side, after: Side): boolean {
  const had = (row: Row | null, side: Side): boolean =>
    'value' in side ? row !== null && column in row && isAsTold(row[column], side.value) : row === null;
  const from = rows.findIndex((row) => had(row.before, before));
  return from >= 0 && rows.slice(from).some((row) => had(row.after, after));
}

/** Of what is told sealed nobody knows here what it is, only that it is something; previews tell it openly. */
const isAsTold = (value: unknown, told: unknown): boolean =>
  !isWhole(told) || sealedIn([told]).length > 0 ? value !== null : equal(value, told);

/** The objects whose fields stand in lists. */
function zipped(row: Row, columns: Readonly<Record<string, string>>): unknown[] {
  const lists = Object.entries(columns).map(([name, column]) => [name, row[column] as readonly unknown[]] as const);
  const [[, first] = ['', []]] = lists;
  return first.map((_, place) => Object.fromEntries(lists.map(([name, list]) => [name, list[place] ?? null])));
}

/** What a column of a row holds. */
const held = (row: Row | null, column: string): Row | null => row && ((row[column] ?? {}) as Row);

/** What is an amount of money is told as one. */
type Entries = readonly { readonly id: string; readonly value?: unknown; readonly amount?: unknown }[];

/** Whether each of what is told of an object came, went, or became another. */
function areEntries(rows: readonly Written[], column: string, before: Entries, after: Entries): boolean {
  const valueIn = (entries: Entries, id: string) => {
    const entry = entries.find((each) => each.id === id);
    return entry?.amount ?? entry?.value;
  };
  return [...before, ...after].every(({ id }) =>
    rows.some(
      (row) =>
        equal(held(row.before, column)?.[id], valueIn(before, id)) &&
        equal(held(row.after, column)?.[id], valueIn(after, id)),
    ),
  );
}

/** Whether a row stands where it is told to, in each of the columns and in all else that is told. */
function stands(
  row: Row | null,
  { standing, within }: Extract<DerivedField, { standing: unknown }>,
  told: Row,
): boolean {
  const all = { ...held(row, within), ...Object.fromEntries(standing.map((column) => [column, row?.[column]])) };
  return [...new Set([...standing, ...Object.keys(told)])].every(
    (name) => name in all && name in told && equal(all[name], told[name]),
  );
}

function isObject(
  told: Told,
  parts: Extract<DerivedField, { object: unknown }>['object'],
  before: Row | null,
  after: Row | null,
): boolean {
  return Object.entries(parts).every(([name, part]) => {
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    if (equal(old, now)) return true;
    if (typeof part === 'string') return went(own(told), part, sideOf(before, old), sideOf(after, now));
    // It is shown, or not, by what the object says beside it.
    if (old === null || now === null) return true;
    return isRow(told.rowsIn(part.row), old as Row, now as Row);
  });
}

const isRow = (rows: readonly Written[], before: Row | null, after: Row): boolean =>
  Object.keys(after)
    .filter((name) => !equal(before?.[name], after[name]))
    .every((name) => went(rows, sqlName(name), sideOf(before, before?.[name]), { value: after[name] }));

type Listed = readonly (string | Row)[];

function isList(
  { rowsIn }: Told,
  { list, of, key }: Extract<DerivedField, { list: string }>,
  before: Listed,
  after: Listed,
): boolean {
  const rows = rowsIn(list, of);
  const columns = key.split('/');
  const named = (row: Row | null): string => columns.map((column) => row?.[column]).join('/');
  const idOf = (part: Listed[number]): string => (typeof part === 'string' ? part : named(part));
  const [had, has] = [before, after].map((parts) => new Map(parts.map((part) => [idOf(part), part])));
  const ids = [...new Set([...before, ...after].map(idOf))];
  const byName = groupedBy(rows, (row) => named(row.after ?? row.before));
  const isPart = (id: string): boolean => {
    const [old, now] = [had?.get(id), has?.get(id)];
    const its = byName.get(id) ?? [];
    if (old === undefined || now === undefined) return comesOrGoes(its, fieldsIn(old ?? now, key), now !== undefined);
    return isRow(its, fieldsIn(old, key), fieldsIn(now, key));
  };
  // The same parts in another order stand at other places; no parts at all are written nowhere.
  return (rows.length > 0 || ids.length === 0) && ids.every(isPart);
}

const fieldsIn = (part: Listed[number] | undefined, key: string): Row =>
  typeof part === 'string' ? { [key]: part } : (part ?? {});

/** Whether a part came, or went, with these values. */
const comesOrGoes = (rows: readonly Written[], fields: Row, comes: boolean): boolean =>
  Object.entries(fields).every(([name, value]) =>
    went(rows, sqlName(name), comes ? {} : { value }, comes ? { value } : {}),
  );

function countedIn({ rowsIn }: Told, { count, of, such }: Extract<DerivedField, { count: string }>): number {
  const isSuch = (row: Row | null): number => (row !== null && such(row) ? 1 : 0);
  return rowsIn(count, of).reduce((sum, { before, after }) => sum + isSuch(after) - isSuch(before), 0);
}

/** By what changes call the rows of a table, first of all. */
const namedBy = (table: string): string => tables[table]?.namedBy?.[0] ?? 'id';

/** Looks rows up by their table and the value of a column; `a/b` are two. */
function indexed(written: readonly Written[]) {
  const indexes = new Map<string, Map<string, readonly Written[]>>();
  return (table: string, column: string, value: string): readonly Written[] => {
    const place = `${table} ${column}`;
    let index = indexes.get(place);
    if (!index) {
      const columns = column.split('/');
      index = groupedBy(
        written.filter(({ name }) => name === table),
        (row) => columns.map((part) => (row.after ?? row.before)?.[part]).join('/'),
      );
      indexes.set(place, index);
    }
    return index.get(value) ?? [];
  };
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

/** Times are told in milliseconds and kept in microseconds. */
function equal(left: unknown, right: unknown): boolean {
  if (canonicalJson(left ?? null) === canonicalJson(right ?? null)) return true;
  // A text that only looks like a time is none, and equals nothing else.
  const areTimes = typeof left === 'string' && typeof right === 'string' && TIME.test(left) && TIME.test(right);
  return areTimes && Date.parse(left) === Date.parse(right);
}
