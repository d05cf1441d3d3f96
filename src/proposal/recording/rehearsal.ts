import { isDeepStrictEqual } from 'node:util';
import type { CommandBus } from '../../kernel/bus';
import type { UnkeyedCall } from '../../kernel/bus/call';
import type { Rehearsal } from '../../kernel/bus/rehearse';
import type { Transaction } from '../../kernel/database/database';
import { idsIn, leavingFootprint, noFootprint } from '../../kernel/database/footprint';
import type { CapabilityIndex, MutationContext } from '../../kernel/declaration/declare';
import { Contention, Refusal } from '../../kernel/errors';
import { onTrial, together } from '../../kernel/trial/trial';
import { callOf } from '../item/call';
import { refusalNamingCreated } from '../item/created';
import { againAfterMeeting } from './again';
import { type Chains, type Ground, onlyRun, type Revs } from './chains';
import type { Ran } from './memory';
import { earlierItems, itemsBelow, type OpenProposal } from './store';

export interface Rehearsed extends Pick<Rehearsal, 'preview' | 'reservedIds' | 'readRevs' | 'touched' | 'persons'> {
  readonly writes: readonly string[];
  readonly buildsOn: readonly number[];
}

/** What it takes to record. */
export interface Recorders {
  readonly bus: CommandBus;
  readonly capabilities: CapabilityIndex;
  readonly chains: Chains;
}

/**
 * What a call would do after the items that its proposal holds already. Only those items run before it that wrote something that
 * it touches, and those that they were recorded on top of: the others cannot make a difference, and running them all made the
 * two hundredth item cost eight times as much as the first. What a call touches is known when it has run, so it runs again as
 * long as that brings more items in; everything is taken back.
 * @throws {Refusal} what the call itself is refused for; GaveWay
 */
export async function rehearseOnTop(
  { bus, capabilities, chains }: Recorders,
  context: Pick<MutationContext, 'tx' | 'now' | 'services' | 'storeId'>,
  proposal: OpenProposal,
  call: UnkeyedCall,
): Promise<Rehearsed> {
  const { tx, storeId, now, services } = context;
  const { memory } = chains;
  const place = { storeId, proposalId: proposal.id, now };
  const below = (names: ReadonlySet<string>) => memory.below(tx, storeId, proposal, names);
  const named = idsIn(call.payload);
  let guessed = memory.expected(proposal.id, call.mutation.id);
  let reads = new Set([...named, ...guessed]);
  let buildsOn = await below(reads);
  let seesImages = true;
  for (;;) {
    const footprint = noFootprint(new Set(named));
    let ground = onlyRun(buildsOn);
    let extension: ReturnType<Ground['extend']> | undefined;
    const rehearsed = await againAfterMeeting(() =>
      onTrial(tx, async (trial) => {
        if (seesImages) ground = await chains.ground(trial, place, buildsOn, reads);
        const calls: Below[] = [];
        for (const item of await earlierItems(trial, storeId, proposal.id, ground.rest)) {
          const command = capabilities.mutation(item.command);
          if (!command) continue;
          const run = await callOf(trial, services.secretBox, item, command, call.principal);
          calls.push({ seq: item.seq, call: run, footprint: noFootprint(), minted: item.reservedIds });
        }
        const revs = { ...(await revsReadByAll(bus, trial, now, calls)), ...ground.revs };
        await ground.keep(calls, revs);
        const ran = await bus.rehearse(leavingFootprint(trial, storeId, footprint), { ...call, storeRevs: revs }, now);
        for (const name of ran.writtenNames) footprint.writes.add(name);
        const item = { seq: proposal.items + 1, footprint, minted: ran.reservedIds };
        extension = ground.extend([...calls, item], { ...revsFound(ran), ...revs });
        extension.catch(() => {});
        return ran;
      }),
    ).catch((error: unknown) => new Failure(error));
    // Whatever came of it: the shop is another one than the rows that were put in its place.
    if (!(await ground.holds())) continue;
    if (rehearsed instanceof Failure && !isAnswer(rehearsed.error)) throw rehearsed.error;
    const written = rehearsed instanceof Failure ? [] : rehearsed.writtenNames;
    const found = new Set([...(guessed.size > 0 ? named : reads), ...footprint.reads, ...written]);
    const wider = await below(found);
    if (guessed.size > 0 && !isDeepStrictEqual(wider, buildsOn)) {
      guessed = new Set();
      reads = named;
      buildsOn = await below(reads);
      continue;
    }
    reads = found;
    if (wider.length > buildsOn.length) {
      buildsOn = wider;
      continue;
    }
    if (ground.isSeenThrough(footprint)) {
      seesImages = false;
      continue;
    }
    if (rehearsed instanceof Failure) {
      const { entities } = capabilities;
      const { error } = rehearsed as { error: Refusal };
      throw await refusalNamingCreated({ db: tx, entities, storeId, proposalId: proposal.id }, error);
    }
    const { preview, reservedIds, readRevs, touched, persons } = rehearsed;
    // What it finds as it should be may be otherwise by the time of the next recording: then it would change that.
    const unchanged = preview.changes.length === 0 ? reads : [];
    const writes = [...new Set([...footprint.writes, ...written, ...unchanged])];
    const keep = await extension;
    tx.onceKept(() => {
      const ran = { seq: proposal.items + 1, footprint, minted: reservedIds };
      memory.add(proposal.id, call.mutation.id, ran, { writes, buildsOn });
      keep?.();
    });
    return { preview, reservedIds, readRevs, touched, persons, writes, buildsOn };
  }
}

/** What a rehearsal ended with. */
class Failure {
  constructor(readonly error: unknown) {}
}

/** An item that runs below a new one. */
interface Below extends Ran {
  readonly call: UnkeyedCall;
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

async function revsFoundBy(bus: CommandBus, trial: Transaction, now: Date, { call, footprint }: Below): Promise<Revs> {
  for (const name of idsIn(call.payload)) footprint.reads.add(name);
  const ran = await bus.rehearse(leavingFootprint(trial, call.principal.storeId, footprint), call, now);
  for (const name of ran.writtenNames) footprint.writes.add(name);
  return revsFound(ran);
}

/** What an item creates the store does not have, whatever later items find. */
const revsFound = ({ readRevs, reservedIds }: Pick<Rehearsal, 'readRevs' | 'reservedIds'>): Revs => ({
  ...readRevs,
  ...Object.fromEntries(reservedIds.map((id) => [id, null])),
});

/** Refused by the shop, and not only overtaken or held up. */
const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !(error instanceof Contention) && error.status < 500;
