import { type ConnectedPayment, connectPayment } from '../../extension/payment';
import { lackingOf } from '../../extension/provider/providers';
import type { RowStanding } from '../../provider/conversation/contract';
import type { Dependencies } from '../../provider/conversation/conversation';
import { converse } from '../../provider/conversation/step';
import { type Waiting, waitingAfter } from '../../provider/conversation/waiting';
import { provesNothingMs, UNDER_WAY_MS } from '../../provider/deadlines';
import { ProviderRefused, ProviderThrottled } from '../../provider/error';
import type { CapturedPayment, PaymentReading } from '../../provider/payment-port';
import create from '../order.create';
import {
  type Attempt,
  findAttempt,
  forgetNothingTaken,
  moveAttempt,
  noteAwaited,
  noteCaptured,
  noteCompleting,
  noteNothingTaken,
  takeBackCompleting,
} from '../payment/attempt-store';
import { type PaymentAttemptInput, paymentAttempt } from '../payment/contract';
import { COMPLETED_MAX, LOOK_MS, PATIENCE_MS, REVIEW_LOOK_MS, REVIEW_MS } from '../payment/deadlines';
import { returning } from '../payment/returning';
import type { PaymentRow } from '../payment/table';
import { recordReview } from './review';

/** The pause of one ends early when somebody says that there is a reason to look. */
export type AttemptStep = RowStanding<PaymentRow['state']>;

type Adapter = ConnectedPayment<'readPayment' | 'complete'>['adapter'];

/** Ends it with what is said, or says what is waited for. */
type AttemptOutcome = { readonly captured: CapturedPayment } | { readonly failed: string } | Waiting;

const AT_ONCE = 0;
const SOON_MS = 2_000;
const LOST = 'The answer of the provider was lost; it is asked what became of it.';

/**
 * Takes an attempt to pay one step further. It may be run again at any point, and twice at once: before the provider is asked to take the
 * money, or to give it back, the row says so, and whoever finds that said reads back what became of it. Money that was taken pays for the
 * order of its session, or is given back.
 */
export async function stepAttempt(
  dependencies: Dependencies,
  input: PaymentAttemptInput,
  signal: AbortSignal,
): Promise<AttemptStep> {
  const { storeId, paymentId } = input;
  const attempt = await findAttempt(dependencies.database.reader(storeId), storeId, paymentId);
  if (!attempt) return { state: null, waitMs: null };
  const step = new Attempting(dependencies, storeId, attempt, signal);
  if (attempt.state === 'begun') return step.look();
  if (attempt.state === 'captured') {
    if (attempt.orderId === null) return step.order();
    if (attempt.review === 'pending') return step.review(attempt.orderId);
  }
  if (attempt.state === 'returning') return converse(returning, dependencies, input, signal);
  return { state: attempt.state, waitMs: null };
}

class Attempting {
  /** True once this step has asked the provider to take the money. The row was read before that. */
  private isAsked = false;

  constructor(
    private readonly dependencies: Dependencies,
    private readonly storeId: string,
    private readonly attempt: Attempt,
    private readonly signal: AbortSignal,
  ) {}

  /** Asks the provider for the state of the payment and records it. */
  async look(): Promise<AttemptStep> {
    const { attempt, storeId } = this;
    const { bus } = this.dependencies;
    const found = this.inPatience(await this.readOutcome().catch((error) => this.silence(error)));
    if ('captured' in found) {
      const [state, failure] = this.worthOf(found.captured);
      await noteCaptured(bus, storeId, attempt.id, found.captured, state, failure);
      return { state, waitMs: state === 'failed' ? null : AT_ONCE };
    }
    if ('failed' in found) return this.end('failed', found.failed);
    if ('unknown' in found) return this.end('unknown', found.unknown);
    if (found.waitingFor !== null) await noteAwaited(bus, storeId, attempt.id, found.waitingFor);
    const { first, last } = LOOK_MS;
    return { state: 'begun', waitMs: found.waitMs ?? Math.min(last, Math.max(first, attempt.ageMs / 4)) };
  }

