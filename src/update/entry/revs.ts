import { installedExtensions } from '../../extension/store';
import type { Queryable } from '../../kernel/database/queryable';
import { findLive } from '../../store/design/store';
import type { UpdateRow } from '../../store/update/aggregate';

/** Finds the rev of what an update was prepared for, as that is now. */
export type RevOf = (row: Pick<UpdateRow, 'kind' | 'name'>) => number | undefined;

/** Revs of all that has updates in a store. */
export async function revsNow(db: Queryable, storeId: string): Promise<RevOf> {
  const live = await findLive(db, storeId);
  const extensions = new Map((await installedExtensions(db, storeId)).map(({ key, rev }) => [key, rev]));
  return ({ kind, name }) => (kind === 'extension' ? extensions.get(name) : themeRev(live, name));
}

const themeRev = (live: { readonly theme: string; readonly rev: number } | undefined, name: string) =>
  live?.theme === name ? live.rev : undefined;
