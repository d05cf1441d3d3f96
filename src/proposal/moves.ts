import type { CommandBus } from '../kernel/bus';
import type { Transaction } from '../kernel/database/queryable';
import { proposalApplication } from './contract';
import type { HeldItem } from './item/attempt';
import { causeOf } from './item/call';
import { isStarted, type StartedItem } from './item/state';
import finish from './proposal.finish';
import leaveOut from './proposal.item.leaveOut';
import settle from './proposal.item.settle';
import pause from './proposal.pause';
import { bumpWasPromised } from './store';
import type { HeldState, ItemRow, ProposalHead } from './view';

/*
 * An application makes four moves by itself: it pauses, it leaves out an item of a bulk act that would pause it, it notes that the work of
 * an item has ended well, and it ends. Each leaves an
 * audit row like any other command, and makes the generation bump that the items left due. When every item left the bump to others
 * (deferBump), it is left.
 */

interface Moving {
  readonly bus: CommandBus;
  readonly tx: Transaction;
  readonly storeId: string;
}

/** @returns the pause's message */
export async function pauseProposal(
  moving: Moving,
  proposal: ProposalHead,
  item: ItemRow,
  held: HeldItem,
): Promise<string> {
  const { reason, currentPreview, problem } = held;
  const { message } = await moving.bus.issue(moving.tx, pause, {
    ...(await termsOf(moving, proposal, item)),
    step: `pause/${proposal.pauses + 1}`,
    payload: {
      proposalId: proposal.id,
      itemId: item.id,
      state: heldState(item, held),
      reason,
      message: `paused at item ${item.seq} of ${proposal.total}: ${held.why}`,
      currentPreview,
      problem,
    },
  });
  return message;
}

export async function settleItem(moving: Moving, proposal: ProposalHead, item: StartedItem): Promise<void> {
  await moving.bus.issue(moving.tx, settle, {
    ...(await termsOf(moving, proposal, item)),
    // Pauses and the end make the bump.
    deferBump: true,
    step: `settle/${item.id}`,
    payload: { proposalId: proposal.id, itemId: item.id },
  });
}

/** Leaves out an item that would hold up a bulk act. @returns the reason */
export async function leaveItemOut(
  moving: Moving,
  proposal: ProposalHead,
  item: ItemRow,
  held: HeldItem,
): Promise<string> {
  await moving.bus.issue(moving.tx, leaveOut, {
    ...(await termsOf(moving, proposal, item)),
    // Pauses and the end make the bump.
    deferBump: true,
    step: `leave/${item.id}`,
    payload: {
      proposalId: proposal.id,
      itemId: item.id,
      state: heldState(item, held),
      message: held.why,
      currentPreview: held.currentPreview,
      problem: held.problem,
    },
  });
  return held.why;
}

/** A failure on our side tells nothing about work that goes on: the work is awaited once more. */
function heldState(item: ItemRow, { reason, problem }: HeldItem): HeldState {
  if (reason === 'failed') return isStarted(item) ? 'started' : 'failed';
  return problem ? 'refused' : 'stale';
}

export async function finishProposal(moving: Moving, proposal: ProposalHead): Promise<void> {
  await moving.bus.issue(moving.tx, finish, {
    ...(await termsOf(moving, proposal)),
    step: 'finish',
    payload: { proposalId: proposal.id },
  });
}

const termsOf = async ({ tx, storeId }: Moving, proposal: ProposalHead, item?: ItemRow) => ({
  storeId,
  workflowId: proposalApplication.workflowId(proposal.id),
  cause: causeOf(proposal, item),
  deferBump: !(await bumpWasPromised(tx, storeId, proposal.id)),
});