  /** Makes the order, or decides that there is none: of that whoever makes it is asked, and nobody else. */
  async order(): Promise<AttemptStep> {
    const { attempt, storeId } = this;
    // No money has moved, so nothing is given back.
    if (attempt.test) return this.end('failed', 'test');
    // Tried afresh each time: another attempt is answered with the order that the first has made.
    const acted = await this.dependencies.bus.act(create, {
      storeId,
      by: paymentAttempt.workflowId(attempt.id),
      payload: { sessionId: attempt.sessionId, paymentId: attempt.id },
      cause: { paymentId: attempt.id },
    });
    if ('result' in acted)
      return { state: 'captured', waitMs: attempt.review === 'pending' ? REVIEW_LOOK_MS.first : null };
    const { code, detail, status } = acted.problem;
    if (status >= 500) throw new Error(`the order of ${attempt.id} could not be made: ${detail}`);
    await this.end('returning', code);
    return { state: 'returning', waitMs: AT_ONCE };
  }

  /** Asks for the result of the provider's review. No goods leave before it is known. */
  async review(orderId: string): Promise<AttemptStep> {
    const { attempt, storeId, dependencies } = this;
    if (attempt.ageMs > REVIEW_MS) return { state: 'captured', waitMs: null };
    const found = await this.reviewed().catch((error) => this.waitAfter(error));
    if ('captured' in found && found.captured.review !== 'pending') {
      await recordReview(dependencies.bus, storeId, { id: attempt.id, orderId }, found.captured.review);
      return { state: 'captured', waitMs: null };
    }
    const asWanted = 'waitingFor' in found ? (found.waitMs ?? 0) : 0;
    const { first, last } = REVIEW_LOOK_MS;
    return { state: 'captured', waitMs: Math.max(asWanted, Math.min(last, Math.max(first, attempt.ageMs / 4))) };
  }

  private async reviewed(): Promise<AttemptOutcome> {
    const { attempt, signal, storeId } = this;
    const { services, database } = this.dependencies;
    const { extension: ext, reference, handle } = attempt;
    const operations = ['readPayment'] as const;
    const { adapter } = await connectPayment({ db: database.reader(storeId), services, storeId, ext, operations });
    const reading = await adapter.readPayment({ reference, handle }, signal);
    return reading.state === 'captured' ? { captured: reading } : { waitingFor: null };
  }

  private async end(to: Parameters<typeof moveAttempt>[3], failure: string | null): Promise<AttemptStep> {
    await moveAttempt(this.dependencies.bus, this.storeId, this.attempt, to, failure);
    return { state: to, waitMs: null };
  }

  private async readOutcome(): Promise<AttemptOutcome> {
    const { attempt, signal, storeId } = this;
    const { services, database } = this.dependencies;
    const completes = lackingOf(attempt.extension, ['complete']).length === 0;
    const operations = completes ? (['readPayment', 'complete'] as const) : (['readPayment'] as const);
    const { adapter, provider } = await connectPayment<'readPayment' | 'complete'>({
      db: database.reader(storeId),
      services,
      storeId,
      ext: attempt.extension,
      operations,
    });
    if (completes && attempt.ticket !== null && attempt.completed === 0 && !this.isLate) return this.complete(adapter);
    const { reference, handle } = attempt;
    const reading = await adapter.readPayment({ reference, handle }, signal);
    return this.judge(adapter, reading, provider.readBackLagMs);
  }

