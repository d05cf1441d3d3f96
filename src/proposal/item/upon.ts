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
  const upon = new Map<string, readonly Upon[]>();
  for (const item of items) {
    const { id, command, payload } = item;
    const call = { db, storeId, payload: payload as never, result: resultOf(item) as never };
    const facts = await services.capabilities.mutation(command)?.actsUpon?.(call);
    if (facts) upon.set(id, facts);
  }
  return upon;
}

/** Reads the answer of a call that has run, as it was shown: another one would have held it up. Null: it has not run. */
const resultOf = ({ state, preview, currentPreview }: ItemRow): unknown =>
  state === 'applied' || state === 'started' || state === 'left_running' ? (currentPreview ?? preview).result : null;
