import { isIdOf, OBJECTS } from '../schema/schema';
import { someNode } from '../schema/walk';
import { type Column, type Columns, sqlName, type Table } from './table';

/** The ways in which a column can name a thing: as its value, in a list, or somewhere in a document. */
const manners = { text: 'value', 'text[]': 'list', jsonb: 'document' } as const;

/** A table, with the parts that say which things it names. */
export interface NamingTable extends Pick<Table, 'table' | 'columns' | 'waiting'> {
  readonly word?: string;
  /** The column by which a row is told from all others of its store; left out: a row goes by no name of its own. */
  readonly key?: string;
}

/** A column that names stored bytes, or things of another kind. */
interface Naming {
  /** The name of the column in SQL. */
  readonly column: string;
  readonly manner: (typeof manners)[keyof typeof manners];
  /** The naming row, as {@link Column.namedBy} declares it. */
  readonly namedBy?: string | undefined;
}

/**
 * The columns of a table that name things of a kind, stored bytes unless another is asked for: those whose schema has an identifier
 * with this prefix in it, e.g. {@link objectName}. Stored bytes that they name are not swept.
 * @throws of one in which nobody could read a name, e.g. because it is sealed
 */
export const namingColumns = (columns: Columns, prefix = OBJECTS): Naming[] =>
  Object.entries<Column>(columns).flatMap(([name, { schema, type, namedBy }]) => {
    if (!someNode(schema, (node) => isIdOf(node, prefix))) return [];
    if (!isReadable(type)) throw new Error(`${name} names ${prefix}_…, and nobody could read that in a ${type}`);
    return { column: sqlName(name), manner: manners[type], namedBy };
  });

const isReadable = (type: string): type is keyof typeof manners => type in manners;
