import type { Hidden, Sealed } from '../personal/personal';
import {
  type Answer,
  answered,
  createdAt,
  isNullable,
  type label,
  ownId,
  type Static,
  standingFor,
  type TOptional,
  type TSchema,
  t,
  updatedAt,
} from '../schema/schema';
import { assertRead } from '../schema/walk';

/** The column types of Postgres that tables may use. */
export type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'double precision'
  | 'integer'
  | 'integer[]'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'text[]'
  | 'timestamptz';

/** The calls that let their caller state a column: that of a new thing, or that of a change of it. */
export type Writer = 'create' | 'update';

/** The sign in a row for the moment of the call that writes it. */
export const MOMENT: unique symbol = Symbol('moment');

/** A column of a table. By its name in camel case, it is also a field of its rows, answers, snapshots and commands. */
export interface Column {
  readonly type: ColumnType;
  /** Schema of the values that may be written, with their meaning. Answers promise the type, but not today's limits of length. */
  readonly schema: TSchema;
  /** Schema that answers promise if it is wider, e.g. because the law has changed the rules of writing. */
  readonly answers?: TSchema;
  readonly writers?: readonly Writer[];
  /** Value of a new thing if its caller states none. Without it the value is null if null is allowed; otherwise the caller has to state one. */
  readonly initial?: unknown;
  /**
   * Value of calls that do not state the column, for one that came when callers already stated the whole thing. It is what
   * held before there was such a column. So earlier calls, open proposals and inverses of earlier changes stay true.
   */
  readonly since?: unknown;
  /**
   * once: with the new row, and from then on by statements of its own, e.g. a stock whose changes commute. apart: by statements of
   * its own alone; it is what the store notes of the thing, and no change of the thing. guard: by every save, which holds it against
   * what was read. Left out: with the new row and every save.
   */
  readonly kept?: 'once' | 'apart' | 'guard';
  /**
   * Value that a new row notes in a column that is kept apart, though nobody states it. Left out: the default of the
   * database.
   */
  readonly noted?: typeof MOMENT | string | number;
  /** False: answers show a value that is made of it, if any. */
  readonly shown?: boolean;
  /** False: previews and audit rows show a value that is made of it, if any. */
  readonly compared?: boolean;
  /** False: lists leave the column out, because it may be long. */
  readonly listed?: boolean;
  /**
   * The use of the column in the projection that storefronts read. `shown`: it stands there under its name. `decides`: it decides whether,
   * where or in which order something is shown. A write of such a column makes another storefront.
   */
  readonly projected?: 'shown' | 'decides';
  /** Command that states another value of a part, if the list of the parts states the value of new ones alone. */
  readonly setBy?: string;
  /**
   * Names of what depends on its value beside the row, e.g. whether a handle is free: whoever writes a new row, another value or no row
   * any more touches those of the old and of the new value. See {@link Queryable.touch}.
   */
  readonly touches?: (value: never, row: never) => readonly string[];
  /**
   * Function of the database that tells which rows have an identifier in their list. The lists of other stores must not
   * leak through an operator, so a login that is kept to one store never asks the index of a list: it reads all rows.
   */
  readonly namedBy?: string;
  /**
   * The row has it sealed under the key of a person, so who ends that key ends it: all such values stand together in the column
   * {@link SEALED}. Calls, answers, previews and audit rows have it as any other. See `sealed-store.ts`.
   */
  readonly sealed?: true;
}

export type Columns = Readonly<Record<string, Column>>;

interface Draft<C extends Columns> {
  /** The word under which changes of it are recorded. */
  readonly word: string;
  /** Gives a schema the name that people know such a thing by. */
  readonly label: ReturnType<typeof label>;
  readonly table: string;
  /** The column that names the store of a row. @default store_id */
  readonly storeColumn?: string;
  readonly columns: C;
  /**
   * Columns of a table whose rows name undecided files: the bytes of those files, and the credential that brought them. As long as a
   * row names them, they take of the room for waiting files.
   */
  readonly waiting?: { readonly bytes: keyof C & string; readonly by: keyof C & string };
}

/** The column by which a row is told from all others of its store. @param prefix the prefix of its identifiers */
export const identity = <P extends string>(prefix: P) =>
  ({ type: 'text', schema: ownId(prefix), kept: 'once', compared: false }) as const satisfies Column;

