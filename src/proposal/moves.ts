import type { CommandBus } from '../kernel/bus';
import type { Transaction } from '../kernel/database';
import type { Mutation } from '../kernel/declare';
import { systemPrincipal } from '../kernel/principal';
import { proposalApplication } from './contract';
import type { Held } from './item/attempt';
import { causeOf } from './item/call';
import { bumpWasPromised, markHeld, moveProposal } from './store';
import type { ItemRow, ItemState, ProposalRow } from './view';

/*
 * What an application decides by itself: that it pauses, and that it has ended. Both are mutations on the bus like any other, so
 * each leaves an audit row, and makes the generation bump that the items left due; when all of them were to leave it to somebody
 * else (deferBump), it is left.
 */

interface Moving {
  readonly bus: CommandBus;
  readonly tx: Transaction;
  readonly storeId: string;
  readonly now: Date;
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
  const state = heldState(held);
  const message = `paused at item ${item.seq} of ${proposal.total}: ${held.why}`;
  await run(moving, `pause/${proposal.pauses + 1}`, proposal, item, {
    id: 'proposal.pause',
    policy: 'owner',
    flags: [],
    refuses: [],
    async run({ tx, storeId, record }) {
      await markHeld(tx, storeId, item.id, { state, currentPreview, problem });
      const pause = { itemId: item.id, seq: item.seq, reason, message };
      await moveProposal(tx, storeId, proposal.id, { state: 'paused', pause });
      record('proposal', proposal.id, { state: proposal.state, pause: null }, { state: 'paused', pause });
      record('proposal item', item.id, { state: item.state }, { state }, { proposalId: proposal.id });
      return pause;
    },
  });
  return message;
}

function heldState({ reason, problem }: Omit<Held, 'applied'>): ItemState {
  if (reason === 'failed') return 'failed';
  return problem ? 'refused' : 'stale';
}

export async function finishProposal(moving: Moving, proposal: ProposalRow): Promise<void> {
  await run(moving, 'finish', proposal, undefined, {
    id: 'proposal.finish',
    policy: 'owner',
    flags: [],
    refuses: [],
    async run({ tx, storeId, record, now }) {
      await moveProposal(tx, storeId, proposal.id, { state: 'applied', finishedAt: now });
      record('proposal', proposal.id, { state: proposal.state }, { state: 'applied' });
      return { applied: proposal.applied, skipped: proposal.skipped };
    },
  });
}

async function run(
  { bus, tx, storeId, now, requestId }: Moving,
  name: string,
  proposal: ProposalRow,
  item: ItemRow | undefined,
  mutation: Mutation,
): Promise<void> {
  const workflowId = proposalApplication.workflowId(proposal.id);
  const call = {
    principal: systemPrincipal(storeId, workflowId),
    mutation,
    deferBump: !(await bumpWasPromised(tx, storeId, proposal.id)),
    payload: { proposalId: proposal.id, ...(item ? { itemId: item.id } : {}) },
    ...(requestId ? { requestId } : {}),
  };
  const rehearsal = await bus.rehearse(tx, call, now);
  await rehearsal.keep(`${workflowId}/${name}`, causeOf(proposal, item));
}
