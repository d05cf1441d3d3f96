import { nameOf } from '../../extension/provider/providers';
import type { Queryable } from '../../kernel/database/queryable';
import { shopTimeZone } from '../../kernel/shop-time';
import type { Titled } from '../../kernel/table/references';
import type { JobRow } from './table';

const FACTS = 'SELECT id, extension, created_at AS "createdAt" FROM channel_job WHERE store_id = $1 AND id = ANY($2)';

/** Looks up with which marketplace jobs deal, and when they were asked for: what they do is said beside it, in either language. */
export async function jobTitles(db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> {
  const rows = await db.query<Pick<JobRow, 'id' | 'extension' | 'createdAt'>>(FACTS, [storeId, ids]);
  return rows.map(({ id, extension, createdAt }) => ({ id, title: `${nameOf(extension)} · ${shopTime(createdAt)}` }));
}

/** Writes a time of the shop, e.g. `22.11.2026 14:05`. */
const shopTime = (iso: string): string =>
  new Intl.DateTimeFormat('tr-TR', { dateStyle: 'short', timeStyle: 'short', timeZone: shopTimeZone }).format(
    new Date(iso),
  );
