import { isDeepStrictEqual } from 'node:util';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { CapabilityIndex } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import { newId, newUlid } from '../../kernel/ids';
import type { SecretBox } from '../../kernel/personal/secret-box';
import { isNationalId } from '../../store/identity/checksum';
import { keepIdentity } from '../buyer/identity/store';
import type { Hooks } from '../hook/hooks';
import type { CartLine } from '../session/quote';
import { findSession, insertSession, keepSession, lockSession } from '../session/store';
import type { SessionRow } from '../session/table';
import type { Filling } from './fields';
import type { Notice } from './notice';
import { type Priced, priced } from './price';

/** A session that nobody uses ends after an hour, and any after a day. */
const IDLE_MS = 3_600_000;
const WHOLE_MS = 24 * 3_600_000;
/** A step that changes nothing else moves the end by this or not at all: who only looks again makes nothing be written. */
const STRETCH_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A session as a step has found it. */
interface Found {
  readonly row: SessionRow;
  readonly now: Date;
}

interface Desk {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly capabilities: Pick<CapabilityIndex, 'command'>;
  readonly hooks: Hooks;
  readonly secretBox: SecretBox;
}

interface Agreed {
  readonly session: SessionRow;
  /** undefined: it has become an order. */
  readonly priced: Priced | undefined;
}

/** The steps of a shopper from a cart to an order. What they write is the session, which is nobody's change of the store. */
export class Checkout {
  constructor(private readonly desk: Desk) {}

  /** @throws {Refusal} checkout_disabled, cart_empty */
  async open(storeId: string, lines: NonNullable<Filling['lines']>): Promise<Answer> {
    if (lines.length === 0) refuse('cart_empty', undefined, { quotesNobody: true });
    const id = newId('chs');
    const found = await this.atNow(storeId, async (tx, now) => {
      const row = {
        id,
        cart: cartOf(lines),
        buyerName: null,
        buyerEmail: null,
        buyerPhone: null,
        shippingAddress: null,
        billing: null,
        note: null,
        rate: null,
        method: null,
        quote: null,
        orderId: null,
        expiresAt: new Date(now.getTime() + IDLE_MS).toISOString(),
      };
      insertSession(tx, storeId, row, now);
      return { row: { ...row, createdAt: now.toISOString(), updatedAt: now.toISOString() }, now };
    });
    return { status: 201, body: await this.shown(storeId, found) };
  }

  /** At the prices of now. @throws {Refusal} not_found, session_expired, checkout_disabled */
  async show(storeId: string, id: string): Promise<Answer> {
    return { status: 200, body: await this.shown(storeId, await this.sessionAt(storeId, id)) };
  }

  /** @throws {Refusal} as show does; invalid_request of an identity number whose check digits do not fit */
  async fill(storeId: string, id: string, { identityNumber, ...filling }: Filling): Promise<Answer> {
    const before = await this.sessionAt(storeId, id);
    if (identityNumber !== undefined && before.row.orderId === null) await this.identify(storeId, id, identityNumber);
    return { status: 200, body: await this.shown(storeId, before, filledIn(before.row, filling)) };
  }

  /** What placing it would be refused for. @throws {Refusal} as place does */
  async validate(storeId: string, id: string): Promise<Answer> {
    const session = await this.sessionAt(storeId, id);
    const found = await this.completed(storeId, session);
    return { status: 200, body: viewOf(session.row, found) };
  }

  /**
   * Makes the order; placed twice it is one order.
   * @param total what the shopper agrees to pay, in kuruş @throws {Refusal} any of spec §6.1
   */
  async place(storeId: string, id: string, total: number): Promise<Answer> {
    await this.agreed(storeId, id, total);
    const mutation = this.desk.capabilities.command('order.create');
    if (!mutation) throw new Error('order.create is not declared');
    // A key of its own each time: a refusal is no last word, and the session makes it one order.
    const { status, body } = await this.desk.bus.execute({
      principal: systemPrincipal(storeId, 'checkout'),
      mutation,
      payload: { sessionId: id },
      key: newUlid(),
      cause: { sessionId: id },
    });
    return { status, body };
  }

  /** A session as its shopper agrees to it, or one that has become an order. @throws {Refusal} as place does */
  async agreed(storeId: string, id: string, total: number): Promise<Agreed> {
    const found = await this.sessionAt(storeId, id);
    const { row: session } = found;
    if (session.orderId !== null) return { session, priced: undefined };
    const priced = await this.completed(storeId, found);
    if (priced.quote?.total !== total) refuse('amount_mismatch', undefined, { quotesNobody: true });
    return { session, priced };
  }

  private async identify(storeId: string, sessionId: string, number: string | null): Promise<void> {
    if (number !== null && !isNationalId(number))
      refuse('invalid_request', 'The check digits of this national id do not fit.', {
        errors: [{ pointer: '/identityNumber', message: 'has other check digits than it would have' }],
        quotesNobody: true,
      });
    const { secretBox } = this.desk;
    await this.atNow(storeId, async (tx) => {
      const session = await lockSession(tx, storeId, sessionId);
      // What has become an order meanwhile stays as it was ordered.
      if (session?.orderId === null)
        await keepIdentity(tx, secretBox, storeId, { sessionId }, { id: newId('byi'), number });
    });
  }

