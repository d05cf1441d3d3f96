import type { CommandBus } from '../kernel/bus';
import type { Abandonment } from '../kernel/declaration/job';
import { problemOf, Refusal } from '../kernel/errors';
import { work } from '../kernel/work/work';
import { proposalApplication } from './contract';
import { finishProposal, pauseProposal } from './moves';
import { findOpenProposals, lockProposal, nextItem } from './store';

/**
 * An application that cannot be started, or not be told to go on, pauses at the item that is next: the owner resumes it, which
 * starts it where there is none, or withdraws it. One that is not applying needs nothing.
 */
function abandonProposal(
  bus: CommandBus,
  storeId: string,
  proposalId: string,
  { code, reason }: Abandonment,
): Promise<void> {
  return bus.inTransaction<void>(storeId, async (tx) => {
    const proposal = await lockProposal(tx, storeId, proposalId);
    if (proposal.state !== 'applying') return { keep: false, value: undefined };
    const item = await nextItem(tx, storeId, proposalId);
    const moving = { bus, tx, storeId };
    if (!item) {
      await finishProposal(moving, proposal);
      return { keep: true, value: undefined };
    }
    const why = `its application could not be ${code === 'not_started' ? 'started' : 'kept going'}: ${reason}`;
    const problem = problemOf(new Refusal('internal', why));
    await pauseProposal(moving, proposal, item, { reason: 'failed', currentPreview: null, problem, why });
    return { keep: true, value: undefined };
  });
}

export const proposalWork = work(proposalApplication, {
  find: findOpenProposals,
  abandon: ({ bus }, ...told) => abandonProposal(bus, ...told),
});
