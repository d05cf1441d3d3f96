import type { Checkout } from '../../checkout/enclave/checkout';
import type { Priced } from '../../checkout/enclave/price';
import { spread } from '../../checkout/price/spread';
import { lockSession } from '../../checkout/session/store';
import type { SessionRow } from '../../checkout/session/table';
import { type ConnectedPayment, connectPayment, takingPayments } from '../../extension/payment';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Deadlines } from '../../kernel/deadlines';
import type { Services } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { EffectQueue } from '../../kernel/work/outbox';
import { CALL_MS } from '../../provider/deadlines';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { BeginPayment, BegunPayment, PaymentAddress, PaymentEvent } from '../../provider/payment-port';
import { findOrder } from '../order/store';
import { receiptOf } from '../order/view';
import { agreedDigest } from './agreed';
import { type Attempt, attemptsOf, findAttempt, moveAttempt, noteHandle, stateTerms } from './attempt-store';
import { ATTEMPTS_MAX, PAYABLE_MS } from './deadlines';
import type { Coming, Paying } from './fields';
import { haveLookedAt } from './look';
import { insertPaymentOnce } from './store';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Desk {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'digests' | 'log'>;
  readonly deadlines: Deadlines;
  readonly checkout: Checkout;
}

interface PaymentPlace {
  readonly storeId: string;
  readonly sessionId: string;
  readonly paymentId: string;
}

const UNSTATED = { providerId: null, paidAmount: null, instalments: null, review: null, capturedAt: null };

/** The longest wait for the outcome of a payment whose shopper has come back. */
const PATIENCE_MS = 15_000;
const POLL_MS = 150;

/** The steps of a shopper who pays by card. What they begin, the workflow of the payment brings to its end. */
export class CardPayments {
  constructor(private readonly desk: Desk) {}

  /**
   * Begins a payment of what the shopper agrees to pay. A card that was entered in the shop goes to the provider, and is kept nowhere.
   * @throws {Refusal} as placing does; payment_unavailable
   */
  async begin(storeId: string, sessionId: string, paying: Paying): Promise<Answer> {
    const { session, priced } = await this.desk.checkout.agreed(storeId, sessionId, paying);
    if (priced.quote?.method !== 'card') return unavailable();
    const connected = await this.connected(storeId);
    if (paying.card && !connected.provider.cardEntry.includes('shop')) return unavailable();
    const attempt = await this.open(storeId, session, paying, connected.ext);
    const begun = await this.begunAt(connected, attempt, beginningOf(session, priced, paying, attempt));
    if (begun.handle !== null) await noteHandle(this.desk.bus, storeId, attempt.id, begun.handle);
    return { status: 201, body: { payment: { id: attempt.id, state: 'begun' }, page: begun.page } };
  }

  /**
   * Takes the data that the shopper's browser brings back, and waits for the outcome of the payment.
   * @throws {Refusal} not_found; invalid_request of what is none of this payment's
   */
  async comeBack(place: PaymentPlace, { type, body }: Coming): Promise<Answer> {
    const attempt = await this.attemptAt(place);
    const event = body === '' ? undefined : await this.eventIn(place.storeId, attempt, type, body);
    await this.look(place.storeId, attempt.id, event?.says === 'to_complete' ? event.ticket : null);
    return this.settled(place);
  }

  /** Shows the state of a payment. @throws {Refusal} not_found */
  async show(place: PaymentPlace): Promise<Answer> {
    return this.shown(await this.attemptAt(place));
  }

  private async connected(storeId: string) {
    const { database, services } = this.desk;
    const db = database.reader(storeId);
    const [ext] = await takingPayments(db, storeId);
    if (ext === undefined) return unavailable();
    const connected = await connectPayment({ db, services, storeId, ext, operations: ['begin', 'readPayment'] });
    return { ...connected, ext };
  }

  /** Inserts the row of an attempt before the provider is asked, so that a callback finds it. */
  private open(
    storeId: string,
    { id: sessionId, rev }: SessionRow,
    { total, card }: Paying,
    extension: string,
  ): Promise<Pick<Attempt, 'id' | 'reference' | 'state'> & { storeId: string }> {
    const { bus, services } = this.desk;
    return bus.inTransaction(storeId, async (tx) => {
      const now = await bus.timeOf(tx);
      const session = await lockSession(tx, storeId, sessionId);
      if (!session?.quote) return unavailable();
      // The session is unchanged since it was judged; otherwise no payment begins.
      if (session.orderId !== null || session.rev !== rev) refuse('amount_mismatch', undefined, { quotesNobody: true });
      if ((await attemptsOf(tx, storeId, sessionId)) >= ATTEMPTS_MAX) return unavailable();
      const id = newId('pay');
      const reference = id.replace('_', '');
      const row = { id, sessionId, extension, reference, state: 'begun', amount: total, test: false } as const;
      await insertPaymentOnce(tx, storeId, { ...UNSTATED, ...row }, now);
      stateTerms(tx, storeId, id, {
        entry: card ? 'shop' : 'provider',
        quoteDigest: agreedDigest(services.digests, storeId, session),
        expiresAt: new Date(Math.min(now.getTime() + PAYABLE_MS, Date.parse(session.expiresAt))),
      });
      const effects = new EffectQueue();
      haveLookedAt(effects, { storeId, paymentId: id }, 'first');
      effects.write(tx, storeId, undefined);
      return { keep: true, value: { id, reference, state: 'begun', storeId } };
    });
  }

