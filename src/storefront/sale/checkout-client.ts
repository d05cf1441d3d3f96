import type { Filling, Opening, Placing } from '../../checkout/enclave/fields';
import type { sessionView } from '../../checkout/enclave/view';
import type { Static } from '../../kernel/schema/schema';
import type { Finding, Returning } from '../../order/follow/fields';
import type { followedAt, followedOrder } from '../../order/follow/view';
import type { begunPayment, Coming, Paying, paymentStanding } from '../../order/payment/fields';
import type { information, placedOrder } from '../../order/placing/desk';

export type Session = Static<typeof sessionView>;
export type Placed = Static<typeof placedOrder>;
export type Standing = Static<typeof paymentStanding>;
export type BegunPayment = Static<typeof begunPayment>;
export type Followed = Static<typeof followedOrder>;
export type Wanted = NonNullable<Filling['lines']>[number];

/** The checkout cannot be asked now: only time, or an operator, cures it. */
export class CheckoutAway extends Error {}

/** A step that the checkout has said no to. */
export interface Refused {
  readonly code: string;
  /** The places of the faults, by the names of the checkout. */
  readonly pointers: readonly string[];
  /** The state in which the thing is that it was asked of. */
  readonly state?: string;
  /** Why a coupon cannot be used. */
  readonly reason?: string;
}

/** An answer of the checkout. */
export type CheckoutAnswer<T> =
  | { readonly body: T; readonly refused?: undefined }
  | { readonly body?: undefined; readonly refused: Refused };

/** The wait for an answer; longer than the checkout itself waits for the outcome of a payment. */
const PATIENCE_MS = 25_000;
/** Nobody may have chosen a way round these. */
const THROTTLED = 429;
const AWAY: ReadonlySet<number> = new Set([401, 408, THROTTLED]);

/** The name of the page of an order in its address. */
export interface FollowedName {
  readonly orderId: string;
  readonly key: string;
}

const pathOf = ({ orderId, key }: FollowedName): string => `/orders/${orderId}/${key}`;

/** Asks the checkout for the shoppers of all shops, by its public API alone. */
export class CheckoutClient {
  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly admit: (storeId: string) => void = () => {},
  ) {}

  /**
   * Makes a client that asks for one visitor. @param admit is told of each step before it is asked for, and throws where it is one too many
   */
  admitting = (admit: (storeId: string) => void): CheckoutClient => new CheckoutClient(this.url, this.key, admit);

  /** @param before a session that is over, whose cart goes on, and the key of the browser that names it */
  open = (
    storeId: string,
    lines: readonly Wanted[],
    before: Pick<Opening, 'after' | 'afterKey'> = {},
  ): Promise<CheckoutAnswer<Session>> => this.ask('POST', storeId, '', { lines, ...before });

  show = (storeId: string, id: string): Promise<CheckoutAnswer<Session>> => this.ask('GET', storeId, `/${id}`);

  fill = (storeId: string, id: string, filling: Filling): Promise<CheckoutAnswer<Session>> =>
    this.ask('PATCH', storeId, `/${id}`, filling);

  information = (storeId: string, id: string): Promise<CheckoutAnswer<Static<typeof information>>> =>
    this.ask('GET', storeId, `/${id}/information`);

  place = (storeId: string, id: string, placing: Placing): Promise<CheckoutAnswer<Placed>> =>
    this.ask('POST', storeId, `/${id}/place`, placing);

  order = (storeId: string, id: string): Promise<CheckoutAnswer<Placed>> => this.ask('GET', storeId, `/${id}/order`);

  pay = (storeId: string, id: string, paying: Paying): Promise<CheckoutAnswer<BegunPayment>> =>
    this.ask('POST', storeId, `/${id}/payments`, paying);

  payment = (storeId: string, id: string, payment: string): Promise<CheckoutAnswer<Standing>> =>
    this.ask('GET', storeId, `/${id}/payments/${payment}`);

  comeBack = (storeId: string, id: string, payment: string, coming: Coming): Promise<CheckoutAnswer<Standing>> =>
    this.ask('POST', storeId, `/${id}/payments/${payment}/callback`, coming);

  /** Finds the page of an order. A look too many is refused as `throttled`: it is the visitor's, and no fault of the checkout. */
  findOrder = (storeId: string, finding: Finding): Promise<CheckoutAnswer<Static<typeof followedAt>>> =>
    this.askAt('POST', storeId, '/orders', finding, THROTTLED);

  follow = (storeId: string, order: FollowedName): Promise<CheckoutAnswer<Followed>> =>
    this.askAt('GET', storeId, pathOf(order));

  document = (
    storeId: string,
    order: FollowedName,
    belgeId: string,
  ): Promise<CheckoutAnswer<Static<typeof information>>> =>
    this.askAt('GET', storeId, `${pathOf(order)}/documents/${belgeId}`);

  requestReturn = (
    storeId: string,
    order: FollowedName,
    returning: Returning,
  ): Promise<CheckoutAnswer<{ readonly id: string }>> =>
    this.askAt('POST', storeId, `${pathOf(order)}/returns`, returning);

  private ask = <T>(method: string, storeId: string, path: string, body?: object): Promise<CheckoutAnswer<T>> =>
    this.askAt(method, storeId, `/sessions${path}`, body);

  /**
   * @param path behind the store @param told a status that is an answer here, whatever it is elsewhere
   * @throws {CheckoutAway} and as `admit` does
   */
  private async askAt<T>(
    method: string,
    storeId: string,
    path: string,
    body?: object,
    told?: number,
  ): Promise<CheckoutAnswer<T>> {
    this.admit(storeId);
    const { status, text } = await this.exchange(method, `${this.url}/stores/${storeId}${path}`, body);
    if (status >= 500 || (AWAY.has(status) && status !== told))
      throw new CheckoutAway(`the checkout answered ${status}`);
    const answer = parsed(text);
    return status < 400 ? { body: answer as T } : { refused: refusedIn(answer) };
  }

  private async exchange(method: string, url: string, body: object | undefined) {
    try {
      const response = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new CheckoutAway('the checkout does not answer', { cause: error });
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CheckoutAway('the checkout answered no JSON', { cause: error });
  }
}

function refusedIn(told: unknown): Refused {
  const { code, errors, state, reason } = (told ?? {}) as Readonly<
    Record<'code' | 'errors' | 'state' | 'reason', unknown>
  >;
  const pointers = Array.isArray(errors)
    ? errors.flatMap(({ pointer }: { pointer?: unknown }) => (typeof pointer === 'string' ? [pointer] : []))
    : [];
  return {
    code: String(code),
    pointers,
    ...(typeof state === 'string' ? { state } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
