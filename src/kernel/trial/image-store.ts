import type { Queryable, Transaction } from '../database/queryable';
import { sqlName } from '../table/table';
import {
  ANY_NUMBER,
  type Imaged,
  type Images,
  kindName,
  type NamedRows,
  prefixesOf,
  sortedNames,
  type Watched,
} from './image';
import {
  type FoundRow,
  isGreatest,
  type LeftRow,
  type LeftRows,
  type Seen,
  seenIn,
  type VersionRow,
} from './left-rows';

/** The question for the rows behind a name of one kind. */
interface Asking {
  readonly one: string;
  /** The same of several names; null: it takes none. */
  readonly many: string | null;
}

/** The statements that images need. Each takes the store as `$1`. */
export function statementsOfImages({ imaged, watched }: Images) {
  const foundBy = (one: Watched, prefix: string): string[] =>
    Object.entries(one.foundBy).flatMap(([column, of]) => (of === prefix ? [`t.${sqlName(column)}`] : []));

  /** @param of the statement in which a column that finds rows is compared */
  const byIdentifier = <W extends Watched>(
    among: readonly W[],
    of: (one: W, column: string, equals: string) => string,
  ) =>
    new Map(
      prefixesOf({ imaged, watched }).map((prefix): [string, Asking] => {
        const asking = (equals: string): string =>
          among.flatMap((one) => foundBy(one, prefix).map((column) => of(one, column, equals))).join(' UNION ALL ');
        return [prefix, { one: asking('= $2'), many: asking('= ANY($2::text[])') }];
      }),
    );

  return {
    /** Statements that find the versions of the rows behind a name, by its prefix or the name of its kind. */
    versions: new Map([
      ...byIdentifier(
        [...imaged, ...watched],
        (one, column, equals) => `
      SELECT ${rowOf(one)}, ${column} AS name, ${rankOf(one)} AS rank FROM ${one.table} t WHERE t.store_id = $1 AND ${column} ${equals}`,
      ),
      ...imaged.flatMap((one) => (one.named ?? []).map((kind) => [kindName(kind), byName(one, kind)] as const)),
    ]),
    /** The rows that an identifier finds, as they are in this transaction, by its prefix. */
    rows: byIdentifier(
      imaged,
      (one, column, equals) => `
      SELECT ${rowOf(one)}, ARRAY[${Object.keys(one.foundBy).map((name) => `t.${sqlName(name)}`)}] AS by, ${rankOf(one)} AS rank,
        row_to_json(t)::text AS row
      FROM ${one.table} t WHERE t.store_id = $1 AND ${column} ${equals}`,
    ),
    /** Puts rows in place, given as JSON. */
    put: imaged.map(({ table, key, columns }) => {
      const names = columns.map(sqlName);
      const others = names.filter((name) => name !== sqlName(key)).map((name) => `${name} = excluded.${name}`);
      return {
        table,
        text: `
      INSERT INTO ${table} (store_id, ${names.join(', ')})
      SELECT $1, ${names.join(', ')} FROM json_populate_recordset(NULL::${table}, $2::json)
      ON CONFLICT (store_id, ${sqlName(key)}) DO UPDATE SET ${others.join(', ')}`,
      };
    }),
    remove: imaged
      .filter(({ removable }) => removable)
      .map(({ table, key }) => ({
        table,
        text: `DELETE FROM ${table} WHERE store_id = $1 AND ${sqlName(key)} = ANY($2::text[])`,
      }))
      .toReversed(),
  };
}

/** The version of a row is the transaction that wrote it; who only locks a row leaves that as it is. */
const rowOf = ({ table, key }: Watched): string =>
  `'${table}' AS "table", t.${sqlName(key)} AS key, t.xmin::text AS version`;

function byName(one: Imaged, kind: NamedRows): Asking {
  const from = `FROM ${one.table} t WHERE t.store_id = $1`;
  const column = `t.${sqlName(kind.column)}`;
  if (kind.of === 'greatest') {
    const greatest = `
      SELECT '${one.table}' AS "table", '' AS key, coalesce(max(${column})::text, '') AS version, '${kind.name}' AS name
      ${from} AND ${among(kind)}`;
    return { one: greatest, many: null };
  }
  if (kind.of === 'value') {
    const rows = `
      SELECT ${rowOf(one)}, '${kind.before}' || ${column} AS name ${from} AND ${column}`;
    return { one: `${rows} = $2`, many: `${rows} = ANY($2::text[])` };
  }
  const near = (base: string): string => `${from} AND ${column} >= ${base} || '-1' AND ${column} < ${base} || '-:'`;
  const name = (base: string): string => `'${kind.before}' || ${base} || '${ANY_NUMBER}' AS name`;
  return {
    one: `
      SELECT ${rowOf(one)}, ${name('$2::text')} ${near('$2::text')}`,
    many: `
      SELECT near."table", near.key, near.version, ${name('base')}
      FROM unnest($2::text[]) AS base CROSS JOIN LATERAL (SELECT ${rowOf(one)} ${near('base')} OFFSET 0) AS near`,
  };
}

const among = ({ among }: Extract<NamedRows, { of: 'greatest' }>): string =>
  Object.entries(among)
    .map(([column, value]) => `t.${sqlName(column)} = '${value}'`)
    .join(' AND ');

