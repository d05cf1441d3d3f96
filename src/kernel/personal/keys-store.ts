import type { Queryable } from '../database/queryable';

const texts = new Map<string, string>();

/** The same SELECT of many keys. Each is looked up by itself, as it is alone: the plan cannot become one that reads the table. */
export function ofKeys(text: string): string {
  let known = texts.get(text);
  if (!known) {
    known = `
      SELECT asked.key AS "askedKey", found.* FROM unnest($2::text[]) AS asked(key)
      CROSS JOIN LATERAL (${text.replaceAll(/\$2\b/g, 'asked.key')} OFFSET 0) AS found`;
    texts.set(text, known);
  }
  return known;
}

/** @param text a SELECT in which $1 is the store and $2 the key of at most one row @returns the rows that there are, by key */
export async function rowsByKey(
  connection: Pick<Queryable, 'query'>,
  text: string,
  storeId: string,
  keys: readonly string[],
): Promise<Map<string, object>> {
  const rows = await connection.query<{ askedKey: string }>(ofKeys(text), [storeId, keys]);
  return new Map(rows.map(({ askedKey, ...row }) => [askedKey, row]));
}
