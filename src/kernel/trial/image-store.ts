import type { Queryable, Transaction } from '../database/database';
import { sqlName } from '../table/table';
import {
  ANY_NUMBER,
  type Imaged,
  type Images,
  kindName,
  kindsOf,
  type NamedRows,
  prefixesOf,
  prefixOf,
  sortedNames,
  type Watched,
} from './image';

/** The statements that images need. Each takes the store as `$1`. */
export function statementsOfImages({ imaged, watched }: Images) {
  const prefixes = prefixesOf({ imaged, watched });
  const parameters = [...prefixes, ...kindsOf(imaged).map(kindName)];
  const place = (name: string): string => `$${parameters.indexOf(name) + 2}::text[]`;

  const foundBy = ({ foundBy }: Watched) =>
    Object.entries(foundBy).map(([column, prefix]) => ({
      name: `t.${sqlName(column)}`,
      where: `t.${sqlName(column)} = ANY(${place(prefix)})`,
    }));

  const byIdentifier = (one: Watched): string[] =>
    foundBy(one).map(
      ({ name, where }) => `
      SELECT ${rowOf(one)}, ${name} AS name FROM ${one.table} t WHERE t.store_id = $1 AND ${where}`,
    );

  const byName = (one: Imaged, kind: NamedRows): string => {
    const names = place(kindName(kind));
    if (kind.of === 'all')
      return `
      SELECT '${one.table}', '', md5(coalesce(string_agg(t.${sqlName(one.key)} || t.xmin::text, ',' ORDER BY t.${sqlName(one.key)}), '')), '${kind.name}'
      FROM ${one.table} t WHERE t.store_id = $1 AND cardinality(${names}) > 0`;
    const column = `t.${sqlName(kind.column)}`;
    if (kind.of === 'value')
      return `
      SELECT ${rowOf(one)}, '${kind.before}' || ${column} FROM ${one.table} t WHERE t.store_id = $1 AND ${column} = ANY(${names})`;
    return `
      SELECT near."table", near.key, near.version, '${kind.before}' || base || '${ANY_NUMBER}'
      FROM unnest(${names}) AS base CROSS JOIN LATERAL (
        SELECT ${rowOf(one)} FROM ${one.table} t
        WHERE t.store_id = $1 AND ${column} >= base || '-1' AND ${column} < base || '-:' OFFSET 0) AS near`;
  };

  return {
    /** Which versions of which rows stand behind names. Takes what each of the parameters finds. */
    versions: [
      ...[...imaged, ...watched].flatMap(byIdentifier),
      ...imaged.flatMap((one) => (one.named ?? []).map((kind) => byName(one, kind))),
    ].join(' UNION ALL '),
    /** The rows that identifiers find, as they are in this transaction. Takes what each of the prefixes finds. */
    rows: imaged
      .map((one) => {
        const found = foundBy(one).map(({ where }) => where);
        return `
      SELECT ${rowOf(one)}, row_to_json(t)::text AS row FROM ${one.table} t WHERE t.store_id = $1 AND (${found.join(' OR ')})`;
      })
      .join(' UNION ALL '),
    prefixes: prefixes.length,
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

interface VersionRow {
  readonly table: string;
  readonly key: string;
  readonly version: string;
  readonly name: string;
}

interface FoundRow extends Omit<VersionRow, 'name'> {
  readonly row: string;
}

/** What stands behind names at one moment. */
export interface Seen {
  /** The rows behind each name that has any, and their versions: other rows or other versions are another text. */
  readonly behind: ReadonlyMap<string, string>;
  /** The version of each row that an identifier finds. */
  readonly versions: ReadonlyMap<string, string>;
}

/** What a run left otherwise than it found it, by table. */
export interface Left {
  /** Rows as JSON. */
  readonly put: ReadonlyMap<string, readonly string[]>;
  /** Keys of rows that are no more. */
  readonly gone: ReadonlyMap<string, readonly string[]>;
}

/** Reads and writes of images, by the declarations of their tables. */
export function imageStore(images: Images) {
  const { versions, rows, prefixes, put, remove } = statementsOfImages(images);
  const found = (names: Iterable<string>): string[][] => [...(sortedNames(images, names)?.values() ?? [])];
  return {
    /** What stands behind the names, all of which images know. */
    async seen(tx: Transaction, storeId: string, names: Iterable<string>): Promise<Seen> {
      return seenIn(await tx.query<VersionRow>(versions, [storeId, ...found(names)]));
    },

    /** What has been written since, of all that the names find. */
    async left(tx: Transaction, storeId: string, names: Iterable<string>, before: Seen): Promise<Left> {
      const now = await tx.query<FoundRow>(rows, [storeId, ...found(names).slice(0, prefixes)]);
      return leftIn(images, now, before);
    },

    /** Sends what was left, so that it is so again. */
    put(tx: Transaction, storeId: string, left: Left): void {
      for (const { table, text } of remove) {
        const gone = left.gone.get(table);
        if (gone) tx.send(text, [storeId, gone]);
      }
      for (const { table, text } of put) {
        const written = left.put.get(table);
        if (written) tx.send(text, [storeId, `[${written.join(',')}]`]);
      }
    },
  };
}

function seenIn(rows: readonly VersionRow[]): Seen {
  const behind = new Map<string, string[]>();
  const versions = new Map<string, string>();
  for (const row of rows) {
    const { name, version } = row;
    behind.set(name, [...(behind.get(name) ?? []), `${nameOfRow(row)} ${version}`]);
    // What is found by a name alone is looked at and not written: who writes a row knows its identifier.
    if (prefixOf(name) !== undefined) versions.set(nameOfRow(row), version);
  }
  return { behind: new Map([...behind].map(([name, found]) => [name, found.toSorted().join(',')])), versions };
}

function leftIn({ imaged }: Images, now: readonly FoundRow[], before: Seen): Left {
  const put = new Map<string, string[]>();
  const there = new Set<string>();
  for (const found of now) {
    const name = nameOfRow(found);
    there.add(name);
    if (before.versions.get(name) !== found.version) put.set(found.table, [...(put.get(found.table) ?? []), found.row]);
  }
  const gone = new Map<string, string[]>();
  const own = new Set(imaged.map(({ table }) => table));
  for (const name of before.versions.keys()) {
    const [table, key] = name.split(' ') as [string, string];
    if (own.has(table) && !there.has(name)) gone.set(table, [...(gone.get(table) ?? []), key]);
  }
  return { put, gone };
}

const nameOfRow = ({ table, key }: Pick<VersionRow, 'table' | 'key'>): string => `${table} ${key}`;

const PUBLIC = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

/** Names of everything in the database that a statement could ask: tables, views and functions. */
export async function namesInDatabase(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(PUBLIC);
  return rows.map(({ name }) => name);
}

/** What tells whether a statement stays within the tables of images. */
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

  /** Whether a run that sent these statements is told by the rows of the tables of images. */
  holds(statements: Iterable<string>): boolean {
    for (const text of statements) if (!this.verdictOf(text).within) return false;
    return true;
  }

  /** Whether one of the statements reads what images leave out. */
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
    // What a column is called in an answer asks nothing, e.g. `AS media`; whoever asks a table called so names it elsewhere as well.
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
