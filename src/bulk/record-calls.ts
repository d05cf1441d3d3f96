import type { Keeping, Rehearsal, UnkeyedCall } from '../kernel/bus/call';
import { keptRefusal } from '../kernel/bus/keeping';
import { revIn } from '../kernel/call/incoming';
import type { Command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { problemOf, Refusal } from '../kernel/errors';
import { sealedBy, WITHHELD } from '../kernel/personal/personal';
import type { Change, FieldChange } from '../kernel/trace/change';
import { isSame } from '../kernel/trace/difference';
import { onTrial, together } from '../kernel/trial/trial';
import { proposer } from '../proposal/item/attempt';
import { bytesOf } from '../proposal/item/call';
import { againAfterMeeting } from '../proposal/recording/again';
import { hashWith, itemOfCall } from '../proposal/recording/item-of-call';
import { isAnswer } from '../proposal/recording/rehearsal';
import { extendProposal, insertItem } from '../proposal/recording/store';
import type { ProposalRow } from '../proposal/view';
import { type BulkCall, changedSince } from './act';

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

/** A call with its outcome on trial. */
interface TriedCall extends BulkCall {
  readonly call: UnkeyedCall;
  readonly tried: TrialOutcome;
  /** The refusal of the shop, which leaves the call out. */
  readonly refusal?: Refusal;
}

/**
 * Records calls into a proposal of an owner. Each runs on trial against the shop as it is: calls of most acts touch different fields, so
 * none builds on another. A call that is refused becomes an item that is left out, with the reason.
 * @param proposal locked
 * @param isStacked each call runs on top of those before it
 * @returns the number of items that are left out
 * @throws {GaveWay}
 */
export async function recordCalls(
  context: Context,
  proposal: ProposalRow,
  calls: readonly BulkCall[],
  isStacked: boolean,
): Promise<{ readonly leftOut: number }> {
  const { tx, storeId, services } = context;
  const principal = proposer(storeId, proposal);
  const callOf = ({ command, payload }: BulkCall): UnkeyedCall => {
    const mutation = services.capabilities.mutation(command) as Command;
    return { principal, mutation, payload, expectedRev: revIn(payload) };
  };
  const named = calls.map((each) => ({ ...each, call: callOf(each) }));
  const stacked = isStacked ? await tryStacked(context, named) : undefined;
  let { hash, recordedItems: items, recordedBytes: bytes } = proposal;
  let leftOut = 0;
  for (const [at, each] of named.entries()) {
    const { call, tried, refusal, key } = stacked?.[at] ?? (await tryCall(context, each));
    const { preview, persons, writtenNames: writes, ...kept } = tried;
    const keeping = refusal ? unsealed(call) : await services.trials.keeping(tx, call, persons);
    items += 1;
    const place = { id: context.newId('pit'), proposalId: proposal.id, seq: items };
    const item = itemOfCall(context, call, place, { ...kept, preview, writes, buildsOn: [] }, keeping);
    const problem = refusal && problemOf(keptRefusal(services.capabilities.personal, call.mutation, refusal));
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

/** The keeping of a call that was refused: of whom it is, nothing tells. It never runs, so what it states of a person is left out. */
const unsealed = ({ mutation }: UnkeyedCall): Pick<Keeping, 'payload' | 'preview'> => ({
  payload: (payload) => sealedBy(mutation.payload, payload, () => WITHHELD),
  preview: (preview) => preview,
});

/** Runs a call to see its outcome; nothing of it stays. */
const tryCall = ({ tx, ...context }: Context, each: NamedCall): Promise<TriedCall> =>
  outcomeOf(context, each, (call) =>
    againAfterMeeting(() => onTrial(tx, (trial) => context.services.trials.rehearse(trial, call, context.now))),
  );

/** Runs calls on top of each other to see their outcomes; a refused one leaves nothing to those behind it, and in the end nothing stays. */
const tryStacked = ({ tx, ...context }: Context, all: readonly NamedCall[]): Promise<readonly TriedCall[]> =>
  againAfterMeeting(() =>
    onTrial(tx, async (trial) => {
      const outcomes: TriedCall[] = [];
      for (const each of all)
        outcomes.push(
          await outcomeOf(context, each, (call) =>
            together(trial, () => context.services.trials.rehearse(trial, call, context.now)),
          ),
        );
      return outcomes;
    }),
  );

type NamedCall = BulkCall & Pick<TriedCall, 'call'>;

async function outcomeOf(
  { services: { capabilities } }: Pick<Context, 'services'>,
  each: NamedCall,
  rehearse: (call: UnkeyedCall) => Promise<TrialOutcome>,
): Promise<TriedCall> {
  const { call, refused, takesBack = [] } = each;
  if (refused) return { ...each, tried: NOTHING, refusal: refused };
  try {
    const [fault] = capabilities.payloadErrors(call.mutation, call.payload);
    if (fault) throw new Refusal('invalid_request', `${fault.pointer} ${fault.message}`, { errors: [fault] });
    const outcome = await rehearse(call);
    if (!movedSince(outcome.preview.changes, takesBack)) return { ...each, tried: outcome };
    return { ...each, tried: NOTHING, refusal: changedSince() };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { ...each, tried: NOTHING, refusal: error };
  }
}

/** Tells whether a thing has other values than a change has left it with. */
const movedSince = (present: readonly FieldChange[], left: readonly Change[]): boolean =>
  present.some(({ entity, id, field, before }) => {
    const after = left.find((change) => change.entity === entity && change.id === id)?.after;
    return after != null && field in after && !isSame(before, after[field]);
  });
