import type { Queryable } from '../../kernel/database';
import type { Titled } from '../../kernel/references';

const TITLES = `
  SELECT id, concat_ws(' · ', extension, kind, mode) AS title FROM channel_job WHERE store_id = $1 AND id = ANY($2)`;

/** Looks up what jobs do, and with which marketplace. */
export const jobTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
