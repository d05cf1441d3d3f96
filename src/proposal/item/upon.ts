import type { Queryable } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import type { Upon } from '../../kernel/declaration/upon';
import type { ItemRow } from '../view';

interface Reading {
  readonly db: Queryable;
  readonly storeId: string;
  readonly services: Pick<Services, 'capabilities'>;
}

/** Finds what items act upon, by the item: of those whose command tells it. */
export async function uponOf(
  items: readonly ItemRow[],
  { db, storeId, services }: Reading,
): Promise<ReadonlyMap<string, readonly Upon[]>> {
  const found = new Map<string, readonly Upon[]>();
  for (const { id, command, payload } of items) {
    const told = await services.capabilities.mutation(command)?.actsUpon?.({ db, storeId, payload: payload as never });
    if (told) found.set(id, told);
  }
  return found;
}
