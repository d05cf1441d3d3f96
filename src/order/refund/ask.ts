import { type ConnectedPayment, connectPayment } from '../../extension/payment';
import type { CommandBus } from '../../kernel/bus';
import { unavailableIfDown } from '../../kernel/bus/retry';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import { Refusal } from '../../kernel/errors';
import {
  hasSaidNo,
  ProviderAnswerInvalid,
  ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
} from '../../provider/error';
import type { DoneRefund, RefundReading, RefundRequest } from '../../provider/payment-port';
import type { RefundRow } from './aggregate';
import { type Asked, type AskedBook, findAsked, noteWaiting, refundBook } from './asked-store';
import type { RefundAskingInput } from './contract';
import { ASKED_MAX, LOOK_MS, PATIENCE_MS, provesNothingMs } from './deadlines';
import { type RefundEnd, recordEnd } from './ends';

export interface RefundDependencies {
  readonly bus: CommandBus;
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
}

/** How a refund stands after a step. */
export interface RefundStep {
  /** null: nobody asks a provider for it. */
  readonly state: RefundRow['state'] | null;
  /** How long to wait before the next step, in ms; null: there is none. */
  readonly waitMs: number | null;
}

interface Waiting {
  readonly waitingFor: string | null;
  readonly waitMs?: number;
}

/** What a step has found out: an end, or what is waited for. */
type Found = RefundEnd | Waiting;

/** What was seen before anything is asked for: it is proven that nothing was done, and it may be asked for. */
const ASKABLE = 'askable';
type Seen = Found | typeof ASKABLE;

type Adapter = ConnectedPayment<'refund' | 'readRefund'>['adapter'];

/** Providers want the address of whoever asks: that is the shop, and no person. */
const SHOP_IP = '127.0.0.1';

/** Of the request with this number: each has one of its own, so that an answer says which one it is of. */
const referenceOf = (refundId: string, number: number): string => `${refundId.replace('_', '')}x${number}`;

/**
 * Takes a refund one step further. It may be run again at any point, and twice at once.
 *
 * The row says that the provider is asked before it is. Whoever finds that said, because the answer was lost or the worker killed, reads
 * back what became of it, and asks again only when the provider has said twice, behind the time that it may take to know, that there is
 * nothing. As long as there is no proof of either, the money stays reserved.
 */
export async function stepRefund(
  dependencies: RefundDependencies,
  { storeId, refundId }: RefundAskingInput,
  signal: AbortSignal,
): Promise<RefundStep> {
  const { bus, database } = dependencies;
  const refund = await findAsked(database.reader(storeId), storeId, refundId);
  if (refund?.state !== 'requested') return { state: refund?.state ?? null, waitMs: null };
  const found = await giveBack(dependencies, refundBook, storeId, refund, signal);
  if ('outcome' in found) {
    await recordEnd(bus, storeId, refundId, found);
    return { state: found.outcome, waitMs: null };
  }
  if (found.waitingFor !== null) await noteWaiting(bus, storeId, refundId, found.waitingFor.slice(0, 300));
  return { state: 'requested', waitMs: waitOf(refund, found) };
}

export const waitOf = ({ ageMs }: Asked, { waitMs }: { readonly waitMs?: number }): number =>
  waitMs ?? Math.min(LOOK_MS.last, Math.max(LOOK_MS.first, ageMs / 2));

