import { keptRefusal } from '../../kernel/bus/keeping';
import type { Queryable } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import { problemOf } from '../../kernel/errors';
import { json, nullable, object, oneOf, type Static, t } from '../../kernel/schema/schema';
import type { ItemRow } from '../view';
import { lookAt } from './looked';

/** The present state of the work that an item has started. */
export const itemWorkSchema = nullable(
  object(
    {
      state: oneOf(['open', 'done', 'failed']),
      jobId: nullable(t.String({ description: 'The marketplace job that it is, to look for where jobs are.' })),
      result: json({
        description: 'What its call is answered by now, e.g. how far the job is, and what it waits for.',
      }),
      problem: nullable(t.Record(t.String(), t.Unknown(), { description: 'Why it has failed.' })),
    },
    { description: 'Of a call that has started work: how that stands. null: of one that has started none.' },
  ),
);
export type ItemWork = Static<typeof itemWorkSchema>;

/** @param item as its reader may know it */
export async function workOfItem(
  services: Services,
  { db, storeId, item }: { readonly db: Queryable; readonly storeId: string; readonly item: ItemRow },
): Promise<ItemWork> {
  const { capabilities } = services;
  const command = capabilities.mutation(item.command);
  if (!item.awaited || !command?.settles) return null;
  const asked = item.awaited.result;
  const { state, result, refusal } = await lookAt(command.settles, { db, storeId, result: asked, services });
  const { id, jobId = id } = (result ?? asked ?? {}) as { readonly id?: unknown; readonly jobId?: unknown };
  return {
    state,
    jobId: typeof jobId === 'string' && jobId.startsWith('cjb_') ? jobId : null,
    result: result as never,
    problem: refusal && problemOf(keptRefusal(capabilities.personal, command, refusal)),
  };
}
