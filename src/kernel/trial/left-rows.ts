import { type Images, kindsOf, type NamedRows, prefixOf } from './image';

/** Names a row among those of all tables. */
export interface RowName {
  readonly table: string;
  readonly key: string;
}

export interface VersionRow extends RowName {
  readonly version: string;
  readonly name: string;
  /** See {@link FoundRow}; of a row that a name alone finds it is not told. */
  readonly rank?: number | null;
}

/** A row that stood behind a name. */
interface SeenRow extends RowName {
  readonly version: string;
  /** The number of the row among those of which the greatest is read; null: it is none of them. */
  readonly rank: number | null;
  /** The identifiers that find it. */
  readonly by: readonly string[];
}

/** The rows behind names at one moment. */
export interface Seen {
  /** The rows behind each name that has any, and their versions: other rows or other versions are another text. */
  readonly behind: ReadonlyMap<string, string>;
  /** Each row that an identifier finds. */
  readonly rows: ReadonlyMap<string, SeenRow>;
}

/** A row as a run left it. */
export interface FoundRow extends SeenRow {
  /** The whole row as JSON. */
  readonly row: string;
}

export interface LeftRow extends Omit<FoundRow, 'version'> {
  /** The moment of its writing, which stands in the row. */
  readonly at: Date;
}

/** The rows that runs left different. */
export interface LeftRows {
  readonly put: ReadonlyMap<string, LeftRow>;
  /** The rows that are gone. */
  readonly gone: ReadonlyMap<string, RowName>;
}

export const NOTHING_LEFT: LeftRows = { put: new Map(), gone: new Map() };

const nameOfRow = ({ table, key }: RowName): string => `${table} ${key}`;

export function seenIn(found: readonly VersionRow[]): Seen {
  const behind = new Map<string, string[]>();
  const rows = new Map<string, SeenRow>();
  for (const { table, key, version, name, rank = null } of found) {
    const row = nameOfRow({ table, key });
    behind.set(name, [...(behind.get(name) ?? []), `${row} ${version}`]);
    // A row that is found by a name alone is only looked at: a call that writes a row knows its identifier.
    if (prefixOf(name) !== undefined)
      rows.set(row, { table, key, version, rank, by: [...(rows.get(row)?.by ?? []), name] });
  }
  return { behind: new Map([...behind].map(([name, versions]) => [name, versions.toSorted().join(',')])), rows };
}

/**
 * Adds the rows that one more run has left.
 * @param names the names that it touched @param found the rows that these find now @param seen the rows behind all names before anything
 * ran
 */
export function leftOnTop(
  { imaged }: Images,
  before: LeftRows,
  {
    names,
    found,
    seen,
    at,
  }: {
    readonly names: ReadonlySet<string>;
    readonly found: readonly FoundRow[];
    readonly seen: Seen;
    readonly at: Date;
  },
): LeftRows {
  const put = new Map(before.put);
  const gone = new Map(before.gone);
  const own = new Set(imaged.map(({ table }) => table));
  const there = new Set(found.map(nameOfRow));
  const isMissed = (name: string, { table, by }: Pick<SeenRow, 'table' | 'by'>): boolean =>
    own.has(table) && !there.has(name) && by.some((id) => names.has(id));
  for (const [name, row] of before.put) {
    if (!isMissed(name, row)) continue;
    put.delete(name);
    if (seen.rows.has(name)) gone.set(name, row);
  }
  for (const [name, row] of seen.rows) if (isMissed(name, row)) gone.set(name, row);
  for (const { version, ...row } of found) {
    const name = nameOfRow(row);
    gone.delete(name);
    if (before.put.has(name) || seen.rows.get(name)?.version !== version) put.set(name, { ...row, at });
  }
  return { put, gone };
}

/** True if every row keeps its rank. Otherwise another row may be the greatest, and nobody has looked which. */
export const keepsRanks = ({ put, gone }: LeftRows, { rows }: Seen): boolean =>
  [...rows].every(([name, { rank }]) => {
    const now = put.get(name);
    return gone.has(name) ? rank === null : now === undefined || now.rank === rank;
  });

/**
 * The rows of it that a caller can reach by these names. Runs make rows of which only the greatest is asked for: that one stays, and so do
 * named ones.
 * @returns with the identifiers of what is left out, by which it would be found
 */
export function reachable(
  { imaged }: Images,
  left: LeftRows,
  seen: Seen,
  names: ReadonlySet<string>,
): { readonly left: LeftRows; readonly without: ReadonlySet<string> } {
  const without = new Set<string>();
  const [table, ...others] = new Set([...left.put.values()].map((row) => row.table));
  const ranked = imaged.some((one) => one.table === table && kindsOf([one]).some(isGreatest));
  // Rows of other tables may refer to them.
  if (!ranked || others.length > 0) return { left, without };
  const greatest = [...left.put.values()].reduce((top, row) => ((row.rank ?? -1) > (top.rank ?? -1) ? row : top));
  const put = new Map<string, LeftRow>();
  for (const [name, row] of left.put)
    if (row === greatest || seen.rows.has(name) || row.by.some((id) => names.has(id))) put.set(name, row);
    else for (const id of row.by) without.add(id);
  return { left: { ...left, put }, without };
}

export const isGreatest = (kind: NamedRows): boolean => kind.of === 'greatest';
