import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { type ListViews, noViews, type ViewedList } from './schema';

type KeptViews = Readonly<Partial<Record<ViewedList, ListViews>>>;

const SELECT = 'SELECT list_views AS kept FROM owner_account WHERE store_id = $1 AND id = $2';

/** Reads what a person keeps of each list in a store. */
export async function viewsOf(
  db: Queryable,
  storeId: string,
  ownerId: string,
): Promise<Readonly<Record<ViewedList, ListViews>>> {
  const [row] = await db.query<{ kept: KeptViews }>(SELECT, [storeId, ownerId]);
  return { orders: noViews, products: noViews, ...row?.kept };
}

const SAVE = `
  UPDATE owner_account SET list_views = list_views || jsonb_build_object($3::text, $4::jsonb) WHERE store_id = $1 AND id = $2 RETURNING id`;

/** Puts views and columns of one list in the place of those before. @returns false where there is no such account */
export async function saveViews(
  tx: Transaction,
  storeId: string,
  ownerId: string,
  { list, kept }: { readonly list: ViewedList; readonly kept: ListViews },
): Promise<boolean> {
  return (await tx.query(SAVE, [storeId, ownerId, list, JSON.stringify(kept)])).length > 0;
}
