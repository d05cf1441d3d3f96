import type { CargoAdapter } from '../../provider/cargo-port';
import type { RowStanding } from '../../provider/conversation/contract';
import type { Conversation, Dependencies } from '../../provider/conversation/conversation';
import { done, MISSING } from '../../provider/conversation/found';
import { recordTold } from '../../provider/conversation/record';
import { converse } from '../../provider/conversation/step';
import record from '../cargo.sender.record';
import { connectedFor } from '../provider/connect';
import { cargoNeeds } from '../provider/needs';
import type { SenderRow } from './aggregate';
import { cargoSender, type SenderInput } from './contract';
import { type AskedSender, findAskedSender, senderBook } from './store';

/** A shop has to have an address before anything is sent from there, so the extension need not be enabled yet. */
export const senderNeeds = cargoNeeds('ready', 'findSender', 'createSender');

export type SenderStep = RowStanding<SenderRow['state']>;
type Adapter = Pick<CargoAdapter, 'findSender' | 'createSender'>;

/** The creation of an address, looked for by the reference that no other one has: it becomes ready by its id at the provider. */
export const creation: Conversation<SenderInput, AskedSender, Adapter, string> = {
  contract: cargoSender,
  book: senderBook,
  find: findAskedSender,
  connect: (dependencies, storeId, { extension }) => connectedFor(dependencies, storeId, extension, senderNeeds),

  async look(adapter, { reference }, signal) {
    const there = await adapter.findSender(reference, signal);
    return there === null ? MISSING : done(there);
  },

  async ask(adapter, sender, signal) {
    const { reference, name, phone, email, address, district, province: city, postalCode } = sender;
    const stated = { reference, name, phone, email, address, district, city, postalCode };
    return done(await adapter.createSender(stated, signal));
  },

  /** Nobody has to know what became of it: the same address asked for anew is found. */
  async record(bus, storeId, ending, { id: senderId }) {
    const outcome = ending.outcome === 'done' ? 'ready' : 'failed';
    const told = ending.outcome === 'done' ? { remoteId: ending.done } : { failure: ending.failure };
    await recordTold(bus, record, {
      storeId,
      by: cargoSender.workflowId(senderId),
      payload: { senderId, outcome, ...told },
      cause: { senderId },
    });
    return outcome;
  },

  // It reserves nothing, and may be asked for anew.
  patience: { lookMs: { first: 2_000, last: 10 * 60_000 }, forMs: 3_600_000 },
  words: { missing: 'has created nothing' },
};

export const stepSender = (dependencies: Dependencies, input: SenderInput, signal: AbortSignal): Promise<SenderStep> =>
  converse(creation, dependencies, input, signal);
