import { isDeepStrictEqual } from 'node:util';
import type { Offer, Standing } from '../../coupon/offer/store';
import type { CommandBus } from '../../kernel/bus';
import { retrying } from '../../kernel/bus/retry';
import type { Database } from '../../kernel/database/database';
import type { Transaction } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { type Principal, systemPrincipal } from '../../kernel/declaration/principal';
import { Contention, refuse } from '../../kernel/errors';
import { followingId, newId, newRandomId, newUlid } from '../../kernel/ids';
import type { Digests } from '../../kernel/personal/digests';
import type { SecretBox } from '../../kernel/personal/secret-box';
import { keepIdentity } from '../buyer/identity/store';
import type { Hooks } from '../hook/hooks';
import type { CartLine } from '../session/quote';
import { findSession, insertSessionOnce, keepSession } from '../session/store';
import type { SessionRow } from '../session/table';
import type { Filling, Opening, Placing, ShopFilling } from './fields';
import { type FindCustomer, type Ground, groundOf, termsOf } from './ground';
import type { Notice } from './notice';
import { asPlaced, type Priced, priced } from './price';
import { asKept } from './stated';
import { missingOf, type Shown, viewOf } from './view';

/** A session that nobody uses ends after an hour, and any after a day. */
const IDLE_MS = 3_600_000;
const WHOLE_MS = 24 * 3_600_000;
/** A step that changes nothing else moves the end by this or not at all: who only looks again makes nothing be written. */
const STRETCH_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A session as a step has found it, and the facts on which it is priced. */
interface PricedSession {
  readonly row: SessionRow;
  readonly now: Date;
  readonly ground: Ground;
}

/** The session as a step leaves it. */
interface SessionChange {
  readonly session: SessionRow;
  /** The buyer's national id. null: it is taken away; left out: the one that was stated before stays. */
  readonly identityNumber?: string | null | undefined;
}

interface Desk {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly capabilities: Pick<CapabilityIndex, 'command'>;
  readonly hooks: Hooks;
  readonly secretBox: SecretBox;
  readonly digests: Pick<Digests, 'fingerprint'>;
  readonly customerOf: FindCustomer;
  /** Tells what the payments of a session have come to; undefined: there are none, or they have failed. */
  paidBy(storeId: string, sessionId: string): Promise<'paying' | 'placed' | undefined>;
}

/** Sessions one after the other that a browser may have missed: each lasts an hour, and its row a day longer. */
const MISSED_MAX = 30;
/**
 * A browser that has not got the answer of its first look asks again within this. Later a session of which something was stated follows
 * nothing any more: its own browser knows its name by then.
 */
const UNHEARD_MS = 10 * 60_000;

/**
 * The steps of a shopper from a cart to an order. What they write is the session, which is nobody's change of the store. A step is priced
 * without any lock and kept under the rev that it began with; one that was overtaken begins anew with what is there by then.
 */
export class Checkout {
  constructor(private readonly desk: Desk) {}

  /**
   * Opens a session: a new one, or the one that follows another one for the browser of a key.
   * @throws {Refusal} checkout_disabled, cart_empty; invalid_state where the one before is being paid, or has become an order
   */
  async open(storeId: string, { lines, after, afterKey }: Opening): Promise<Answer> {
    if (lines.length === 0) refuse('cart_empty', undefined, { quotesNobody: true });
    if (after === undefined) return this.openApart(storeId, lines);
    let id = after;
    for (let missed = 0; missed < MISSED_MAX; missed += 1) {
      const { row, now } = await this.rowAt(storeId, id);
      const isFollowing = id !== after;
      if (row && isInUse(row, now)) {
        if (isFollowing && isOfItsBrowserAlone(row, now)) return this.openApart(storeId, lines);
        return { ...(await this.show(storeId, id)), status: 201 };
      }
      if (!row && isFollowing) return this.openAs(storeId, id, lines);
      const state = await this.desk.paidBy(storeId, id);
      if (state !== undefined)
        refuse('invalid_state', 'The session before is being paid, or has become an order.', {
          facts: { state },
          quotesNobody: true,
        });
      if (afterKey === undefined) return this.openApart(storeId, lines);
      id = this.following(storeId, id, afterKey);
    }
    return refuse('not_found', 'There is no such checkout session.', { quotesNobody: true });
  }

  /** Opens a session that follows none. The id alone opens it later, so it is not to be guessed. */
  private openApart(storeId: string, lines: Opening['lines']): Promise<Answer> {
    return this.openAs(storeId, newRandomId('chs'), lines);
  }

