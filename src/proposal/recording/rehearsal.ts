import type { CommandBus } from '../../kernel/bus';
import type { UnkeyedCall } from '../../kernel/bus/call';
import type { Rehearsal } from '../../kernel/bus/rehearse';
import type { Transaction } from '../../kernel/database';
import type { CapabilityIndex, MutationContext } from '../../kernel/declare';
import { Contention, Refusal } from '../../kernel/errors';
import { type Footprint, idsIn, leavingFootprint } from '../../kernel/footprint';
import { onTrial } from '../../kernel/trial';
import { callOf } from '../item/call';
import { againAfterMeeting } from './again';
import { earlierItems, itemsBelow, type OpenProposal } from './store';

export interface Rehearsed extends Pick<Rehearsal, 'preview' | 'reservedIds' | 'readRevs' | 'touched' | 'persons'> {
  readonly writes: readonly string[];
  readonly buildsOn: readonly number[];
}

/**
 * What a call would do after the items that its proposal holds already. Only those items run before it that wrote something that
 * it touches, and those that they were recorded on top of: the others cannot make a difference, and running them all made the
 * two hundredth item cost eight times as much as the first. What a call touches is known when it has run, so it runs again as
 * long as that brings more items in; everything is taken back.
 * @throws {Refusal} what the call itself is refused for; GaveWay
 */
export async function rehearseOnTop(
  bus: CommandBus,
  capabilities: CapabilityIndex,
  context: Pick<MutationContext, 'tx' | 'now' | 'services' | 'storeId'>,
  proposal: OpenProposal,
  call: UnkeyedCall,
): Promise<Rehearsed> {
  const { tx, storeId, now, services } = context;
  const reads = idsIn(call.payload);
  const below = (): Promise<number[]> =>
    proposal.items === 0 ? Promise.resolve([]) : itemsBelow(tx, storeId, proposal.id, reads);
  let buildsOn = await below();
  for (;;) {
    const footprint: Footprint = { reads, writes: new Set() };
    const earlier: UnkeyedCall[] = [];
    for (const item of await earlierItems(tx, storeId, proposal.id, buildsOn)) {
      const command = capabilities.mutation(item.command);
      if (command) earlier.push(await callOf(tx, services.secretBox, item, command, call.principal));
    }
    const rehearsal = await againAfterMeeting(() =>
      onTrial(tx, async (trial) => {
        const storeRevs = await revsReadByAll(bus, trial, earlier, now);
        return bus.rehearse(leavingFootprint(trial, storeId, footprint), { ...call, storeRevs }, now);
      }),
    ).catch((error) => {
      if (!isAnswer(error)) throw error;
      return error;
    });
    const written = rehearsal instanceof Refusal ? [] : rehearsal.writtenNames;
    for (const name of written) reads.add(name);
    const wider = await below();
    if (wider.length > buildsOn.length) {
      buildsOn = wider;
      continue;
    }
    if (rehearsal instanceof Refusal) throw rehearsal;
    const { preview, reservedIds, readRevs, touched, persons } = rehearsal;
    // What it finds as it should be may be otherwise by the time of the next recording: then it would change that.
    const unchanged = preview.changes.length === 0 ? reads : [];
    const writes = [...new Set([...footprint.writes, ...written, ...unchanged])];
    return { preview, reservedIds, readRevs, touched, persons, writes, buildsOn };
  }
}

type Revs = Rehearsal['readRevs'];

/**
 * Runs earlier items. One that the shop has overtaken is left out, as it will be when its turn comes and the owner skips it. That is
 * rare, so all are tried in one savepoint: with one each, a long row of items cost half as much again.
 * @returns the revs that they found in the store
 */
async function revsReadByAll(
  bus: CommandBus,
  trial: Transaction,
  calls: readonly UnkeyedCall[],
  now: Date,
): Promise<Revs> {
  try {
    if (calls.length === 0) return {};
    return await together(trial, async () => {
      let revs: Revs = {};
      for (const call of calls) revs = { ...(await bus.rehearse(trial, call, now)).readRevs, ...revs };
      return revs;
    });
  } catch (error) {
    if (!isAnswer(error) && !(error instanceof Contention)) throw error;
    let revs: Revs = {};
    for (const call of calls) revs = { ...(await revsReadBy(bus, trial, call, now)), ...revs };
    return revs;
  }
}

async function revsReadBy(bus: CommandBus, trial: Transaction, call: UnkeyedCall, now: Date): Promise<Revs> {
  try {
    const run = () => together(trial, () => bus.rehearse(trial, call, now));
    return (await againAfterMeeting(run)).readRevs;
  } catch (error) {
    if (isAnswer(error)) return {};
    throw error;
  }
}

const together = <T>(trial: Transaction, work: () => Promise<T>): Promise<T> =>
  trial.savepoint(async () => ({ keep: true, value: await work() }));

/** Refused by the shop, and not only overtaken or held up. */
const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !(error instanceof Contention) && error.status < 500;
