import { isIdOf, OBJECTS } from '../../kernel/schema/schema';
import { type Node, someNode } from '../../kernel/schema/walk';
import { media } from '../../media/image/aggregate';
import { UPLOADS } from '../../media/upload/table';

/** Prefixes of things that are removed, or made anew, unless a row names them in a column of its own. */
const KEPT_BY_COLUMNS = [OBJECTS, media.prefix, UPLOADS];

/** Marks whose promise is kept for columns of entities and for payloads only. */
const KEPT_ELSEWHERE = ['x-personal', 'x-secret', 'x-closed'];

/**
 * Refuses schemas that the JSON of a job could not keep as declared. Searches for names of files, and for data of persons, read the
 * declarations of tables and payloads alone.
 * @param what the name of the schema, as the beginning of a sentence
 */
export function assertKeepable(what: string, schema: Node): void {
  const named = KEPT_BY_COLUMNS.find((prefix) => someNode(schema, (node) => isIdOf(node, prefix)));
  if (named)
    throw new Error(`${what} names ${named}_…, which nobody would find there: files of a job stand in its objects`);
  const mark = KEPT_ELSEWHERE.find((each) => someNode(schema, (node) => each in node));
  if (mark) throw new Error(`${what} has a field marked ${mark}, which nobody would keep to there`);
}

/** Refuses fields that stand beside one another under one name: one of them would be taken for the other. */
export function assertApart(what: string, all: readonly Readonly<Record<string, unknown>>[]): void {
  const names = all.flatMap((fields) => Object.keys(fields));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`${what} has two fields ${twice}`);
}
