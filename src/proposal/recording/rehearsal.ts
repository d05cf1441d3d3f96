import { isDeepStrictEqual } from 'node:util';
import type { CommandBus } from '../../kernel/bus';
import type { Rehearsal, UnkeyedCall } from '../../kernel/bus/call';
import { type Footprint, idsIn, leavingFootprint, noFootprint } from '../../kernel/database/footprint';
import type { Transaction } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { MutationContext } from '../../kernel/declaration/context';
import { Contention, Refusal } from '../../kernel/errors';
import { isWhole } from '../../kernel/personal/personal';
import { onTrial, together } from '../../kernel/trial/trial';
import { callOf } from '../item/call';
import { refusalNamingCreated } from '../item/created';
import { againAfterMeeting } from './again';
import { type Chains, type Ground, onlyRun, type Revs } from './chains';
import type { Ran } from './memory';
import { earlierItems, type OpenProposal } from './store';

export interface Rehearsed extends Pick<Rehearsal, 'preview' | 'reservedIds' | 'readRevs' | 'touched' | 'persons'> {
  readonly writes: readonly string[];
  readonly buildsOn: readonly number[];
}

/** The parts that recording needs. */
export interface Recorders {
  readonly bus: CommandBus;
  readonly capabilities: CapabilityIndex;
  readonly chains: Chains;
}

/**
 * Runs a call on top of the items that its proposal holds already. Only these items run before it: those that wrote something which it
 * touches, and those on top of which they were recorded. The others cannot make a difference, and running them all made the two hundredth
 * item cost eight times as much as the first. The names that a call touches are known when it has run. So it runs again as long as that
 * brings more items in; everything is taken back.
 * @throws {Refusal} the call's own refusal; GaveWay
 */
export async function rehearseOnTop(
  recorders: Recorders,
  context: Context,
  proposal: OpenProposal,
  call: UnkeyedCall,
): Promise<Rehearsed> {
  const { capabilities, chains } = recorders;
  const { tx, storeId } = context;
  const below = (names: ReadonlySet<string>) => chains.memory.below(tx, storeId, proposal, names);
  const named = idsIn(call.payload);
  let guessed = chains.memory.expected(proposal.id, call.mutation.id);
  let reads = new Set([...named, ...guessed]);
  let buildsOn = await below(reads);
  let withImages = true;
  for (;;) {
    const { ran, error, footprint, own, ground, extension } = await attempt(recorders, context, proposal, call, {
      buildsOn,
      reads,
      withImages,
    });
    // Whatever came of it: the shop is another one than the rows that were put in its place.
    if (!(await ground.holds())) continue;
    if (!ran && !isAnswer(error)) throw error;
    const written = ran?.writtenNames ?? [];
    const known = new Set([...(guessed.size > 0 ? named : reads), ...footprint.reads, ...written]);
    const wider = await below(known);
    if (guessed.size > 0 && !isDeepStrictEqual(wider, buildsOn)) {
      // As if nothing had been guessed: an item is kept with what it builds on, and not with what it might have.
      guessed = new Set();
      reads = named;
      buildsOn = await below(reads);
      continue;
    }
    reads = known;
    if (wider.length > buildsOn.length) {
      buildsOn = wider;
      continue;
    }
    if (ground.isSeenThrough(footprint)) {
      withImages = false;
      continue;
    }
    if (!ran) {
      const { entities } = capabilities;
      throw await refusalNamingCreated({ db: tx, entities, storeId, proposalId: proposal.id }, error as Refusal);
    }
    const { preview, reservedIds, readRevs, touched, persons } = ran;
    // A call that changes nothing has found all as it should be. Before the next recording that may be otherwise, and then the call would
    // change it.
    const unchanged = preview.changes.length === 0 ? reads : [];
    const writes = [...new Set([...footprint.writes, ...written, ...unchanged])];
    const keepImage = await extension;
    // A refused item, or one that was only looked at, leaves no memory.
    tx.onceKept(() => {
      const item = { seq: proposal.items + 1, footprint: own, minted: reservedIds };
      chains.memory.add(proposal.id, call.mutation.id, item, { writes, buildsOn });
      keepImage?.();
    });
    return { preview, reservedIds, readRevs, touched, persons, writes, buildsOn };
  }
}

type Context = Pick<MutationContext, 'tx' | 'now' | 'services' | 'storeId'>;

interface Attempt {
  /** Seqs of the items that run below. */
  readonly buildsOn: readonly number[];
  /** The names that the call reads, as far as they are known. */
  readonly reads: ReadonlySet<string>;
  readonly withImages: boolean;
}

interface Attempted {
  /** The run of the call; undefined: it failed. */
  readonly ran?: Rehearsal;
  readonly error?: unknown;
  readonly footprint: Footprint;
  /** The names that the call touches whenever it runs. */
  readonly own: Footprint;
  readonly ground: Ground;
  readonly extension: ReturnType<Ground['extend']> | undefined;
}

