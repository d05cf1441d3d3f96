import type Koa from 'koa';
import { QUANTITY_MAX } from '../checkout/session/limits';
import type { ClientAddresses } from '../surfaces/client-address';
import type { Pages, Shop } from './pages';
import { answerNothing, answerUnprepared, HTML } from './plain-answers';
import type { OwnMain } from './render/page';
import type { CheckoutClient, Session } from './sale/checkout-client';
import { CartCookie } from './sale/cookie';
import { type VisitorLimit, VisitorThrottled } from './sale/visitor-limit';
import { isObstacle, type Notice, toldOf, wrong } from './sale/words';

/** The parts by which orders are taken. */
export interface TillParts {
  readonly client: CheckoutClient;
  readonly pages: Pick<Pages, 'own'>;
  readonly addresses: Pick<ClientAddresses, 'of'>;
  readonly limit: VisitorLimit;
  /** The codes of coupons, and numbers of orders, that one address may try. */
  readonly tries: VisitorLimit;
}

/** The cart of whoever asks, as far as there is one. */
interface Cart {
  /** Open, and no order yet. */
  readonly session: Session | undefined;
  readonly told: readonly Notice[];
  /** The session that has become an order. */
  readonly placed?: string;
  /** The code for which there is none any more. */
  readonly ended?: string;
}

/** A session that is over, or was deleted since. */
const OVER: ReadonlySet<string> = new Set(['session_expired', 'not_found']);

const PLACED: Notice = { kind: 'success', text: 'Son siparişiniz alındı.' };
const PAYING: Notice = { kind: 'info', text: 'Bir ödemeniz sürüyor. Sonuçlanınca sepetiniz yeniden burada olur.' };
const QUANTITY: Notice = {
  kind: 'error',
  text: `Adet 1 ile ${QUANTITY_MAX} arasında bir tam sayı olmalıdır. Sepetiniz değişmedi.`,
};
const FEWER: Notice = { kind: 'error', text: 'Stokta bu kadar ürün yok. Sepetiniz değişmedi.' };
const ADDED: Notice = { kind: 'success', text: 'Ürün sepetinize eklendi.' };
/** Said of what one request has done, on the page that the next one shows. */
const ASIDE = 'bildirim';
const ADDED_CODE = 'eklendi';
export const QUANTITY_CODE = 'adet';
export const FEWER_CODE = 'az';
const OWN_WORDS: Readonly<Record<string, Notice>> = {
  [ADDED_CODE]: ADDED,
  [QUANTITY_CODE]: QUANTITY,
  [FEWER_CODE]: FEWER,
  kupon_bos: wrong('Kupon kodunu yazın.'),
  kupon_cok: wrong('Çok fazla kupon kodu denediniz. Bir dakika sonra yeniden deneyin.'),
  kupon_unknown: wrong('Bu kupon kodu geçerli değil. Sepetiniz değişmedi.'),
  kupon_ended: wrong('Bu kuponun süresi doldu. Sepetiniz değişmedi.'),
  kupon_used_up: wrong('Bu kuponun kullanım hakkı doldu. Sepetiniz değişmedi.'),
};

/** Changes that the checkout tells once alone. */
const TOLD_ONCE: ReadonlySet<string> = new Set(['price_changed', 'qty_capped', 'line_unavailable']);

/** One request of a shopper, and how it is answered: never from or into a cache. */
export class Visit {
  readonly storeId: string;
  readonly client: CheckoutClient;
  /** The address of the browser, of an IPv6 one its network, by which steps are counted. */
  readonly network: string;
  private readonly cookie: CartCookie;
  private pieces: number;

  constructor(
    private readonly parts: TillParts,
    readonly shop: Shop,
    readonly context: Koa.Context,
  ) {
    this.storeId = shop.storeId;
    this.pieces = shop.pieces;
    this.network = parts.addresses.of(context.req);
    this.client = parts.client.admitting((storeId) => parts.limit.take(storeId, this.network));
    this.cookie = new CartCookie(shop.origin);
    context.set('Cache-Control', 'private, no-store');
  }

  /** The address of the browser; of an IPv6 one its network. */
  get address(): string {
    return this.network.replace(/\/\d+$/, '');
  }

  /** Counts what one address tries, so that nobody finds a code or an order by trying. @returns false where it is one too many */
  mayTry(): boolean {
    try {
      this.parts.tries.take(this.storeId, this.network);
      return true;
    } catch (error) {
      if (error instanceof VisitorThrottled) return false;
      throw error;
    }
  }

  /** @returns what the page before has left to be told */
  get aside(): readonly Notice[] {
    return (this.context.URL.searchParams?.getAll(ASIDE) ?? [])
      .slice(0, 4)
      .flatMap((code) => (Object.hasOwn(OWN_WORDS, code) ? OWN_WORDS[code] : toldOf(code)) ?? []);
  }

