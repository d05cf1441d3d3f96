import type { Queryable } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { ItemRow } from '../view';
import { filesBrought } from './files';

const BROUGHT = 'SELECT command, payload, objects FROM proposal_item WHERE store_id = $1 AND id = $2';

/** Finds the kind of a file that the call of an item brought under that name; undefined: it is no such file, or waits no longer. */
export async function findItemFile(
  db: Queryable,
  capabilities: Pick<CapabilityIndex, 'mutation'>,
  storeId: string,
  itemId: string,
  object: string,
): Promise<{ readonly type: string; readonly size: number; readonly picture: boolean } | undefined> {
  const [item] = await db.query<Pick<ItemRow, 'command' | 'payload' | 'objects'>>(BROUGHT, [storeId, itemId]);
  const found = item && filesBrought(capabilities.mutation(item.command), item);
  const file = found?.find(({ content }) => content.object === object);
  return file && { type: file.content.type, size: file.content.size, picture: file.picture };
}