/** Runs a call on top of items, and takes all of it back. */
async function attempt(
  { bus, capabilities, chains }: Recorders,
  { tx, now, services, storeId }: Context,
  { id: proposalId, items }: OpenProposal,
  call: UnkeyedCall,
  { buildsOn, reads, withImages }: Attempt,
): Promise<Attempted> {
  let footprint = noFootprint();
  let own = footprint;
  let ground = onlyRun(buildsOn);
  let extension: Attempted['extension'];
  const onGround = async (trial: Transaction): Promise<Rehearsal> => {
    footprint = noFootprint(idsIn(call.payload));
    if (withImages) ground = await chains.ground(trial, { storeId, proposalId, now }, buildsOn, reads);
    const calls: Below[] = [];
    for (const item of await earlierItems(trial, storeId, proposalId, ground.rest)) {
      const command = capabilities.mutation(item.command);
      if (!command) continue;
      const run = await callOf(trial, services.secretBox, item, command, call.principal);
      // An item that can never be applied leaves nothing for those behind it: its person was forgotten, or its command has another shape by
      // now.
      if (!isWhole(run.payload) || capabilities.payloadErrors(command, run.payload).length > 0) continue;
      calls.push({ seq: item.seq, call: run, footprint: noFootprint(), minted: item.reservedIds });
    }
    const revs = { ...(await revsReadByAll(bus, trial, now, calls)), ...ground.revs };
    await ground.keep(calls, revs);
    own = footprint;
    const inspect: UnkeyedCall['inspect'] = async (...seen) => {
      // The judge of the call reads more, which is no part of the call. Items below a new one are not judged.
      own = structuredClone(footprint);
      await call.inspect?.(...seen);
    };
    const listening = leavingFootprint(trial, storeId, footprint);
    const ran = await bus.rehearse(listening, { ...call, inspect, storeRevs: revs }, now);
    for (const name of ran.writtenNames) own.writes.add(name);
    const item = { seq: items + 1, footprint: own, minted: ran.reservedIds };
    // Not waited for: it leaves with what takes all of it back.
    extension = ground.extend([...calls, item], { ...revsFound(ran), ...revs });
    extension.catch(() => {});
    return ran;
  };
  const ended = await againAfterMeeting(() => onTrial(tx, onGround)).then(
    (ran) => ({ ran }),
    (error: unknown) => ({ error }),
  );
  return { ...ended, footprint, own, ground, extension };
}

/** An item that runs below a new one. */
interface Below extends Ran {
  readonly call: UnkeyedCall;
  /** The identifiers that it made. Before it has run, those that it promised, which may be others. */
  minted: readonly string[];
}

/**
 * Runs earlier items. One that the shop has overtaken is left out, as it will be when its turn comes and the owner skips it. That is
 * rare, so all are tried in one savepoint: with one each, a long row of items cost half as much again.
 * @returns the revs that they found in the store
 */
async function revsReadByAll(bus: CommandBus, trial: Transaction, now: Date, items: readonly Below[]): Promise<Revs> {
  try {
    if (items.length === 0) return {};
    return await together(trial, async () => {
      let revs: Revs = {};
      for (const item of items) revs = { ...(await revsFoundBy(bus, trial, now, item)), ...revs };
      return revs;
    });
  } catch (error) {
    if (!isAnswer(error) && !(error instanceof Contention)) throw error;
    let revs: Revs = {};
    for (const item of items) revs = { ...(await revsReadBy(bus, trial, now, item)), ...revs };
    return revs;
  }
}

async function revsReadBy(bus: CommandBus, trial: Transaction, now: Date, item: Below): Promise<Revs> {
  try {
    return await againAfterMeeting(() => together(trial, () => revsFoundBy(bus, trial, now, item)));
  } catch (error) {
    if (isAnswer(error)) return {};
    throw error;
  }
}

async function revsFoundBy(bus: CommandBus, trial: Transaction, now: Date, item: Below): Promise<Revs> {
  const { call, footprint } = item;
  for (const name of idsIn(call.payload)) footprint.reads.add(name);
  const ran = await bus.rehearse(leavingFootprint(trial, call.principal.storeId, footprint), call, now);
  for (const name of ran.writtenNames) footprint.writes.add(name);
  item.minted = ran.reservedIds;
  return revsFound(ran);
}

/** Collects the revs that an item found. The store lacks the things that an item creates, whatever later items find. */
const revsFound = ({ readRevs, reservedIds }: Pick<Rehearsal, 'readRevs' | 'reservedIds'>): Revs => ({
  ...readRevs,
  ...Object.fromEntries(reservedIds.map((id) => [id, null])),
});

/** Refused by the shop, and not only overtaken or held up. */
export const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !(error instanceof Contention) && error.status < 500;
