import type { MutationContext } from '../../kernel/declaration/context';
import { hookBreaker, REACTIVATED } from './contract';
import { forgetBreakers } from './store';

/**
 * Forgets what hooks have failed of that an extension has no more, and ends what watches over them: nobody can activate them again.
 * @param points those that it has as before
 */
export async function endBreakers(
  { tx, storeId, effects }: Pick<MutationContext, 'tx' | 'storeId' | 'effects'>,
  extension: string,
  points: readonly string[],
): Promise<void> {
  for (const { point, trip: tripId } of await forgetBreakers(tx, storeId, extension, points))
    if (tripId !== null)
      effects.updateWorkflow(hookBreaker, { storeId, tripId, extension, point }, REACTIVATED, { tripId });
}