  /**
   * Opens a session that the shop fills in for a buyer on the telephone.
   * @throws {Refusal} checkout_disabled, cart_empty
   */
  async openForBuyer(storeId: string, lines: Opening['lines']): Promise<Answer> {
    if (lines.length === 0) refuse('cart_empty', undefined, { quotesNobody: true });
    return this.openAs(storeId, newRandomId('chs'), lines, true);
  }

  /** The id of an ended session is no secret, so its successor hangs on the key of the browser as well. */
  private following(storeId: string, id: string, key: string): string {
    return followingId(id, this.desk.digests.fingerprint(`${storeId}/${id}/${key}`, 'session after'));
  }

  private rowAt(storeId: string, id: string): Promise<{ readonly row: SessionRow | undefined; readonly now: Date }> {
    return this.desk.database.reader(storeId).snapshot(async (moment) => {
      const [row, now] = await Promise.all([findSession(moment, storeId, id), this.desk.bus.timeOf(moment)]);
      return { row, now };
    });
  }

  private async openAs(storeId: string, id: string, lines: Opening['lines'], telephone = false): Promise<Answer> {
    const began = await this.atNow(storeId, async (tx, now) => {
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
        coupon: null,
        quote: null,
        orderId: null,
        expiresAt: new Date(now.getTime() + IDLE_MS).toISOString(),
        telephone,
      };
      if (!(await insertSessionOnce(tx, storeId, row, now))) return undefined;
      const at = now.toISOString();
      return {
        row: {
          ...row,
          rev: 1,
          linkUntil: null,
          linkUrl: null,
          linkTotal: null,
          linkCancelledAt: null,
          createdAt: at,
          updatedAt: at,
        },
        now,
      };
    });
    // Somebody who opened it at the same moment was first.
    if (!began) return { ...(await this.show(storeId, id)), status: 201 };
    const first = async (): Promise<PricedSession> => ({
      ...began,
      ground: await this.groundOf(storeId, began),
    });
    const body = await retrying(async (overtaken) =>
      viewOf(await this.shown(storeId, overtaken === undefined ? await first() : await this.openAt(storeId, id))),
    );
    return { status: 201, body };
  }

  /**
   * Shows the session at the present prices, or an ordered one as it was ordered.
   * @throws {Refusal} not_found, session_expired, checkout_disabled
   */
  show(storeId: string, id: string): Promise<Answer> {
    return retrying(async () => {
      const found = await this.sessionAt(storeId, id);
      const { row: session } = found;
      const shown =
        session.orderId === null
          ? await this.shown(storeId, found)
          : { session, priced: await asPlaced(this.desk.database, storeId, session) };
      return { status: 200, body: viewOf(shown) };
    });
  }

  /**
   * @throws {Refusal} as show does; rev_conflict; invalid_state of what has become an order, or to which a link leads; invalid_request of
   * numbers whose check digits do not fit; coupon_unusable
   */
  async fill(storeId: string, id: string, stated: ShopFilling): Promise<Answer> {
    const { identityNumber, expectedRev, ...filling } = asKept(stated);
    return retrying(async () => {
      const found = await this.openAt(storeId, id, filling);
      assertUnlinked(found.row);
      assertRev(found.row, expectedRev);
      if (filling.coupon) assertUsable(filling.coupon, found.ground.offers);
      const session = filledIn(found.row, filling);
      return { status: 200, body: viewOf(await this.shown(storeId, found, { session, identityNumber })) };
    });
  }

  /**
   * Tries whether the order could be placed.
   * @throws {Refusal} the refusals of place; invalid_state when the session has become an order
   */
  validate(storeId: string, id: string): Promise<Answer> {
    return retrying(async () => {
      const found = await this.openAt(storeId, id);
      return { status: 200, body: viewOf(await this.completed(storeId, found)) };
    });
  }

  /**
   * Makes the order; placed twice it is one order.
   * @param placing the terms that the shopper agrees to
   * @param principal whoever places it @default the checkout itself, for the shopper
   * @throws {Refusal} any of spec §6.1; rev_conflict
   */
  async place(
    storeId: string,
    id: string,
    placing: Placing,
    principal: Principal = systemPrincipal(storeId, 'checkout'),
  ): Promise<Answer> {
    const { rev: sessionRev } = await this.toPlace(storeId, id, placing);
    const mutation = this.desk.capabilities.command('order.create');
    if (!mutation) throw new Error('order.create is not declared');
    // A key of its own each time: a refusal is no last word, and the session makes it one order.
    const { status, body } = await this.desk.bus.execute({
      principal,
      mutation,
      payload: { sessionId: id, sessionRev },
      key: newUlid(),
      cause: { sessionId: id },
    });
    return { status, body };
  }

  /** Answers a session that its shopper has filled in, at the prices of now, and that moment. @throws {Refusal} as validate does */
  complete(storeId: string, id: string): Promise<Shown & { readonly now: Date }> {
    return retrying(async () => {
      const found = await this.openAt(storeId, id);
      return { ...(await this.completed(storeId, found)), now: found.now };
    });
  }

  /** A session as its shopper agrees to it. @throws {Refusal} as place does; invalid_state of what has become an order */
  agreed(storeId: string, id: string, placing: Placing): Promise<Shown> {
    return retrying(async () => this.agreedIn(storeId, await this.openAt(storeId, id), placing));
  }

  /** The same of one that has become an order of that total: its shopper is told of that order. */
  private toPlace(storeId: string, id: string, placing: Placing): Promise<SessionRow> {
    return retrying(async () => {
      const found = await this.sessionAt(storeId, id);
      if (found.row.orderId === null) return (await this.agreedIn(storeId, found, placing)).session;
      assertAgreed(found.row, placing);
      return found.row;
    });
  }

  private async agreedIn(storeId: string, found: PricedSession, placing: Placing): Promise<Shown> {
    const shown = await this.completed(storeId, found);
    assertAgreed(shown.session, placing);
    return shown;
  }

  /** @param filling what the step fills in: the ground is that of the session behind it */
  private async sessionAt(storeId: string, id: string, filling: Filled = {}): Promise<PricedSession> {
    const { database, bus, customerOf } = this.desk;
    const { row, now, ground } = await database.reader(storeId).snapshot(async (moment) => {
      const [row, now, terms] = await Promise.all([
        findSession(moment, storeId, id),
        bus.timeOf(moment),
        termsOf(moment, storeId),
      ]);
      const after = row ? filledIn(row, filling) : NOTHING;
      return { row, now, ground: await groundOf({ moment, storeId, now, customerOf }, terms, after) };
    });
    if (!row) return refuse('not_found', 'There is no such checkout session.', { quotesNobody: true });
    if (row.orderId === null && Date.parse(row.expiresAt) <= now.getTime())
      refuse('session_expired', undefined, { quotesNobody: true });
    return { row, now, ground };
  }

  private groundOf(storeId: string, { row, now }: Pick<PricedSession, 'row' | 'now'>): Promise<Ground> {
    const { database, customerOf } = this.desk;
    return database
      .reader(storeId)
      .snapshot(async (moment) => groundOf({ moment, storeId, now, customerOf }, await termsOf(moment, storeId), row));
  }

  private async openAt(storeId: string, id: string, filling?: Filled): Promise<PricedSession> {
    const found = await this.sessionAt(storeId, id, filling);
    return found.row.orderId === null ? found : refusePlaced();
  }

  /** @throws {Refusal} the first thing that stands in the way; the session has what is right by now */
  private async completed(storeId: string, found: PricedSession): Promise<Shown> {
    const { row } = found;
    const price = await priced(this.desk.hooks, found.ground, row, true);
    const session = await this.keep(storeId, found, { session: row }, price);
    const [first] = price.notices;
    if (first) refuseWith(first, price.notices);
    const missing = missingOf(row, price);
    if (missing.length > 0)
      refuse('order_rejected', `The shopper has not filled in: ${missing.join(', ')}.`, {
        facts: { missing },
        quotesNobody: true,
      });
    return { session, priced: price };
  }

  private async shown(
    storeId: string,
    before: PricedSession,
    step: SessionChange = { session: before.row },
  ): Promise<Shown> {
    const price = await priced(this.desk.hooks, before.ground, step.session, false);
    return { session: await this.keep(storeId, before, step, price), priced: price };
  }

  /** @throws {Contention} when the session has changed since it was priced */
  private async keep(
    storeId: string,
    { row: before, now }: PricedSession,
    { session, identityNumber }: SessionChange,
    { lines, quote }: Priced,
  ): Promise<SessionRow> {
    const end = session.linkUntil
      ? Date.parse(session.linkUntil)
      : Math.min(now.getTime() + IDLE_MS, Date.parse(session.createdAt) + WHOLE_MS);
    const cart = lines.map(({ key, productId, variantId, quantity, unitPrice }) => ({
      ...{ key, productId, variantId, quantity },
      shownPrice: unitPrice,
    }));
    const kept = { ...session, cart, quote };
    const isSame = isDeepStrictEqual(kept, before);
    const isIdentified = identityNumber !== undefined;
    if (isSame && !isIdentified && end - Date.parse(before.expiresAt) < STRETCH_MS) return before;
    // A step that changes nothing keeps the rev, so it overtakes no other step.
    const after = {
      ...kept,
      rev: isSame && !isIdentified ? before.rev : before.rev + 1,
      expiresAt: new Date(end).toISOString(),
    };
    const isKept = await this.desk.bus.inTransaction<boolean>(storeId, async (tx) => {
      const keeping = keepSession(tx, storeId, after, before, now);
      if (!isIdentified) return { keep: true, value: keeping };
      const keep = await keeping;
      if (keep) await this.identify(tx, storeId, session.id, identityNumber);
      return { keep, value: keep };
    });
    if (!isKept) throw new Contention(session.id, 'The checkout session has changed meanwhile.');
    return after;
  }

  private async identify(tx: Transaction, storeId: string, sessionId: string, number: string | null): Promise<void> {
    await keepIdentity(tx, this.desk.secretBox, storeId, { sessionId }, { id: newId('byi'), number });
  }

  private atNow<T>(storeId: string, work: (tx: Transaction, now: Date) => Promise<T>): Promise<T> {
    const { bus } = this.desk;
    return bus.inTransaction(storeId, async (tx) => ({ keep: true, value: await work(tx, await bus.timeOf(tx)) }));
  }
}

