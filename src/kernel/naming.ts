import { objectName, type TSchema } from './schema';
import { type Column, type Columns, sqlName, type Table } from './table';

/** How a column can name stored bytes: as its value, in a list, or somewhere in a document. */
const manners = { text: 'value', 'text[]': 'list', jsonb: 'document' } as const;

/** A table, as far as it says what it names. */
export type Named = Pick<Table, 'table' | 'columns'>;

/** A column that names stored bytes. */
interface Naming {
  /** As SQL calls it. */
  readonly column: string;
  readonly manner: (typeof manners)[keyof typeof manners];
}

/**
 * The columns of a table that name stored bytes: those whose schema has {@link objectName} in it. What they name is not swept.
 * @throws of one in which no sweep could read a name, e.g. because it is sealed
 */
export const namingColumns = (columns: Columns): Naming[] =>
  Object.entries<Column>(columns).flatMap(([name, { schema, type }]) => {
    if (!hasObjectName(schema)) return [];
    if (!isReadable(type)) throw new Error(`${name} names stored bytes, and a sweep could not read that in a ${type}`);
    return { column: sqlName(name), manner: manners[type] };
  });

const isReadable = (type: string): type is keyof typeof manners => type in manners;

const { pattern = '' }: TSchema & { readonly pattern?: string } = objectName;

const hasObjectName = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  ((node as { readonly pattern?: unknown }).pattern === pattern || Object.values(node).some(hasObjectName));

const NAME = new RegExp(pattern);

/** The names of stored bytes in a value of any shape: what looks like one counts, wherever it stands. */
export const objectsIn = (value: unknown): string[] => [...new Set(found(value))];

function found(value: unknown): string[] {
  if (typeof value === 'string') return NAME.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(found) : [];
}
