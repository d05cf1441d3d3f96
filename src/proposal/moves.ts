import type { CommandBus } from '../kernel/bus';
import type { Transaction } from '../kernel/database/database';
import { proposalApplication } from './contract';
import type { Held } from './item/attempt';
import { causeOf } from './item/call';
import finish from './proposal.finish';
import pause from './proposal.pause';
import { bumpWasPromised } from './store';
import type { HeldState, ItemRow, ProposalRow } from './view';

/*
 * What an application decides by itself: that it pauses, and that it has ended. Each leaves an audit row like any other command, and
 * makes the generation bump that the items left due; when all of them were to leave it to somebody else (deferBump), it is left.
 */

interface Moving {
  readonly bus: CommandBus;
  readonly tx: Transaction;
  readonly storeId: string;
  /** Names the move in the log. */
  readonly requestId?: string;
}

/** @returns the pause's message */
export async function pauseProposal(
  moving: Moving,
  proposal: ProposalRow,
  item: ItemRow,
  held: Omit<Held, 'applied'>,
): Promise<string> {
  const { reason, currentPreview, problem } = held;
  const message = `paused at item ${item.seq} of ${proposal.total}: ${held.why}`;
  await moving.bus.issue(moving.tx, pause, {
    ...(await termsOf(moving, proposal, item)),
    step: `pause/${proposal.pauses + 1}`,
    payload: {
      proposalId: proposal.id,
      itemId: item.id,
      state: heldState(held),
      reason,
      message,
      currentPreview,
      problem,
    },
  });
  return message;
}

function heldState({ reason, problem }: Omit<Held, 'applied'>): HeldState {
  if (reason === 'failed') return 'failed';
  return problem ? 'refused' : 'stale';
}

export async function finishProposal(moving: Moving, proposal: ProposalRow): Promise<void> {
  await moving.bus.issue(moving.tx, finish, {
    ...(await termsOf(moving, proposal)),
    step: 'finish',
    payload: { proposalId: proposal.id },
  });
}

const termsOf = async ({ tx, storeId, requestId }: Moving, proposal: ProposalRow, item?: ItemRow) => ({
  storeId,
  workflowId: proposalApplication.workflowId(proposal.id),
  cause: causeOf(proposal, item),
  deferBump: !(await bumpWasPromised(tx, storeId, proposal.id)),
  ...(requestId ? { requestId } : {}),
});