/** True of a session that takes steps still, or has become an order. */
const isInUse = ({ orderId, expiresAt }: SessionRow, now: Date): boolean =>
  orderId !== null || Date.parse(expiresAt) > now.getTime();

/** True of a session that holds more than a cart, and whose browser has had time to learn its name. */
function isOfItsBrowserAlone(row: SessionRow, now: Date): boolean {
  const { buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note, orderId } = row;
  const stated = [buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note, orderId];
  return stated.some((each) => each !== null) && now.getTime() - Date.parse(row.createdAt) > UNHEARD_MS;
}

/** Keeps a cart to which a link leads as its buyer heard it on the telephone. @throws {Refusal} invalid_state */
function assertUnlinked({ linkUntil }: SessionRow): void {
  if (linkUntil !== null)
    refuse('invalid_state', 'A link leads its buyer to it.', { facts: { state: 'linked' }, quotesNobody: true });
}

/** Refuses a step, since a session that has become an order stays as it was ordered. */
const refusePlaced = (): never =>
  refuse('invalid_state', 'The checkout session has become an order.', {
    facts: { state: 'placed' },
    quotesNobody: true,
  });

/** @throws {Refusal} amount_mismatch, rev_conflict */
function assertAgreed({ rev, quote }: SessionRow, { total, expectedRev }: Placing): void {
  if (quote?.total !== total) refuse('amount_mismatch', undefined, { quotesNobody: true });
  assertRev({ rev }, expectedRev);
}