/** The columns of the times of a row, for things that show them. */
export const times = {
  createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart', noted: MOMENT },
  updatedAt: { type: 'timestamptz', schema: updatedAt, kept: 'apart', noted: MOMENT },
} as const satisfies Columns;

/** The same of things that do not show them. */
export const hiddenTimes = {
  createdAt: { ...times.createdAt, shown: false },
  updatedAt: { ...times.updatedAt, shown: false },
} as const satisfies Columns;

/** The column in which a row has its {@link Column.sealed} values. */
export const SEALED = { type: 'jsonb', schema: t.Unsafe<Sealed | Hidden>({}), shown: false, compared: false } as const;

/** The columns as the database has them. */
type Physical<C extends Columns> = [Names<C, { sealed: true }>] extends [never]
  ? C
  : Without<C, { sealed: true }> & { readonly sealed: typeof SEALED };

/** A sealed value ends with the key of its person. */
type SealedAnswer<D extends Column> = D extends { sealed: true } ? Static<D['schema']> | Hidden : Static<D['schema']>;

type Values<C extends Columns = Columns> = { readonly [N in keyof C]: SealedAnswer<C[N]> };

type AnswerValues<C extends Columns> = { readonly [N in keyof C]: Answer<C[N]['schema']> };

type Names<C extends Columns, Trait> = { [N in keyof C]: C[N] extends Trait ? N : never }[keyof C];
type Without<C extends Columns, Trait> = Omit<C, Names<C, Trait>>;
type Kept<C extends Columns> = Without<C, { kept: 'apart' }>;
type Inserted<C extends Columns> = Without<Kept<C>, { kept: 'guard' }>;
type Saving<C extends Columns> = Without<C, { kept: string }>;
type Listed<C extends Columns> = Without<C, { listed: false }>;
type Shown<C extends Columns> = Without<C, { shown: false }>;
type Compared<C extends Columns> = Without<Kept<C>, { compared: false }>;
type Answers<C extends Columns> = { [N in keyof C]: C[N]['schema'] };
type WrittenBy<C extends Columns, W extends Writer> = {
  [N in keyof C]: C[N] extends { writers: readonly (infer By)[] } ? (W extends By ? N : never) : never;
}[keyof C];
type Whole<C extends Columns> = { readonly [N in WrittenBy<C, 'create'>]: Static<C[N]['schema']> };
type HasInitial<C extends Columns, N extends keyof C> = C[N] extends { initial: unknown }
  ? true
  : null extends Static<C[N]['schema']>
    ? true
    : false;

/** Sealed values of a row in the database. */
export type SealedValues<C extends Columns> = Values<Pick<C, Names<C, { sealed: true }>>>;
/** A row with its sealed values opened. */
export type Opened<T> = T extends { readonly logical: infer C extends Columns } ? Values<C> : never;

/** A row of the table as its statements read it. */
export type Row<T> = T extends { readonly columns: infer C extends Columns } ? Values<C> : never;
/** Values of a row that answers show. */
export type ShownRow<T> = T extends { readonly columns: infer C extends Columns } ? Values<Shown<C>> : never;
/** Values that a new row, or a save, writes. */
export type Stored<T> = T extends { readonly columns: infer C extends Columns } ? Values<Kept<C>> : never;
/** Values that a save writes. */
export type Saved<T> = T extends { readonly columns: infer C extends Columns } ? AnswerValues<Saving<C>> : never;
/** Values that the writer of a new row states. */
export type New<T> = T extends { readonly columns: infer C extends Columns } ? AnswerValues<Inserted<C>> : never;
/** Arguments of a statement beside the rows that it writes: the moment of the call, if they note it. */
export type Moment<C extends Columns> = [Names<C, { noted: typeof MOMENT }>] extends [never] ? [] : [at: Date];

/** SQL by the names of columns. */
type Instead = Readonly<Record<string, string>>;

/** SQL that stands for the value of a column in an UPDATE. */
type Value = (name: string, index: number) => string;

