import type { Keeping, Rehearsal, UnkeyedCall } from '../kernel/bus/call';
import { keptRefusal } from '../kernel/bus/keeping';
import { revIn } from '../kernel/call/incoming';
import type { Command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { problemOf, Refusal } from '../kernel/errors';
import { holdsPersonal } from '../kernel/personal/personal';
import type { Change, FieldChange } from '../kernel/trace/change';
import { isSame } from '../kernel/trace/difference';
import { onTrial } from '../kernel/trial/trial';
import { proposer } from '../proposal/item/attempt';
import { bytesOf } from '../proposal/item/call';
import { againAfterMeeting } from '../proposal/recording/again';
import { hashWith, itemOfCall } from '../proposal/recording/item-of-call';
import { isAnswer } from '../proposal/recording/rehearsal';
import { extendProposal, insertItem } from '../proposal/recording/store';
import type { ProposalRow } from '../proposal/view';
import type { BulkCall } from './act';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'services' | 'newId' | 'record' | 'about' | 'concerns'>;

/** The outcome of a call on trial. */
type TrialOutcome = Pick<Rehearsal, 'preview' | 'reservedIds' | 'readRevs' | 'writtenNames' | 'persons'>;

const NOTHING: TrialOutcome = {
  preview: { changes: [], effects: [], bumpsGeneration: false, result: null, hash: '' },
  reservedIds: [],
  readRevs: {},
  writtenNames: [],
  persons: [],
};

/**
 * Records calls into a proposal of an owner. Each runs on trial against the shop as it is: calls of one act touch different fields, so none
 * builds on another. A call that is refused becomes an item that is left out, with the reason.
 * @param proposal locked
 * @returns the number of items that are left out
 * @throws {GaveWay}
 */
export async function recordCalls(
  context: Context,
  proposal: ProposalRow,
  calls: readonly BulkCall[],
): Promise<{ readonly leftOut: number }> {
  const { tx, storeId, services } = context;
  const principal = proposer(storeId, proposal);
  let { hash, recordedItems: items, recordedBytes: bytes } = proposal;
  let leftOut = 0;
  for (const { command, payload, key, takesBack = [] } of calls) {
    const mutation = services.capabilities.mutation(command) as Command;
    const call: UnkeyedCall = { principal, mutation, payload, expectedRev: revIn(payload) };
    const { tried, refusal } = await tryCall(context, call, takesBack);
    const { preview, persons, writtenNames: writes, ...kept } = tried;
    const keeping = refusal ? unsealed(call) : await services.trials.keeping(tx, call, persons);
    items += 1;
    const place = { id: context.newId('pit'), proposalId: proposal.id, seq: items };
    const item = itemOfCall(context, call, place, { ...kept, preview, writes, buildsOn: [] }, keeping);
    const problem = refusal && problemOf(keptRefusal(services.capabilities.personal, mutation, refusal));
    const leavingOut = problem ? ({ state: 'skipped', problem, objects: [], uploads: [] } as const) : {};
    insertItem(tx, storeId, { ...item, ...(key === undefined ? {} : { key }), ...leavingOut });
    hash = hashWith(context, hash, item, preview);
    bytes += bytesOf(item);
    leftOut += Number(refusal !== undefined);
    context.about(persons);
    context.concerns([place.id]);
  }
  if (calls.length === 0) return { leftOut };
  await extendProposal(tx, storeId, proposal.id, { hash, items, bytes });
  context.record('proposal', proposal.id, { items: proposal.recordedItems }, { items });
  return { leftOut };
}

/** The keeping of a call that was refused: of whom it is, nothing tells, and so it may state nothing of a person. */
function unsealed({ mutation }: UnkeyedCall): Pick<Keeping, 'payload' | 'preview'> {
  if (holdsPersonal(mutation.payload))
    throw new Error(`${mutation.id} states data of a person, and no bulk act calls it`);
  return { payload: (payload) => payload, preview: (preview) => preview };
}

/** Runs a call to see its outcome; nothing of it stays. @param takesBack changes that must stand as they have left their things */
async function tryCall(
  { tx, now, services: { capabilities, trials } }: Context,
  call: UnkeyedCall,
  takesBack: readonly Change[],
): Promise<{ readonly tried: TrialOutcome; readonly refusal?: Refusal }> {
  try {
    const [fault] = capabilities.payloadErrors(call.mutation, call.payload);
    if (fault) throw new Refusal('invalid_request', `${fault.pointer} ${fault.message}`, { errors: [fault] });
    const tried = await againAfterMeeting(() => onTrial(tx, (trial) => trials.rehearse(trial, call, now)));
    return movedSince(tried.preview.changes, takesBack)
      ? {
          tried: NOTHING,
          refusal: new Refusal('invalid_state', 'It has been changed again since.', { facts: { state: 'changed' } }),
        }
      : { tried };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { tried: NOTHING, refusal: error };
  }
}

/** Tells whether a thing has other values than a change has left it with. */
const movedSince = (present: readonly FieldChange[], left: readonly Change[]): boolean =>
  present.some(({ entity, id, field, before }) => {
    const after = left.find((change) => change.entity === entity && change.id === id)?.after;
    return after != null && field in after && !isSame(before, after[field]);
  });