/** @throws {Refusal} rev_conflict */
function assertRev({ rev }: Pick<SessionRow, 'rev'>, expectedRev: number | undefined): void {
  if (expectedRev !== undefined && expectedRev !== rev)
    refuse('rev_conflict', `The session is at rev ${rev}, and the shopper was shown rev ${expectedRev}.`, {
      facts: { currentRev: rev },
      quotesNobody: true,
    });
}

const cartOf = (lines: NonNullable<Filling['lines']>): CartLine[] =>
  lines.map(({ productId, variantId = null, quantity }, place) => ({
    key: `l${place + 1}`,
    productId,
    variantId,
    quantity,
  }));

/** The fields of the session itself that a step fills in. */
type Filled = Omit<ShopFilling, 'expectedRev' | 'identityNumber'>;

/** The cart of a session that is not there. */
const NOTHING = { cart: [], coupon: null, buyerEmail: null, buyerPhone: null, telephone: false };

/** States in which nobody can use a coupon, whatever is in the cart. */
const UNUSABLE: ReadonlySet<Standing> = new Set(['unknown', 'ended', 'used_up']);

/** @throws {Refusal} coupon_unusable of a code that its shopper has typed, and nobody can use */
function assertUsable(code: string, offers: readonly Offer[]): void {
  const standing = offers.find((offer) => offer.code === code)?.standing ?? 'unknown';
  if (UNUSABLE.has(standing)) refuse('coupon_unusable', undefined, { facts: { reason: standing }, quotesNobody: true });
}

function filledIn(session: SessionRow, { lines, buyer, ...rest }: Filled): SessionRow {
  return {
    ...session,
    // Lines are called anew: what was shown of the old ones is of no account any more.
    ...(lines ? { cart: cartOf(lines), quote: null } : {}),
    ...(buyer ? { buyerName: buyer.name, buyerEmail: buyer.email, buyerPhone: buyer.phone } : {}),
    ...rest,
  };
}

/** A problem of the API, with the code of the hook that refuses. */
const refuseWith = ({ code, messageCode, line }: Notice, notices: readonly Notice[]): never =>
  refuse(messageCode, undefined, { facts: { reason: code, line, notices }, quotesNobody: true });

declare module '../../kernel/declaration/lent' {
  interface Lent {
    readonly checkout: Checkout;
  }
}