export interface Table<C extends Columns = Columns> extends Omit<Draft<C>, 'columns'> {
  readonly storeColumn: string;
  /** The columns as the database has them. */
  readonly columns: Physical<C>;
  /** The columns as they were declared, the {@link Column.sealed} ones among them. */
  readonly logical: C;
  /** The names of those that are {@link Column.sealed}. */
  readonly sealedNames: readonly (Names<C, { sealed: true }> & string)[];
  /** Schemas that answers promise for each column. */
  readonly fields: Answers<C>;
  /** The fields of an answer, to which come those that are made of several columns or of other tables. */
  readonly answers: Answers<Shown<C>>;
  /** The fields of a row of a list. */
  readonly listedAnswers: Answers<Listed<Shown<C>>>;
  /** The fields by which a caller states a new thing: optional ones have something initial. */
  readonly creates: {
    [N in WrittenBy<C, 'create'>]: HasInitial<C, N> extends true ? TOptional<C[N]['schema']> : C[N]['schema'];
  };
  /** The same of a caller who states all of it each time, but for what came {@link Column.since}. */
  readonly states: {
    [N in WrittenBy<C, 'create'>]: C[N] extends { since: unknown } ? TOptional<C[N]['schema']> : C[N]['schema'];
  };
  /** The fields that a caller may change; a field that is left out stays. */
  readonly updates: { [N in WrittenBy<C, 'update'>]: TOptional<C[N]['schema']> };
  /** Values of a new thing that its caller does not state. */
  readonly initial: { readonly [N in keyof C as HasInitial<C, N> extends true ? N : never]: Static<C[N]['schema']> };
  /** All of what a caller of {@link Table.states} has stated. */
  whole(stated: Partial<Whole<C>>): Whole<C>;
  /** Selects the values of a row that answers show. */
  answer(row: Values<Shown<C>>): Values<Shown<C>>;
  /** Selects the values of a row that lists show. */
  listedAnswer(row: Values<Listed<Shown<C>>>): Values<Listed<Shown<C>>>;
  /** The fields that a call can change, as previews and audit rows compare them. */
  snapshot(row: Values<Compared<C>>): Values<Compared<C>>;
  /** SQL of a SELECT of the row. @param alias the alias of the table */
  select(alias?: string): string;
  /** SQL of a SELECT of the fields of an answer. @param instead SQL of those that are not simply the column's */
  selectAnswer(alias: string, instead?: Instead): string;
  /** SQL of a SELECT of the fields of a row of a list. @param instead SQL of those that are not simply the column's */
  selectListed(alias: string, instead?: Instead): string;
  /** SQL of the fields of a JSON object of what storefronts are shown of a row. @param instead SQL of those that are not simply the column's */
  projected(alias: string, instead?: Instead): string;
  /** Schemas of the fields that storefronts are shown, by name. */
  readonly projectedAnswers: Readonly<Record<string, TSchema>>;
  /** Lists the stated values of a new row, in the order of {@link Table.stated}. */
  values(row: AnswerValues<Inserted<Physical<C>>>): readonly unknown[];
  /** Lists the written values of a saved row, in the order of {@link Table.assigned}. */
  savedValues(row: AnswerValues<Saving<Physical<C>>>): readonly unknown[];
  /** Finds the names that a write touches beside the row itself. @param before null: a new row @param after null: none any more */
  touched(before: object | null, after: object | null): readonly string[];
  /** The columns that are stated of a new row, by their names. */
  readonly stated: readonly string[];
  /** True if a new row notes the moment of its call. */
  readonly notesMoment: boolean;
  /** SQL of the columns of a new row, without the store: those that are stated, and those that are noted. */
  readonly inserted: string;
  /** SQL of what is noted, in that order. @param moment SQL of the moment of the call */
  noted(moment: string): readonly string[];
  /** SQL of the columns that are stated, as fields of a JSON record. */
  readonly record: string;
  /** SQL of the values of {@link Table.inserted} out of such a record. @param moment see noted @param instead SQL of those that are not simply the field's */
  given(alias: string, moment: string, instead?: Instead): string;
  /** SQL of a JSON object of the {@link Stored} fields. @param alias the alias of the table */
  json(alias: string): string;
  /** The columns of a save, by their names. */
  readonly saved: readonly string[];
  /** SQL of the SET of a save. */
  assigned(value: Value): string;
}

