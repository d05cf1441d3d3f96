import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import type { CargoAdapter } from '../../provider/cargo-port';
import { hasSaidNo, ProviderThrottled } from '../../provider/error';
import { cargoNeeds } from '../provider/needs';
import { connectedFor, pauseMs, waitingAfter } from '../provider/waiting';
import type { SenderRow } from './aggregate';
import type { SenderInput } from './contract';
import { ASKED_MAX, LOOK_MS, PATIENCE_MS, PROVES_NOTHING_MS } from './deadlines';
import { recordSender, type SenderEnd } from './ends';
import {
  type AskedSender,
  findAskedSender,
  noteAskedForSender,
  noteSenderMissing,
  noteSenderWaits,
  takeBackAskedForSender,
} from './store';

/** A shop has to have an address before anything is sent from there, so the extension need not be enabled yet. */
export const senderNeeds = cargoNeeds('ready', 'findSender', 'createSender');

type Adapter = Pick<CargoAdapter, 'findSender' | 'createSender'>;

export interface SenderDependencies {
  readonly bus: CommandBus;
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
}

/** How an address stands after a step. */
export interface SenderStep {
  /** null: there is none. */
  readonly state: SenderRow['state'] | null;
  /** How long to wait before the next step, in ms; null: there is none. */
  readonly waitMs: number | null;
}

/** What a step has found out: what became of it, or what is waited for. */
type Found = SenderEnd | { readonly waitingFor: string | null; readonly waitMs?: number };

/**
 * Takes the creation of an address one step further. It may be run again at any point, and twice at once.
 *
 * The address is looked for before it is asked for, by the reference that no other one has; and the row says that the provider is asked
 * before it is. Where the answer was lost it is looked for, and asked for again only when the provider has said twice, later than the first
 * request can have come, that it is not there.
 */
export async function stepSender(
  dependencies: SenderDependencies,
  { storeId, senderId }: SenderInput,
  signal: AbortSignal,
): Promise<SenderStep> {
  const { bus, database } = dependencies;
  const sender = await findAskedSender(database.reader(storeId), storeId, senderId);
  if (sender?.state !== 'creating') return { state: sender?.state ?? null, waitMs: null };
  const found = inPatience(sender, await new Step(dependencies, storeId, signal).take(sender));
  if ('outcome' in found) {
    await recordSender(bus, { storeId, senderId }, found);
    return { state: found.outcome, waitMs: null };
  }
  if (found.waitingFor !== null) await noteSenderWaits(bus, storeId, senderId, found.waitingFor);
  return { state: 'creating', waitMs: found.waitMs ?? pauseMs(sender.ageMs, LOOK_MS) };
}

/** What is waited for too long ends. Nobody has to know what became of it: the same address asked for anew is found. */
function inPatience({ ageMs }: AskedSender, found: Found): Found {
  if ('outcome' in found || ageMs < PATIENCE_MS) return found;
  return failed(found.waitingFor ?? 'The provider does not say what became of it.');
}

const AGAIN: Found = { waitingFor: null, waitMs: LOOK_MS.first };
const failed = (failure: string): SenderEnd => ({ outcome: 'failed', failure });
const ready = (remoteId: string): SenderEnd => ({ outcome: 'ready', remoteId });

class Step {
  constructor(
    private readonly dependencies: SenderDependencies,
    private readonly storeId: string,
    private readonly signal: AbortSignal,
  ) {}

  async take(sender: AskedSender): Promise<Found> {
    try {
      const { adapter } = await connectedFor(this.dependencies, this.storeId, sender.extension, senderNeeds);
      const there = await adapter.findSender(sender.reference, this.signal);
      if (there !== null) return ready(there);
      return sender.asked > 0 ? await this.missing(adapter, sender) : await this.ask(adapter, sender);
    } catch (error) {
      const { isRefused, ...waiting } = waitingAfter(error, this.signal);
      return isRefused && sender.asked === 0 ? failed(waiting.waitingFor) : waiting;
    }
  }

  /** What the provider was asked for is not there. */
  private async missing(adapter: Adapter, sender: AskedSender): Promise<Found> {
    const { asked, missing, ageMs } = sender;
    const waitingFor = 'The answer of the provider was lost; it is asked what became of it.';
    if (ageMs < PROVES_NOTHING_MS) return { waitingFor, waitMs: PROVES_NOTHING_MS - ageMs };
    if (missing === 0) {
      await noteSenderMissing(this.dependencies.bus, this.storeId, sender);
      return { waitingFor, waitMs: LOOK_MS.first };
    }
    if (asked < ASKED_MAX) return this.ask(adapter, sender);
    return failed(`The provider was asked ${asked} times, and has created nothing.`);
  }

  private async ask(adapter: Adapter, sender: AskedSender): Promise<Found> {
    const { bus } = this.dependencies;
    if (!(await noteAskedForSender(bus, this.storeId, sender))) return AGAIN;
    const { reference, name, phone, email, address, district, province: city, postalCode } = sender;
    try {
      const stated = { reference, name, phone, email, address, district, city, postalCode };
      return ready(await adapter.createSender(stated, this.signal));
    } catch (error) {
      if (error instanceof ProviderThrottled) await takeBackAskedForSender(bus, this.storeId, sender);
      // It speaks of its own request: an earlier one may have been done after all, and be what this one is refused for.
      if (hasSaidNo(error)) return sender.asked > 0 ? AGAIN : failed(error.message);
      const { waitingFor, waitMs = LOOK_MS.first } = waitingAfter(error, this.signal);
      return { waitingFor, waitMs };
    }
  }
}
