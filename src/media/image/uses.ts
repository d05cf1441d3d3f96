import type { Queryable } from '../../kernel/database/queryable';
import type { NamingTable } from '../../kernel/table/naming';
import { type NamingRow, namedIds, rowsNaming } from '../../kernel/table/naming-store';
import { media } from './aggregate';
import { mediaJpeg, mediaVariant } from './table';

/** Tables whose rows belong to a media file. */
const own: readonly NamingTable[] = [media, mediaVariant, mediaJpeg];

/**
 * Whether a row of the store names a media file, in a column whose schema has an identifier of media in it. A table with such a column
 * refers to `media` by a foreign key, or locks the file before it names it: the file is locked when it is asked for here.
 * @param tables all that are declared
 */
export async function isMediaUsed(
  db: Queryable,
  tables: readonly NamingTable[],
  storeId: string,
  mediaId: string,
): Promise<boolean> {
  const others = tables.filter((table) => !own.includes(table));
  return (await namedIds(db, others, media.prefix, storeId, [mediaId])).size > 0;
}

/** Some of the things that name a media file, e.g. a draft of the design, beside those that their own nouns find by an index. */
export const mediaUsers = (
  db: Queryable,
  tables: readonly NamingTable[],
  storeId: string,
  mediaId: string,
): Promise<NamingRow[]> =>
  rowsNaming(
    db,
    tables.filter((table) => !own.includes(table)),
    media.prefix,
    storeId,
    mediaId,
  );
