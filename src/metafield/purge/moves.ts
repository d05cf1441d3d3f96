import type { CommandBus } from '../../kernel/bus';
import purgeDefinition from '../metafield.definition.purge';
import { type MetafieldPurgeInput, metafieldPurge } from './contract';
import { lockPurge } from './store';

/** How far the removal of values is. */
export interface PurgedSoFar {
  readonly taken: number;
  readonly done: number;
  readonly total: number;
}

/** Takes the next values away, with an audit row like any other change. @returns undefined: nothing was left */
export function purgeNext(
  bus: CommandBus,
  { storeId, definitionId }: MetafieldPurgeInput,
): Promise<PurgedSoFar | undefined> {
  return bus.inTransaction<PurgedSoFar | undefined>(storeId, async (tx) => {
    const purge = await lockPurge(tx, storeId, definitionId);
    if (!purge) return { keep: false, value: undefined };
    const terms = {
      storeId,
      workflowId: metafieldPurge.workflowId(definitionId),
      step: `${purge.done}/${purge.place}`,
      payload: { definitionId },
      cause: { definitionId },
    };
    return { keep: true, value: await bus.issue(tx, purgeDefinition, terms) };
  });
}