/** Takes the giving back of money one step further, as {@link stepRefund} says. @param book where it is noted that the provider is asked */
export async function giveBack(
  dependencies: RefundDependencies,
  book: AskedBook,
  storeId: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<Found> {
  const step = new Step(dependencies, book, storeId, signal);
  const seen = inPatience(asked, await step.look(asked));
  return seen === ASKABLE ? step.ask(asked) : seen;
}

/**
 * What is waited for too long ends: of what was asked nobody knows, and what never was has not happened. It is judged before anything is
 * asked: of what is asked now the row as it was read says nothing, and its patience begins anew.
 */
function inPatience({ asked, ageMs }: Asked, seen: Seen): Seen {
  if (ageMs < PATIENCE_MS) return seen;
  if (seen === ASKABLE) return { outcome: 'failed', failure: 'It could not be asked for in time, and was not done.' };
  if ('outcome' in seen) return seen;
  const why = seen.waitingFor ?? 'The provider does not say what became of it.';
  return { outcome: asked > 0 ? 'unknown' : 'failed', failure: why };
}

class Step {
  constructor(
    private readonly dependencies: RefundDependencies,
    private readonly book: AskedBook,
    private readonly storeId: string,
    private readonly signal: AbortSignal,
  ) {}

  /** What the provider says of what it was asked. */
  async look(refund: Asked): Promise<Seen> {
    try {
      const { adapter, provider } = await this.connected(refund.extension);
      return await this.readBack(adapter, refund, provesNothingMs(provider.readBackLagMs));
    } catch (error) {
      return this.told(refund, error);
    }
  }

  async ask(refund: Asked): Promise<Found> {
    const { bus } = this.dependencies;
    const again: Found = { waitingFor: null, waitMs: LOOK_MS.first };
    let stands = refund;
    try {
      const { adapter } = await this.connected(refund.extension);
      if (!(await this.book.noteAsked(bus, this.storeId, refund))) return again;
      stands = { ...refund, asked: refund.asked + 1 };
      const request = requestOf(refund, stands.asked);
      return doneBy(await adapter.refund(request, this.signal), request);
    } catch (error) {
      if (stands !== refund && error instanceof ProviderThrottled)
        await this.book.takeBackAsked(bus, this.storeId, refund);
      if (stands !== refund && hasSaidNo(error))
        // It speaks of its own request: an earlier one may have been done after all, and be what this one is refused for.
        return refund.asked > 0 ? again : { outcome: 'failed', failure: error.message };
      return this.told(stands, error);
    }
  }

  private connected(ext: string): Promise<ConnectedPayment<'refund' | 'readRefund'>> {
    const { services, database } = this.dependencies;
    const { storeId } = this;
    const operations = ['refund', 'readRefund'] as const;
    return connectPayment({ db: database.reader(storeId), services, storeId, ext, operations });
  }

  /**
   * Asks for each request that was made: the last one is not the only one that may have been done. Of the first it asks although the row
   * does not know of one, as that may come from a backup.
   */
  private async readBack(adapter: Adapter, refund: Asked, provenMs: number): Promise<Seen> {
    const done: { readonly amount: number; readonly end: RefundEnd }[] = [];
    let last: RefundReading = { state: 'not_found' };
    for (let number = 1; number <= Math.max(1, refund.asked); number += 1) {
      const request = requestOf(refund, number);
      last = await adapter.readRefund(request, this.signal);
      if (last.state === 'pending') return { waitingFor: 'The provider is working on it.' };
      if (last.state === 'done') done.push({ amount: last.amount, end: doneBy(last, request) });
    }
    const [first, ...more] = done;
    if (first) return more.length === 0 && first.amount === refund.amount ? first.end : unlike(refund, done);
    if (last.state === 'failed') return { outcome: 'failed', failure: last.message };
    return refund.asked === 0 ? ASKABLE : this.missing(refund, provenMs);
  }

  /** The provider knows of nothing that it would have done. */
  private async missing(refund: Asked, provenMs: number): Promise<Seen> {
    const waitingFor = 'The answer of the provider was lost; it is asked what became of it.';
    if (refund.ageMs < provenMs) return { waitingFor, waitMs: provenMs - refund.ageMs };
    if (refund.missing === 0) {
      await this.book.noteMissing(this.dependencies.bus, this.storeId, refund);
      return { waitingFor, waitMs: LOOK_MS.first };
    }
    if (refund.asked < ASKED_MAX) return ASKABLE;
    return { outcome: 'failed', failure: `The provider was asked ${refund.asked} times, and knows nothing of it.` };
  }

  /** @throws what is no word about the refund */
  private told({ asked }: Asked, error: unknown): Found {
    if (this.signal.aborted) throw error;
    if (error instanceof ProviderThrottled)
      return { waitingFor: 'The rate limit of the provider.', waitMs: error.waitMs };
    if (asked === 0 && error instanceof ProviderRefused) return { outcome: 'failed', failure: error.message };
    const isOfProvider = [ProviderUnavailable, ProviderAnswerInvalid, ProviderRefused].some(
      (kind) => error instanceof kind,
    );
    if (isOfProvider) return { waitingFor: (error as Error).message };
    const said = unavailableIfDown(error);
    if (!(said instanceof Refusal) || said.status >= 500) throw error;
    // The extension is not there, or lacks something.
    return asked === 0 ? { outcome: 'failed', failure: said.detail } : { waitingFor: said.detail };
  }
}

const requestOf = ({ id, payment, amount }: Asked, number: number): RefundRequest => ({
  reference: referenceOf(id, number),
  payment,
  amount,
  transactionId: null,
  ip: SHOP_IP,
});

/** What was given back, by its name there or else by ours. */
const doneBy = ({ refundId }: DoneRefund, { reference }: Pick<RefundRequest, 'reference'>): RefundEnd => ({
  outcome: 'succeeded',
  reference: refundId ?? reference,
});

/** More or less was given back than was asked for: whoever looks there has to say what is to become of it. */
const unlike = ({ amount }: Asked, done: readonly { readonly amount: number }[]): RefundEnd => ({
  outcome: 'unknown',
  failure: `The provider has given back ${done.map((each) => each.amount).join(' and ')} kuruş, and was asked for ${amount}.`,
});
