import type { Call, CommandBus, Rehearsal } from '../kernel/bus';
import { digestOf } from '../kernel/canonical';
import type { CapabilityIndex, Mutation, MutationContext } from '../kernel/declare';
import type { ProposalGate } from '../kernel/dispatch';
import { Refusal, refuse } from '../kernel/errors';
import { newUlid } from '../kernel/ids';
import { againAfterMeeting } from './again';
import { callOf, keptPayload } from './item.call';
import { assertWithinLimits, beyondLimits } from './limits';
import { findMutation } from './mutations';
import { appendItem, listItems, openProposal } from './proposal.store';
import type { ItemRow } from './proposal.view';

/** Items that a proposal holds unless its token says less: a person has to read them. */
const ITEMS_MAX = 200;

/**
 * Records live changes into the open proposal of the token that asked for them (spec §3, §4.1). The recording is a mutation of
 * its own on the bus: a replay of the caller's key answers the same item, and the audit log tells of it as `proposed`.
 */
export function createProposalGate(bus: CommandBus, capabilities: CapabilityIndex): ProposalGate {
  return {
    async record(call, key) {
      const { mutation, principal } = call;
      if (!principal.scopes.has('proposals:write')) {
        const refusal = new Refusal('forbidden_scope', 'The scope proposals:write is needed.', {
          facts: { scope: 'proposals:write' },
        });
        await bus.auditRefusal(call, refusal);
        throw refusal;
      }
      const recording: Mutation = {
        id: mutation.id,
        policy: 'propose',
        flags: [],
        success: 'proposed',
        ...(mutation.redact ? { redact: (payload) => mutation.redact?.(payload) } : {}),
        run: (context) => record(bus, capabilities, context, call),
      };
      const { status, body, replayed, auditId } = await bus.execute({
        ...call,
        mutation: recording,
        key,
        deferBump: true,
      });
      return { status: status === 200 ? 202 : status, body, replayed, auditId };
    },

    async exceedsLimits(call) {
      const { limits } = call.principal;
      if (beyondLimits(limits, call.mutation.id, undefined)) return true;
      if (limits?.priceChangePercent == null) return false;
      // A change that is refused has no price to look at; the refusal is the answer then.
      const preview = await bus.dryRun(call).catch((error) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      return beyondLimits(limits, call.mutation.id, preview) !== undefined;
    },
  };
}

async function record(
  bus: CommandBus,
  capabilities: CapabilityIndex,
  context: MutationContext,
  call: Omit<Call, 'key'>,
) {
  const { tx, storeId, principal, now } = context;
  const { mutation, payload } = call;
  const known = findMutation(capabilities, mutation.id);
  if (!known) throw new Error(`${mutation.id} cannot be proposed`);
  const { limits, kind } = principal;
  if (kind === 'agent') assertWithinLimits(limits, mutation.id, undefined);
  const proposal = await openProposal(tx, storeId, {
    id: context.newId('prp'),
    tokenId: principal.id,
    workspaceId: principal.workspaceId,
    at: now,
  });
  const earlier = proposal.opened ? [] : await listItems(tx, storeId, proposal.id);
  const itemsMax = Math.min(limits?.itemsPerProposal ?? ITEMS_MAX, ITEMS_MAX);
  if (earlier.length >= itemsMax) {
    refuse(
      'limit_exceeded',
      `A proposal of this token holds at most ${itemsMax} items: submit it, and the next change opens another.`,
    );
  }
  const rehearsal = await rehearseOnTop(bus, capabilities, context, earlier, call);
  const { preview, reservedIds, readRevs } = rehearsal;
  if (kind === 'agent') assertWithinLimits(limits, mutation.id, preview);
  const itemId = context.newId('pit');
  const item = {
    id: itemId,
    proposalId: proposal.id,
    seq: earlier.length + 1,
    command: mutation.id,
    ...keptPayload(context.services.secretBox, mutation, { storeId, itemId, payload }),
    key: newUlid(),
    deferBump: call.deferBump ?? false,
    expectedRev: call.expectedRev ?? null,
    reservedIds: [...reservedIds],
    schemaHash: known.schemaHash,
    preview,
    readRevs,
    recordedAt: now,
  };
  await appendItem(tx, storeId, item, digestOf([proposal.hash, item.command, item.payload, preview.hash]));
  context.record('proposal', proposal.id, { items: earlier.length }, { items: item.seq });
  return { proposed: true, proposalId: proposal.id, itemId: item.id, seq: item.seq, preview };
}

/**
 * What the call would do after the earlier items: they run first, and everything is taken back. An earlier item that the shop has
 * overtaken meanwhile is left out, as it will be when its turn comes and the owner skips it.
 */
function rehearseOnTop(
  bus: CommandBus,
  capabilities: CapabilityIndex,
  context: Pick<MutationContext, 'tx' | 'now' | 'services'>,
  earlier: readonly ItemRow[],
  call: Omit<Call, 'key'>,
): Promise<Rehearsal> {
  const { tx, now } = context;
  const rehearsal = (): Promise<Rehearsal> =>
    tx.savepoint(async () => {
      for (const item of earlier) {
        const known = findMutation(capabilities, item.command);
        if (!known) continue;
        const earlierCall = callOf(context.services.secretBox, item, known.mutation, call.principal);
        await againAfterMeeting(() =>
          tx.savepoint(async () => ({ keep: true, value: await bus.rehearse(tx, earlierCall, now) })),
        ).catch((error) => {
          if (!(error instanceof Refusal)) throw error;
        });
      }
      return { keep: false, value: await bus.rehearse(tx, call, now) };
    });
  return againAfterMeeting(rehearsal);
}