  /** The money moves here, where it moves by our word. */
  private async complete(adapter: Adapter): Promise<AttemptOutcome> {
    const { attempt, storeId, signal } = this;
    const { bus } = this.dependencies;
    const { reference, handle, ticket, amount } = attempt;
    const again: AttemptOutcome = { waitingFor: null, waitMs: SOON_MS };
    this.isAsked = true;
    if (ticket === null || !(await noteCompleting(bus, storeId, attempt))) return again;
    try {
      const reading = await adapter.complete({ reference, handle, ticket, total: amount }, signal);
      return reading.state === 'captured' ? { captured: reading } : again;
    } catch (error) {
      if (error instanceof ProviderThrottled) await takeBackCompleting(bus, storeId, attempt);
      if (!(error instanceof ProviderRefused)) throw error;
      // It speaks of its own request: an earlier one may have been done, and be what this one is refused for.
      if (attempt.completed > 0 || attempt.entry === 'provider') return again;
      return { failed: error.message };
    }
  }

  private judge(adapter: Adapter, reading: PaymentReading, lagMs: number): Promise<AttemptOutcome> | AttemptOutcome {
    const { attempt } = this;
    if (reading.state === 'captured') return { captured: reading };
    if (reading.state === 'failed') {
      // On a page of the provider the buyer may try another card as long as it is open.
      const isOver = attempt.entry === 'shop' || attempt.overdueMs >= provesNothingMs(lagMs);
      return isOver ? { failed: reading.message } : { waitingFor: reading.message };
    }
    if (attempt.entry === 'shop' && attempt.completed > 0) return this.lost(adapter, lagMs);
    return attempt.overdueMs < lagMs ? { waitingFor: null } : this.proven(null, () => ({ failed: 'expired' }));
  }

  /** The provider was asked to take the money, and knows of none. */
  private lost(adapter: Adapter, lagMs: number): Promise<AttemptOutcome> | AttemptOutcome {
    const { completedMs, completed, overdueMs } = this.attempt;
    if (completedMs < lagMs) return { waitingFor: LOST, waitMs: Math.min(lagMs - completedMs, LOOK_MS.first) };
    const isPayable = completed < COMPLETED_MAX && overdueMs < 0;
    return this.proven(LOST, () => (isPayable ? this.complete(adapter) : { failed: LOST }));
  }

  /** Waits until no money was taken for as long as a request may be under way. A provider that hangs meanwhile may wake with it. */
  private async proven(
    waitingFor: string | null,
    then: () => Promise<AttemptOutcome> | AttemptOutcome,
  ): Promise<AttemptOutcome> {
    const restMs = UNDER_WAY_MS - (await noteNothingTaken(this.dependencies.bus, this.storeId, this.attempt));
    return restMs > 0 ? { waitingFor, waitMs: restMs } : then();
  }

  /** Judges whether the payment may pay for an order. The second value says why not. */
  private worthOf({ amount, test, review }: CapturedPayment): ['captured' | 'failed' | 'returning', string | null] {
    if (test) return ['failed', 'test'];
    if (amount !== this.attempt.amount) return ['returning', 'amount_mismatch'];
    return review === 'rejected' ? ['returning', 'not_trusted'] : ['captured', null];
  }

  /** True when it is too late for another try, and nothing is taken. */
  private get isLate(): boolean {
    return this.attempt.overdueMs >= PATIENCE_MS;
  }

  private inPatience(found: AttemptOutcome): AttemptOutcome | { readonly unknown: string } {
    if (!('waitingFor' in found) || this.isAsked || !this.isLate) return found;
    return { unknown: found.waitingFor ?? 'The provider does not say what became of it.' };
  }

  /** Takes silence for no proof that nothing was taken. @throws an error that is no word about the payment */
  private async silence(error: unknown): Promise<AttemptOutcome> {
    const { attempt, dependencies, storeId } = this;
    if (attempt.missingSince !== null && !(error instanceof ProviderThrottled))
      await forgetNothingTaken(dependencies.bus, storeId, attempt);
    return this.waitAfter(error);
  }

  /** @throws an error that is no word about the payment */
  private waitAfter(error: unknown): AttemptOutcome {
    const { isRefused: _, ...waiting } = waitingAfter(error, this.signal);
    return waiting;
  }
}