  /** The cart that the cookie names. One that has ended is forgotten. */
  async cart(): Promise<Cart> {
    const id = this.cookie.in(this.context);
    if (id === undefined) return { session: undefined, told: [] };
    const { body, refused } = await this.client.show(this.storeId, id);
    if (body && body.orderId === null) return this.opened(body);
    if (refused && OVER.has(refused.code)) {
      const anew = await this.begunAnew(id);
      if (anew) return anew;
    }
    const told = [refused ? toldOf(refused.code) : alreadyPlaced(id)].flatMap((each) => each ?? []);
    const none = { session: undefined, told, ...(refused ? { ended: refused.code } : { placed: id }) };
    if (refused?.code === 'checkout_disabled') return none;
    this.empty();
    return none;
  }

  private opened(session: Session): Cart {
    this.keep(session);
    return { session, told: [] };
  }

  /**
   * The cart of a session that is over, in another one: prices and stock are those of now, and nothing is known of the shopper. Two pages
   * of one browser get the same one at once, and nobody else gets it. @returns undefined where nothing of it is remembered
   */
  private async begunAnew(ended: string): Promise<Cart | undefined> {
    const lines = this.cookie.linesIn(this.context);
    if (lines.length === 0) return undefined;
    const afterKey = this.cookie.keyIn(this.context);
    const before = { after: ended, ...(afterKey === undefined ? {} : { afterKey }) };
    const { body, refused } = await this.client.open(this.storeId, lines, before);
    if (body && body.orderId === null) {
      const told = codesOf(body).flatMap((code) => toldOf(code) ?? []);
      return { ...this.opened(body), told };
    }
    if (refused?.state === 'paying') return { session: undefined, told: [PAYING] };
    if (refused?.code === 'checkout_disabled')
      return { session: undefined, told: [toldOf(refused.code)].flatMap((each) => each ?? []), ended: refused.code };
    this.empty();
    if (body) return { session: undefined, told: [alreadyPlaced(body.id)], placed: body.id };
    return { session: undefined, told: refused?.state === 'placed' ? [PLACED] : [] };
  }

  /** The browser keeps the cart, and the header tells how much is in it by now. */
  keep(session: Pick<Session, 'id' | 'lines'>): void {
    this.pieces = session.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    this.cookie.set(this.context, session);
  }

  /** Empties the cart that has become an order. */
  forget(session: string): void {
    if (this.cookie.in(this.context) === session) this.empty();
  }

  private empty(): void {
    this.pieces = 0;
    this.cookie.clear(this.context);
  }

  /** @param products that the page shows */
  async show(main: OwnMain, { status = 200, products = [] as readonly string[] } = {}): Promise<void> {
    const { context } = this;
    const found = await this.parts.pages.own({ ...this.shop, pieces: this.pieces }, main, products);
    if (found.is === 'nothing') return answerNothing(context);
    if (found.is === 'unpublished') return answerUnprepared(context);
    context.status = status;
    context.type = HTML;
    context.body = found.html();
  }

  /** @param codes of what the next page tells */
  goTo(path: string, codes: readonly string[] = []): void {
    const query = new URLSearchParams([...new Set(codes)].map((code): [string, string] => [ASIDE, code]));
    this.context.status = 303;
    this.context.set('Location', query.size === 0 ? path : `${path}?${query}`);
    this.context.body = '';
  }
}

/** The address of the order that a session has become. */
export const placedAt = (session: string): string => `/odeme/tesekkurler/${session}`;

const alreadyPlaced = (session: string): Notice => ({
  ...PLACED,
  link: { label: 'Siparişi gösterin', to: placedAt(session) },
});

/** Codes that a page has to hand on, since the checkout does not say them again. @param isAdded something was put into the cart */
export function codesOf({ notices }: Pick<Session, 'notices'>, isAdded = false): readonly string[] {
  const once = notices.map(({ messageCode }) => messageCode).filter((code) => TOLD_ONCE.has(code));
  return isAdded && once.length === 0 ? [ADDED_CODE] : once;
}

export const isStopped = ({ notices }: Pick<Session, 'notices'>): boolean =>
  notices.some(({ messageCode }) => isObstacle(messageCode));

/** Notices in words, each once. @param shownLines keys of lines that tell their own */
export function toldIn(
  { notices }: Pick<Session, 'notices'>,
  shownLines: ReadonlySet<string> = new Set(),
): readonly Notice[] {
  const codes = notices
    .filter(({ line, messageCode }) => messageCode !== 'cart_empty' && !(line !== null && shownLines.has(line)))
    .map(({ messageCode }) => messageCode);
  return [...new Set(codes)].flatMap((code) => toldOf(code) ?? []);
}

/** Things that are told, each once. */
export const once = (told: readonly Notice[]): readonly Notice[] => [
  ...new Map(told.map((each) => [each.text, each])).values(),
];

/** The step that the cart still needs. */
export function nextStep({ lines, missing }: Session): '/sepet' | '/odeme' | '/odeme/yontem' | '/odeme/onay' {
  if (lines.length === 0 || missing.includes('cart')) return '/sepet';
  if (missing.includes('buyer') || missing.includes('shippingAddress')) return '/odeme';
  return missing.length > 0 ? '/odeme/yontem' : '/odeme/onay';
}
