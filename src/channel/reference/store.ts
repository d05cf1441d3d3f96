import type { Queryable, StoreReader } from '../../kernel/database/database';
import { insertInto } from '../../kernel/table/table-store';
import { type ReferenceRow, reference } from './table';

type Kept = Pick<ReferenceRow, 'answer' | 'asOf'>;

/** Reads the last answer of a marketplace about a subject. */
export async function keptReference(
  db: StoreReader,
  storeId: string,
  extension: string,
  subject: string,
): Promise<Kept | undefined> {
  const [row] = await db.query<Kept>(
    `SELECT answer, as_of AS "asOf" FROM channel_reference WHERE store_id = $1 AND extension = $2 AND subject = $3`,
    [storeId, extension, subject],
  );
  return row;
}

/** The later answer stays where two were asked for at once. */
const KEEP = `${insertInto(reference)}
  ON CONFLICT (store_id, extension, subject) DO UPDATE SET answer = excluded.answer, as_of = excluded.as_of
  WHERE channel_reference.as_of < excluded.as_of`;

export async function keepReference(books: Queryable, storeId: string, row: ReferenceRow): Promise<void> {
  await books.query(KEEP, [storeId, ...reference.values(row)]);
}