/** A kind of thing that has a table, declared once: rows, column lists, answers, fields of commands and snapshots follow from it. */
export function table<const C extends Columns>(draft: Draft<C>): Table<C>;
export function table(draft: Draft<Columns>): Table {
  const logical = draft.columns;
  const sealedNames = Object.keys(logical).filter((name) => logical[name]?.sealed);
  const columns = physicalOf(draft, sealedNames);
  const all = Object.entries<Column>(logical);
  for (const [name, column] of all) {
    assertWritten(`${draft.word}.${name}`, column);
    assertRead(`the table of a ${draft.word}`, column.schema, `/${name}`);
  }
  const namesOf = (which: (column: Column) => boolean): string[] =>
    all.flatMap(([name, column]) => (which(column) ? [name] : []));
  const fields = (which: (column: Column) => boolean, schemaOf: (column: Column) => TSchema): Record<string, TSchema> =>
    Object.fromEntries(all.flatMap(([name, column]) => (which(column) ? [[name, schemaOf(column)]] : [])));
  const asAnswered = new Map(all.map(([, column]) => [column, column.answers ?? answered(column.schema)]));
  const promised = (which: (column: Column) => boolean) => fields(which, (column) => asAnswered.get(column) as TSchema);
  const writes = (by: Writer, schemaOf: (column: Column) => TSchema) =>
    fields(({ writers = [] }) => writers.includes(by), schemaOf);
  const isShown = ({ shown = true }: Column): boolean => shown;
  const isListed = (column: Column): boolean => isShown(column) && (column.listed ?? true);

  const isStored = ({ kept }: Column): boolean => kept !== 'apart';
  const physical = Object.entries<Column>(columns);
  const inRow = (which: (column: Column) => boolean): string[] =>
    physical.flatMap(([name, column]) => (which(column) ? [name] : []));
  const unsealed = (which: (column: Column) => boolean): string[] => {
    if (sealedNames.length > 0) throw new Error(`no statement answers a ${draft.word}: it has to be opened`);
    return inRow(which);
  };
  const later = Object.fromEntries(all.flatMap(([name, { since }]) => (since === undefined ? [] : [[name, since]])));
  const saved = inRow(({ kept }) => kept === undefined);
  const stated = inRow((column) => isStored(column) && column.kept !== 'guard');
  const notes = all.flatMap(([name, { noted }]) => (noted === undefined ? [] : [{ name, noted }]));
  const noted = (moment: string): string[] =>
    notes.map(({ noted }) => (typeof noted === 'symbol' ? moment : literal(noted)));
  const touching = all.flatMap(([name, { touches }]): [string, Touches][] => (touches ? [[name, touches]] : []));
  const select = (names: readonly string[], alias: string, instead: Instead = {}): string =>
    names.map((name) => `${instead[name] ?? `${alias}.${sqlName(name)}`} AS ${field(name)}`).join(', ');
  return {
    storeColumn: 'store_id',
    ...draft,
    columns,
    logical,
    sealedNames: sealedNames as never[],
    fields: promised(() => true),
    answers: promised(isShown),
    listedAnswers: promised(isListed),
    projectedAnswers: promised(({ projected }) => projected === 'shown'),
    creates: writes('create', (column) => (hasInitial(column) ? t.Optional(column.schema) : column.schema)),
    states: writes('create', ({ schema, since }) =>
      since === undefined ? schema : t.Optional(standingFor(schema, since)),
    ),
    updates: writes('update', ({ schema }) => t.Optional(schema)),
    initial: Object.fromEntries(
      all.flatMap(([name, column]) => (hasInitial(column) ? [[name, initialOf(column)]] : [])),
    ),
    whole: (stated) => ({ ...later, ...stated }) as never,
    answer: picking(namesOf(isShown)),
    listedAnswer: picking(namesOf(isListed)),
    snapshot: picking(namesOf((column) => isStored(column) && (column.compared ?? true))),
    select: (alias = draft.table) => select(Object.keys(columns), alias),
    selectAnswer: (alias, instead) => select(unsealed(isShown), alias, instead),
    selectListed: (alias, instead) => select(unsealed(isListed), alias, instead),
    projected: (alias, instead) =>
      jsonFields(
        namesOf(({ projected }) => projected === 'shown'),
        alias,
        instead,
      ),
    values: listing(columns, stated),
    savedValues: listing(columns, saved),
    touched: (before, after) => touching.flatMap(([name, touches]) => touchedBy(name, touches, before, after)),
    stated,
    notesMoment: notes.some(({ noted }) => noted === MOMENT),
    inserted: [...stated, ...notes.map(({ name }) => name)].map(sqlName).join(', '),
    noted,
    record: stated.map((name) => `${field(name)} ${columns[name]?.type}`).join(', '),
    given: (alias, moment, instead = {}) =>
      [...stated.map((name) => instead[name] ?? `${alias}.${field(name)}`), ...noted(moment)].join(', '),
    json: (alias) => `json_build_object(${jsonFields(inRow(isStored), alias)})`,
    saved,
    assigned: (value) => saved.map((name, index) => `${sqlName(name)} = ${value(name, index)}`).join(', '),
  };
}