function rankOf({ named = [] }: Watched & Pick<Imaged, 'named'>): string {
  const kind = named.find(isGreatest);
  return kind?.of === 'greatest' ? `CASE WHEN ${among(kind)} THEN t.${sqlName(kind.column)} END` : 'NULL::int';
}

/** More names than these of one kind are asked for by a statement that is planned each time. */
const SINGLY_MOST = 4;

/** Reads and writes of images, by the declarations of their tables. */
export function imageStore(images: Images) {
  const { versions, rows, put, remove } = statementsOfImages(images);

  /** All of it leaves with what is asked next, and is answered with it. */
  async function ask<Row>(
    tx: Transaction,
    storeId: string,
    statements: ReadonlyMap<string, Asking>,
    names: Iterable<string>,
  ) {
    const asked: Promise<Row[]>[] = [];
    for (const [kind, values] of sortedNames(images, names) ?? []) {
      const asking = statements.get(kind);
      if (!asking || values.length === 0) continue;
      const { one, many } = asking;
      if (many === null) asked.push(tx.query<Row>(one, [storeId]));
      else if (values.length > SINGLY_MOST) asked.push(tx.query<Row>(many, [storeId, values]));
      else for (const value of values) asked.push(tx.query<Row>(one, [storeId, value]));
    }
    return (await Promise.all(asked)).flat();
  }

  return {
    /** Reads the rows behind the names, all of which images know. */
    async seen(tx: Transaction, storeId: string, names: Iterable<string>): Promise<Seen> {
      return seenIn(await ask<VersionRow>(tx, storeId, versions, names));
    },

    /** All rows that the names find, as they are in this transaction. */
    findRows(tx: Transaction, storeId: string, names: Iterable<string>): Promise<FoundRow[]> {
      return ask<FoundRow>(tx, storeId, rows, names);
    },

    /** Makes it so again, as if it were done now. */
    async put(tx: Transaction, storeId: string, left: LeftRows, now: Date): Promise<void> {
      const sent: Promise<unknown>[] = [];
      for (const { table, text } of remove) {
        const keys = [...left.gone.values()].flatMap((row) => (row.table === table ? [row.key] : []));
        if (keys.length > 0) sent.push(tx.query(text, [storeId, keys]));
      }
      for (const { table, text } of put) {
        const written = [...left.put.values()].flatMap((row) => (row.table === table ? [writtenAt(row, now)] : []));
        if (written.length > 0) sent.push(tx.query(text, [storeId, `[${written.join(',')}]`]));
      }
      await Promise.all(sent);
    },
  };
}

const writtenAt = ({ row, at }: LeftRow, now: Date): string => row.replaceAll(`"${rowTime(at)}"`, `"${rowTime(now)}"`);

/** Writes a time as Postgres writes it into the JSON of a row: `2026-11-22T09:52:41.12+00:00`. */
const rowTime = (time: Date): string => time.toISOString().replace(/\.?0*Z$/, '+00:00');

const PUBLIC = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

/** Names of everything in the database that a statement could ask: tables, views and functions. */
export async function namesInDatabase(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(PUBLIC);
  return rows.map(({ name }) => name);
}

/** Decides whether a statement stays within the tables of images. */
export class Scope {
  private readonly known: ReadonlySet<string>;
  private readonly verdicts = new Map<string, { readonly within: boolean; readonly readsUnread: boolean }>();

  /** @param database names of everything in the database that a statement could ask: tables, views and functions */
  constructor(
    private readonly images: Images,
    database: Iterable<string>,
  ) {
    const own = new Set(images.imaged.map(({ table }) => table));
    this.known = new Set([...database].filter((name) => !own.has(name) && !HARMLESS.has(name)));
  }

  /** True if all statements of a run stay within the tables of images. */
  holds(statements: Iterable<string>): boolean {
    for (const text of statements) if (!this.verdictOf(text).within) return false;
    return true;
  }

  /** True if one of the statements reads a table that images leave out. */
  readsUnread(statements: Iterable<string>): boolean {
    for (const text of statements) if (this.verdictOf(text).readsUnread) return true;
    return false;
  }

  private verdictOf(text: string) {
    const known = this.verdicts.get(text);
    if (known) return known;
    const read = this.images.unread.reduce(
      (rest, table) => rest.replaceAll(new RegExp(`\\b(INSERT INTO|UPDATE)\\s+${table}\\b`, 'g'), ' '),
      text,
    );
    const readOnly = this.images.watched.reduce(
      (rest, { table }) => rest.replaceAll(new RegExp(`(?<!DELETE\\s+)\\b(FROM|JOIN)\\s+${table}\\b`, 'g'), ' '),
      read,
    );
    // The name of a column in an answer reads no table, e.g. `AS media`. A statement that reads a table of this name names it elsewhere as
    // well.
    const words = new Set(readOnly.replaceAll(/\bAS\s+"?\w+"?/g, ' ').match(/\w+/g));
    const verdict = {
      within: ![...words].some((word) => this.known.has(word)),
      readsUnread: this.images.unread.some((table) => words.has(table)),
    };
    this.verdicts.set(text, verdict);
    return verdict;
  }
}

/** Functions of the migrations that ask no table. */
const HARMLESS = new Set(['overtaken']);