  /** No money moves yet: one that had no answer is over, and the shopper begins another. */
  private async begunAt(
    { adapter }: ConnectedPayment<'begin' | 'readPayment'>,
    attempt: Pick<Attempt, 'id' | 'state'> & { storeId: string },
    payment: BeginPayment,
  ): Promise<BegunPayment> {
    try {
      return await adapter.begin(payment, AbortSignal.timeout(CALL_MS));
    } catch (error) {
      const isOfProvider =
        isRefused(error) ||
        [ProviderUnavailable, ProviderAnswerInvalid, ProviderThrottled].some((kind) => error instanceof kind);
      const { bus } = this.desk;
      await moveAttempt(bus, attempt.storeId, attempt, 'failed', 'not_begun');
      if (!isOfProvider) throw error;
      return unavailable();
    }
  }

  private async eventIn(storeId: string, attempt: Attempt, type: string, body: string): Promise<PaymentEvent> {
    const { database, services } = this.desk;
    const { readCallback } = await connectPayment({
      db: database.reader(storeId),
      services,
      storeId,
      ext: attempt.extension,
      operations: ['readPayment'],
    });
    const reading = readCallback({ headers: { 'content-type': type }, body: Buffer.from(body) });
    if (!reading.accepted || !isOf(attempt, reading.event))
      return refuse('invalid_request', 'This is nothing that the provider says of this payment.', {
        quotesNobody: true,
      });
    return reading.event;
  }

  private async look(storeId: string, paymentId: string, ticket: string | null): Promise<void> {
    await this.desk.bus.inTransaction<void>(storeId, async (tx) => {
      const effects = new EffectQueue();
      haveLookedAt(effects, { storeId, paymentId }, { tx, ticket });
      effects.write(tx, storeId, undefined);
      return { keep: true, value: undefined };
    });
  }

  private async settled(place: PaymentPlace): Promise<Answer> {
    const until = Date.now() + this.desk.deadlines.ms(PATIENCE_MS);
    for (;;) {
      const attempt = await this.attemptAt(place);
      const isOpen = attempt.orderId === null && (attempt.state === 'begun' || attempt.state === 'captured');
      if (!isOpen || Date.now() > until) return this.shown(attempt);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  private async shown({ id, state, orderId, failure, storeId }: Attempt & { storeId: string }): Promise<Answer> {
    const db = this.desk.database.reader(storeId);
    const order = orderId === null ? null : receiptOf(await findOrder(db, storeId, orderId));
    return { status: 200, body: { payment: { id, state, failure }, order } };
  }

  private async attemptAt({ storeId, sessionId, paymentId }: PaymentPlace): Promise<Attempt & { storeId: string }> {
    const found = await findAttempt(this.desk.database.reader(storeId), storeId, paymentId);
    if (found?.sessionId !== sessionId)
      return refuse('not_found', 'There is no such payment in this checkout session.', { quotesNobody: true });
    return { ...found, storeId };
  }
}

const unavailable = (): never => refuse('payment_unavailable', undefined, { quotesNobody: true });

const isOf = ({ reference, handle }: Attempt, event: PaymentEvent): boolean =>
  event.reference === null ? event.handle !== null && event.handle === handle : event.reference === reference;

const CATEGORY = 'Genel';

function beginningOf(
  session: SessionRow,
  { lines, method }: Priced,
  { total, returnUrl, ip, language, card }: Paying,
  { id, reference }: Pick<Attempt, 'id' | 'reference'>,
): BeginPayment {
  const to = session.shippingAddress;
  const name = session.buyerName ?? '';
  const shares = spread(
    total,
    lines.map(({ quantity, unitPrice }) => quantity * unitPrice),
  );
  const callback = new URL(returnUrl);
  callback.searchParams.set('payment', id);
  const billing = billingOf(session, name);
  return {
    reference,
    amount: total,
    lines: lines
      .map(({ key, item }, place) => ({
        id: key,
        title: item.title,
        category: CATEGORY,
        physical: item.requiresShipping,
        amount: shares[place] as number,
      }))
      .filter(({ amount }) => amount > 0),
    buyer: {
      id: session.id,
      ...namesIn(name),
      email: session.buyerEmail ?? '',
      telephone: session.buyerPhone ?? '',
      identityNumber: null,
      ip,
    },
    billing,
    shipping: to && { name: to.name, address: to.address, city: to.province, postalCode: to.postalCode },
    callbackUrl: callback.toString(),
    instalmentsMax: method?.maxTaksit ?? 1,
    language: language ?? 'tr',
    card: card ? { ...card, instalments: 1, total } : null,
  };
}

/** Providers want both; of a name of one word they get it twice. */
function namesIn(name: string): { readonly firstName: string; readonly lastName: string } {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? name;
  return { firstName: words.slice(0, -1).join(' ') || last, lastName: last };
}

/** Buyers of digital goods state no address, and providers want one. */
function billingOf({ billing, shippingAddress: to }: SessionRow, name: string): PaymentAddress {
  if (billing) return { name: billing.title, address: billing.address, city: billing.province, postalCode: null };
  if (to) return { name: to.name, address: to.address, city: to.province, postalCode: to.postalCode };
  return { name, address: 'Dijital teslimat', city: 'Türkiye', postalCode: null };
}