/** @throws of a sealed column that a statement would have to read */
function physicalOf({ word, columns }: Pick<Draft<Columns>, 'word' | 'columns'>, sealed: readonly string[]): Columns {
  if (sealed.length === 0) return columns;
  for (const name of sealed) {
    const { kept, projected, touches, noted } = columns[name] as Column;
    if (kept !== undefined || projected || touches || noted !== undefined)
      throw new Error(`${word}.${name} is sealed in its row: no statement reads it`);
  }
  const open = Object.fromEntries(Object.entries(columns).filter(([name]) => !sealed.includes(name)));
  return { ...open, sealed: SEALED };
}

/** Picks fields. A loop and no rest and spread, which cost many times as much. */
export const picking =
  (names: readonly string[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: the declaration says what is in the row
  (row: any): any => {
    const picked: Record<string, unknown> = {};
    for (const name of names) picked[name] = row[name];
    return picked;
  };

/** A field that a command takes and no statement writes would be told as changed, and stay as it was. */
function assertWritten(name: string, { writers = [], kept }: Column): void {
  if (writers.includes('update') && kept !== undefined)
    throw new Error(`${name} is stated by updates, and kept ${kept}: no save would write it`);
  if (writers.includes('create') && (kept === 'apart' || kept === 'guard'))
    throw new Error(`${name} is stated of new ones, and kept ${kept}: no new row would have it`);
}

/**
 * Reads a column for a statement that writes a list of columns.
 * @throws when the row lacks the column: its reader left it out, and null would be written over the value that is there
 */
export function writtenValue(row: object, name: string): unknown {
  const value = (row as Values)[name];
  if (value === undefined) throw new Error(`a row is written without its ${name}: null has to be said`);
  return value;
}

/** Parameters of a statement: an array would be taken for one of Postgres where JSON is wanted. */
function listing(columns: Columns, names: readonly string[]) {
  const asJson = names.map((name) => columns[name]?.type === 'jsonb');
  return (row: object): unknown[] =>
    names.map((name, index) => {
      const value = writtenValue(row, name);
      return asJson[index] && value !== null ? JSON.stringify(value) : value;
    });
}

type Touches = NonNullable<Column['touches']>;

function touchedBy(name: string, touches: Touches, before: object | null, after: object | null): readonly string[] {
  const [old, now] = [before as Values | null, after as Values | null];
  if (old && now && old[name] === now[name]) return [];
  return [old, now].flatMap((row) => (row ? touches(row[name] as never, row as never) : []));
}

/** SQL of the arguments of a JSON object with these columns by their names. */
const jsonFields = (names: readonly string[], alias: string, instead: Instead = {}): string =>
  names.map((name) => `'${name}', ${instead[name] ?? `${alias}.${sqlName(name)}`}`).join(', ');

/** SQL of a value that a declaration states. */
const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

const hasInitial = ({ initial, schema }: Column): boolean => initial !== undefined || isNullable(schema);
const initialOf = ({ initial = null }: Column): unknown => initial;

/** A column by its name in SQL. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field of a row as SQL calls it: without quotes it would lose its capitals. */
export const field = (name: string): string => (sqlName(name) === name ? name : `"${name}"`);
