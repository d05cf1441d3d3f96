import { ID_PATTERN } from '../ids';
import type { Table } from '../table/table';

/** A name that a run touches beside identifiers, and which rows say what it stands for. See {@link Queryable.touch}. */
export type NamedRows =
  /** `before` with the value of the column behind it. */
  | { readonly of: 'value'; readonly before: string; readonly column: string }
  /** `before`, a value and {@link ANY_NUMBER}: the rows whose value has a number behind that one. */
  | { readonly of: 'numbered'; readonly before: string; readonly column: string }
  /** The name itself: the greatest number in the column, among the rows that have these values. Nothing else is read under it. */
  | {
      readonly of: 'greatest';
      readonly name: string;
      readonly column: string;
      readonly among: Readonly<Record<string, string>>;
    };

/** The name for every number behind a value. */
export const ANY_NUMBER = '-*';

/** A table whose rows are found by their key and by identifiers. */
export interface Watched {
  readonly table: string;
  /** The column by which a row is told from all others of its store. */
  readonly key: string;
  /** The columns by whose identifiers statements find rows, or learn of them, each with the prefix of those. */
  readonly foundBy: Readonly<Record<string, string>>;
}

/** A table whose rows can be put back as a run left them. */
export interface Imaged extends Watched {
  readonly columns: readonly string[];
  readonly removable?: true;
  readonly named?: readonly NamedRows[];
}

/**
 * The tables of which images are kept: what a run did to their rows, so that the next run on top of it can find them so without the
 * first one. A run that names any other table is not kept. Each table stands behind those that it refers to.
 */
export interface Images {
  readonly imaged: readonly Imaged[];
  /** Tables that runs may read and not write. */
  readonly watched: readonly Watched[];
  /** Tables that runs may write and not read. Images leave them out, so a run that reads one does not run on top of an image. */
  readonly unread: readonly string[];
}

/** Describes the way in which an image finds the rows of a declared table. */
export const imaged = (
  { table, columns }: Pick<Table, 'table' | 'columns'>,
  how: Omit<Imaged, 'table' | 'columns'>,
): Imaged => ({ table, columns: Object.keys(columns), ...how });

/**
 * Names that runs touched, sorted by how their rows are found; undefined when one of them stands for rows that no image knows, e.g.
 * for everything.
 */
export function sortedNames({ imaged, watched }: Images, names: Iterable<string>): Map<string, string[]> | undefined {
  const kinds = kindsOf(imaged);
  const prefixes = new Set(prefixesOf({ imaged, watched }));
  const sorted = new Map<string, string[]>([...prefixes, ...kinds.map(kindName)].map((kind) => [kind, []]));
  for (const name of names) {
    const prefix = prefixOf(name);
    // An identifier of something else stands in no row of these tables.
    if (prefix !== undefined) sorted.get(prefix)?.push(name);
    else {
      const kind = kinds.find((candidate) => isOf(candidate, name));
      if (!kind) return undefined;
      sorted.get(kindName(kind))?.push(behindName(kind, name));
    }
  }
  return sorted;
}

const IDENTIFIER = new RegExp(`^${ID_PATTERN}$`);

/** The prefix of an identifier; undefined: the name is none. */
export const prefixOf = (name: string): string | undefined =>
  IDENTIFIER.test(name) ? name.slice(0, name.indexOf('_')) : undefined;

export const prefixesOf = ({ imaged, watched }: Pick<Images, 'imaged' | 'watched'>): string[] => [
  ...new Set([...imaged, ...watched].flatMap(({ foundBy }) => Object.values(foundBy))),
];

export const kindsOf = (imaged: Images['imaged']): NamedRows[] => imaged.flatMap(({ named = [] }) => named);

export const kindName = (kind: NamedRows): string => (kind.of === 'greatest' ? kind.name : `${kind.of} ${kind.before}`);

function isOf(kind: NamedRows, name: string): boolean {
  if (kind.of === 'greatest') return name === kind.name;
  return name.startsWith(kind.before) && name.endsWith(ANY_NUMBER) === (kind.of === 'numbered');
}

function behindName(kind: NamedRows, name: string): string {
  if (kind.of === 'greatest') return name;
  return name.slice(kind.before.length, kind.of === 'numbered' ? -ANY_NUMBER.length : undefined);
}
