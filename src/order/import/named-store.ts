import type { Queryable } from '../../kernel/database/queryable';

const NUMBERED = `
  SELECT id, external_number AS "externalNumber" FROM store_order
  WHERE store_id = $1 AND channel = $2 AND external_number = ANY ($3)`;

/** Orders of a marketplace by their numbers there; those that are not here are missing. @returns their ids by those numbers */
export async function ordersNumbered(
  db: Queryable,
  { storeId, extension }: { readonly storeId: string; readonly extension: string },
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; externalNumber: string }>(NUMBERED, [storeId, extension, numbers]);
  return new Map(rows.map(({ id, externalNumber }) => [externalNumber, id]));
}
