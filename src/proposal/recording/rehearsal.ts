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
import { type Chains, type Ground, onlyRun, type Ran, type Revs } from './chains';
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
  const reads = idsIn(call.payload);
  const below = (): Promise<number[]> =>
    proposal.items === 0 ? Promise.resolve([]) : itemsBelow(tx, storeId, proposal.id, reads);
  let buildsOn = await below();
  let known: Chains | undefined = chains;
  for (;;) {
    const footprint = noFootprint(reads);
    let ground: Ground | undefined;
    const rehearsal = await againAfterMeeting(() =>
      onTrial(tx, async (trial) => {
        const place = { storeId, proposalId: proposal.id, now };
        ground = await (known?.ground(trial, place, buildsOn) ?? onlyRun(buildsOn));
        const calls: Below[] = [];
        for (const item of await earlierItems(trial, storeId, proposal.id, ground.rest)) {
          const command = capabilities.mutation(item.command);
          if (!command) continue;
          const run = await callOf(trial, services.secretBox, item, command, call.principal);
          calls.push({ seq: item.seq, call: run, footprint: noFootprint() });
        }
        const storeRevs = await revsReadByAll(bus, { trial, now, listens: ground.listens }, calls);
        const revs = { ...storeRevs, ...ground.revs };
        await ground.keep(calls, revs);
        return bus.rehearse(leavingFootprint(trial, storeId, footprint), { ...call, storeRevs: revs }, now);
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
    if (ground && known?.seesThrough(ground, footprint)) {
      known = undefined;
      continue;
    }
    if (rehearsal instanceof Refusal) {
      const { entities } = capabilities;
      throw await refusalNamingCreated({ db: tx, entities, storeId, proposalId: proposal.id }, rehearsal);
    }
    const { preview, reservedIds, readRevs, touched, persons } = rehearsal;
    chains.remember({ proposalId: proposal.id }, proposal.items + 1, footprint);
    // What it finds as it should be may be otherwise by the time of the next recording: then it would change that.
    const unchanged = preview.changes.length === 0 ? reads : [];
    const writes = [...new Set([...footprint.writes, ...written, ...unchanged])];
    return { preview, reservedIds, readRevs, touched, persons, writes, buildsOn };
  }
}

/** An item that runs below a new one. */
interface Below extends Ran {
  readonly call: UnkeyedCall;
}

interface On {
  readonly trial: Transaction;
  readonly now: Date;
  /** Leaves the footprint of each. */
  readonly listens: boolean;
}

/**
 * Runs earlier items. One that the shop has overtaken is left out, as it will be when its turn comes and the owner skips it. That is
 * rare, so all are tried in one savepoint: with one each, a long row of items cost half as much again.
 * @returns the revs that they found in the store
 */
async function revsReadByAll(bus: CommandBus, on: On, items: readonly Below[]): Promise<Revs> {
  try {
    if (items.length === 0) return {};
    return await together(on.trial, async () => {
      let revs: Revs = {};
      for (const item of items) revs = { ...(await revsFoundBy(bus, on, item)), ...revs };
      return revs;
    });
  } catch (error) {
    if (!isAnswer(error) && !(error instanceof Contention)) throw error;
    let revs: Revs = {};
    for (const item of items) revs = { ...(await revsReadBy(bus, on, item)), ...revs };
    return revs;
  }
}

async function revsReadBy(bus: CommandBus, on: On, item: Below): Promise<Revs> {
  try {
    return await againAfterMeeting(() => together(on.trial, () => revsFoundBy(bus, on, item)));
  } catch (error) {
    if (isAnswer(error)) return {};
    throw error;
  }
}

/** What an item creates the store does not have, whatever later items find. */
async function revsFoundBy(bus: CommandBus, on: On, item: Below): Promise<Revs> {
  const { readRevs, reservedIds } = await runBelow(bus, on, item);
  return { ...readRevs, ...Object.fromEntries(reservedIds.map((id) => [id, null])) };
}

async function runBelow(bus: CommandBus, { trial, now, listens }: On, { call, footprint }: Below): Promise<Rehearsal> {
  if (!listens) return bus.rehearse(trial, call, now);
  for (const name of idsIn(call.payload)) footprint.reads.add(name);
  const rehearsal = await bus.rehearse(leavingFootprint(trial, call.principal.storeId, footprint), call, now);
  for (const name of rehearsal.writtenNames) footprint.writes.add(name);
  return rehearsal;
}

/** Refused by the shop, and not only overtaken or held up. */
const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !(error instanceof Contention) && error.status < 500;
