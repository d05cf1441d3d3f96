import type { UnkeyedCall } from '../../kernel/bus/call';
import type { ProposalGate } from '../../kernel/call/dispatch';
import { mayPropose, scopeNeeded } from '../../kernel/declaration/authority';
import type { MutationContext } from '../../kernel/declaration/context';
import { assertPriced } from '../../kernel/declaration/entity';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import { GaveWay, untilThrough } from '../../kernel/trial/trial';
import { bytesOf } from '../item/call';
import { limitOfProposal, limitOfTheDay } from '../limit/limits';
import { assertWithinBudget } from './budget';
import { hashWith, itemOfCall } from './item-of-call';
import { type Recorders, rehearseOnTop } from './rehearsal';
import { extendProposal, insertItem, openProposal, tryTurn } from './store';
import { Turns } from './turns';

/** Changes that wait to be recorded: of one token as many as a client sends in parallel, not as many as it can. */
const WAITING_MAX = { token: 16, store: 200 };
const PATIENCE_MS = 15_000;

/**
 * Records live changes into the open proposal of the token that asked for them (spec §3, §4.1). The recording is a mutation of
 * its own on the bus: a replay of the caller's key answers the same item, and the audit log tells of it as `proposed`.
 * @throws in a build whose limits on prices would judge nothing
 */
export function createProposalGate(recorders: Recorders): ProposalGate {
  const { bus, capabilities } = recorders;
  assertPriced(capabilities.entities);
  const ofToken = new Turns({
    waitingMax: WAITING_MAX.token,
    full: `At most ${WAITING_MAX.token} changes of a token wait to be recorded.`,
    patienceMs: PATIENCE_MS,
  });
  const ofStore = new Turns({
    waitingMax: WAITING_MAX.store,
    full: `At most ${WAITING_MAX.store} agents of a store wait to have a change recorded.`,
    patienceMs: PATIENCE_MS,
  });
  /** One recording of a token at a time, and one of a store: agents wait for each other here, where a wait costs no connection. */
  const inTurn = <T>({ principal: { storeId, id } }: UnkeyedCall, work: () => Promise<T>): Promise<T> =>
    ofToken.take(`${storeId} ${id}`, () => ofStore.take(storeId, work));
  const recordingOf = (call: UnkeyedCall) => (context: MutationContext) => record(recorders, context, call);
  return {
    async record(call) {
      if (!mayPropose(call.principal)) {
        const refusal = scopeNeeded('proposals:write');
        await bus.auditRefusal(call, refusal);
        throw refusal;
      }
      const recordIt = () => bus.record(call, recordingOf(call));
      const { status, body, replayed, auditId } = await inTurn(call, () => untilThrough(recordIt));
      return { status, body, replayed, auditId };
    },

    async preview(call) {
      // Looking at what a change would do needs no right to propose it.
      if (!mayPropose(call.principal)) return { preview: await bus.dryRun(call) };
      const { preview } = await inTurn(call, () => bus.dryRecord(call, recordingOf(call)));
      return { wouldPropose: true, preview };
    },

    limiting: (principal) => limitOfTheDay(principal, capabilities.entities),
  };
}

async function record(recorders: Recorders, context: MutationContext, call: UnkeyedCall) {
  const { bus, capabilities } = recorders;
  const { tx, storeId, principal, now } = context;
  const { mutation, payload } = call;
  if (!capabilities.mutation(mutation.id)) throw new Error(`${mutation.id} cannot be proposed`);
  const { limits } = principal;
  const open = await tryTurn(tx, storeId, principal.id);
  if (open === false) throw new GaveWay();
  const proposal =
    open ??
    (await openProposal(tx, storeId, {
      id: context.newId('prp'),
      tokenId: principal.id,
      workspaceId: principal.workspaceId,
      createdAt: now.toISOString(),
    }));
  const itemsMax = Math.min(limits?.itemsPerProposal ?? PROPOSAL_ITEMS_MAX, PROPOSAL_ITEMS_MAX);
  if (proposal.items >= itemsMax) {
    refuse(
      'limit_exceeded',
      `A proposal of this token holds at most ${itemsMax} items: submit it, and the next change opens another.`,
    );
  }
  const limit = limitOfProposal(principal, capabilities.entities);
  const limited = { ...call, inspect: limit.inspect };
  const { preview, touched, persons, ...rehearsed } = await rehearseOnTop(recorders, context, proposal, limited);
  await limit.judge(tx, proposal.id);
  await mutation.stage?.({ tx, storeId, principal, now, payload });
  const itemId = context.newId('pit');
  const keeping = await bus.keeping(tx, call, persons);
  const place = { id: itemId, proposalId: proposal.id, seq: proposal.items + 1 };
  const item = itemOfCall(context, call, place, { ...rehearsed, preview }, keeping);
  const bytes = proposal.bytes + assertWithinBudget(bytesOf(item), proposal.bytes);
  const hash = hashWith(context, proposal.hash, item, preview);
  insertItem(tx, storeId, item);
  await extendProposal(tx, storeId, proposal.id, { hash, items: item.seq, bytes });
  context.record('proposal', proposal.id, { items: proposal.items }, { items: item.seq });
  context.concerns([itemId, ...touched]);
  context.about(persons);
  return { proposed: true, proposalId: proposal.id, itemId: item.id, seq: item.seq, preview };
}
