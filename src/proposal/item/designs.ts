import type { Queryable } from '../../kernel/database/queryable';
import type { Compared } from '../../kernel/declaration/comparing';
import type { Services } from '../../kernel/declaration/services';
import type { ItemRow } from '../view';

/** Items of a page whose bodies are read: each has two, of half a megabyte at most. */
const COMPARED_MAX = 20;

interface Reading {
  readonly db: Queryable;
  readonly storeId: string;
  readonly services: Pick<Services, 'previews' | 'capabilities'>;
}

/** The designs of items that would show shoppers another one, by the item. */
export async function designsOf(
  items: readonly ItemRow[],
  { db, storeId, services }: Reading,
): Promise<ReadonlyMap<string, Compared>> {
  const found = new Map<string, Compared>();
  for (const { id, command, payload, expectedRev: stated } of items) {
    const compares = services.capabilities.mutation(command)?.compares;
    // A route states it in a header, an envelope in the payload.
    const expectedRev = stated ?? (payload as { readonly expectedRev?: number } | null)?.expectedRev ?? null;
    const withChanges = found.size < COMPARED_MAX;
    const compared = await compares?.({ db, storeId, services, payload: payload as never, expectedRev, withChanges });
    if (compared) found.set(id, compared);
  }
  return found;
}