  private async sessionAt(storeId: string, id: string): Promise<Found> {
    const db = this.desk.database.reader(storeId);
    const [row, now] = await Promise.all([findSession(db, storeId, id), this.desk.bus.timeOf(db)]);
    if (!row) return refuse('not_found', 'There is no such checkout session.', { quotesNobody: true });
    if (row.orderId === null && Date.parse(row.expiresAt) <= now.getTime())
      refuse('session_expired', undefined, { quotesNobody: true });
    return { row, now };
  }

  /** @throws {Refusal} the first thing that stands in the way; the session has what is right by now */
  private async completed(storeId: string, session: Found): Promise<Priced> {
    const { row } = session;
    const found = await priced(this.desk, storeId, row, true);
    await this.keep(storeId, session, row, found);
    const [first] = found.notices;
    if (first) refuseWith(first, found.notices);
    const missing = missingOf(row, found);
    if (missing.length > 0)
      refuse('order_rejected', `The shopper has not filled in: ${missing.join(', ')}.`, {
        facts: { missing },
        quotesNobody: true,
      });
    return found;
  }

  private async shown(storeId: string, before: Found, session = before.row) {
    const found = await priced(this.desk, storeId, session, false);
    return viewOf(await this.keep(storeId, before, session, found), found);
  }

  private async keep(
    storeId: string,
    { row: before, now }: Found,
    session: SessionRow,
    { lines, quote }: Priced,
  ): Promise<SessionRow> {
    const end = Math.min(now.getTime() + IDLE_MS, Date.parse(session.createdAt) + WHOLE_MS);
    const cart = lines.map(({ key, productId, variantId, quantity }) => ({ key, productId, variantId, quantity }));
    const kept = { ...session, cart, quote };
    if (end - Date.parse(before.expiresAt) < STRETCH_MS && isDeepStrictEqual(kept, before)) return before;
    const after = { ...kept, expiresAt: new Date(end).toISOString() };
    await this.desk.bus.inTransaction(storeId, async (tx) => {
      keepSession(tx, storeId, after, now);
      return { keep: true, value: undefined };
    });
    return after;
  }

  private atNow<T>(
    storeId: string,
    work: (tx: Parameters<typeof keepSession>[0], now: Date) => Promise<T>,
  ): Promise<T> {
    const { bus } = this.desk;
    return bus.inTransaction(storeId, async (tx) => ({ keep: true, value: await work(tx, await bus.timeOf(tx)) }));
  }
}

const cartOf = (lines: NonNullable<Filling['lines']>): CartLine[] =>
  lines.map(({ productId, variantId = null, quantity }, place) => ({
    key: `l${place + 1}`,
    productId,
    variantId,
    quantity,
  }));

function filledIn(session: SessionRow, { lines, buyer, ...rest }: Filling): SessionRow {
  return {
    ...session,
    // Lines are called anew: what was shown of the old ones is of no account any more.
    ...(lines ? { cart: cartOf(lines), quote: null } : {}),
    ...(buyer ? { buyerName: buyer.name, buyerEmail: buyer.email, buyerPhone: buyer.phone } : {}),
    ...rest,
  };
}

function missingOf(session: SessionRow, { lines, quote, rate, method }: Priced): string[] {
  const isShipped = lines.some(({ item }) => item.requiresShipping);
  return [
    ...(session.buyerEmail === null ? ['buyer'] : []),
    ...(isShipped && session.shippingAddress === null ? ['shippingAddress'] : []),
    ...(isShipped && !rate ? ['rate'] : []),
    ...(method ? [] : ['method']),
    ...(quote === null && method && (rate || !isShipped) ? ['cart'] : []),
  ];
}

/** A problem of the API, with the code of the hook that refuses. */
const refuseWith = ({ code, messageCode, line }: Notice, notices: readonly Notice[]): never =>
  refuse(messageCode, undefined, { facts: { reason: code, line, notices }, quotesNobody: true });

const viewOf = (session: SessionRow, { lines, discounts, rates, rate, methods, method, quote, notices }: Priced) => ({
  id: session.id,
  orderId: session.orderId,
  expiresAt: session.expiresAt,
  lines: lines.map(({ item, ...line }) => ({
    ...line,
    title: item.title,
    variantTitle: item.variantTitle,
    requiresShipping: item.requiresShipping,
  })),
  discounts,
  rates,
  rate: rate?.id ?? null,
  methods,
  method: method?.id ?? null,
  codFee: quote?.codFee ?? null,
  total: quote?.total ?? null,
  missing: missingOf(session, { lines, discounts, rates, rate, methods, method, quote, notices }),
  notices,
});
