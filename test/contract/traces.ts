import type { Transaction } from '../../src/kernel/database/queryable';
import { tables } from '../house/tables';

/** Columns that every change moves, or that say when. */
const marks = ['rev', 'updated_at'];

/** Every row of the store that is no bookkeeping, without what moves by itself, by a text without its marks: equal texts are equal states. */
export async function stateOf(tx: Transaction): Promise<Map<string, Record<string, unknown>>> {
  const named = Object.keys(tables).filter((name) => !tables[name]?.bookkeeping && !ledgers.has(name));
  const watched = await tx.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE has_table_privilege(current_user, quote_ident(name), 'SELECT')`,
    [named],
  );
  const rows = await tx.query<{ name: string; row: Record<string, unknown> }>(
    watched.map(({ name }) => `SELECT '${name}' AS name, to_jsonb(t) AS row FROM "${name}" t`).join(' UNION ALL '),
  );
  return new Map(
    rows.map(({ name, row }) => {
      const quiet = Object.keys(tables[name]?.unaudited ?? {});
      const still = Object.entries(row).filter(([field]) => !quiet.includes(field));
      const fields = still.filter(([field]) => !marks.includes(field));
      return [`${name} ${JSON.stringify(fields)}`, { ...Object.fromEntries(still), table: name }];
    }),
  );
}

/** They only grow: taking a change back adds to them. */
const ledgers = new Set(['stock_movement']);

/** Tables of what stands for itself, and how a row of them looks that was taken back: nothing deletes it. */
const putAway: Readonly<Record<string, (row: Record<string, unknown>) => boolean>> = {
  access_token: (row) => row.revoked_at !== null,
  catalog_category: (row) => row.status === 'archived',
  catalog_collection: (row) => row.status === 'archived',
  catalog_product: (row) => row.status === 'archived',
  channel_listing: (row) => row.enabled === false,
};

/** What an undo left otherwise than it was: rows of before that are not back, and new ones that still stand. */
export function leftOver(
  before: ReadonlyMap<string, Record<string, unknown>>,
  after: ReadonlyMap<string, Record<string, unknown>>,
): unknown[] {
  const missing = [...before.keys()].filter((text) => !after.has(text));
  const standing = [...after].filter(
    ([text, row]) => !before.has(text) && putAway[row.table as string]?.(row) === false,
  );
  return [...missing, ...standing.map(([text]) => text)];
}
