import type Koa from 'koa';
import { ID_PATTERN } from '../kernel/ids';
import { assertSameOrigin } from '../surfaces/gate';
import type { Shop } from './pages';
import { answerNothing, refuseMethod } from './plain-answers';
import { addToCart, changeCart, showCart } from './till-cart';
import { takeCoupon } from './till-coupon';
import { backToOrder, FIND_AT, showDocument, showFind, showFollowed, takeFind, takeReturn } from './till-follow';
import { showLinked, showLinkedInformation } from './till-link';
import { comeBack, showPayment, showPlaced, takeOrder } from './till-order';
import { showAddress, showConfirm, showInformation, showWays, takeAddress, takeWays } from './till-steps';
import { type TillParts, Visit } from './visit';

type Handle = (visit: Visit, ...names: string[]) => Promise<void>;

interface Stop {
  readonly path: RegExp;
  /** Its name in logs and metrics: a path names a session. */
  readonly route: string;
  readonly get?: Handle;
  readonly post?: Handle;
  /** True: its form is sent by the page of a provider. */
  readonly isForeign?: true;
}

const SESSION = `((?=chs_)${ID_PATTERN})`;
const PAYMENT = `((?=pay_)${ID_PATTERN})`;

const ORDER = `${FIND_AT}/((?=ord_)${ID_PATTERN})/([A-Za-z0-9_-]{22})`;
const BELGE = `((?=blg_)${ID_PATTERN})`;

const stop = (path: string, route: string, answers: Omit<Stop, 'path' | 'route'>): Stop => ({
  path: new RegExp(`^${path}$`),
  route: `storefront.${route}`,
  ...answers,
});

/** Every address at which a visitor is somebody: the cart, and each step from it to an order. */
const STOPS: readonly Stop[] = [
  stop('/sepet', 'cart', { get: showCart, post: changeCart }),
  stop('/sepet/ekle', 'cart.add', { post: addToCart }),
  stop('/sepet/kupon', 'cart.coupon', { post: takeCoupon }),
  stop('/odeme', 'checkout.address', { get: showAddress }),
  stop('/odeme/adres', 'checkout.address', { post: takeAddress }),
  stop('/odeme/yontem', 'checkout.ways', { get: showWays, post: takeWays }),
  stop('/odeme/onay', 'checkout.confirm', { get: showConfirm }),
  stop('/odeme/bilgi', 'checkout.information', { get: showInformation }),
  stop('/odeme/siparis', 'checkout.order', { post: takeOrder }),
  stop(`/odeme/donus/${SESSION}`, 'checkout.return', {
    get: comeBack as Handle,
    post: comeBack as Handle,
    isForeign: true,
  }),
  stop(`/odeme/donus/${SESSION}/${PAYMENT}`, 'checkout.payment', { get: showPayment as Handle }),
  stop(`/odeme/baglanti/${SESSION}`, 'checkout.link', { get: showLinked as Handle }),
  stop(`/odeme/baglanti/${SESSION}/bilgi`, 'checkout.link.information', { get: showLinkedInformation as Handle }),
  stop(`/odeme/tesekkurler/${SESSION}`, 'checkout.placed', { get: showPlaced as Handle }),
  stop(FIND_AT, 'order.find', { get: showFind, post: takeFind }),
  stop(ORDER, 'order.follow', { get: showFollowed as Handle }),
  stop(`${ORDER}/iade`, 'order.return', { get: backToOrder as Handle, post: takeReturn as Handle }),
  stop(`${ORDER}/belge/${BELGE}`, 'order.document', { get: showDocument as Handle }),
];

export const isOwnPath = (path: string): boolean => STOPS.some((each) => each.path.test(path));

const NEVER_HERE = 'Bu bir önizlemedir: burada sipariş alınmaz.';

/** Takes orders in the pages of shops. It keeps nothing of its own: what a shopper does is a step of the checkout. */
export class Till {
  constructor(private readonly parts: TillParts) {}

  /** @throws {Refusal} csrf_failed of a form of another site @throws {CheckoutAway} */
  async answer(shop: Shop, path: string, context: Koa.Context): Promise<void> {
    const [found, names] = at(path);
    if (!found) return answerNothing(context);
    context.state.route = found.route;
    const isPost = context.method === 'POST';
    if (isPost && !found.isForeign) assertSameOrigin(context, '');
    const handle = isPost ? found.post : found.get;
    if (!handle) return this.lost(found, shop, context);
    await handle(new Visit(this.parts, shop, context), ...names);
  }

  /** The cart of a preview, which nobody buys in. */
  async answerPreview(shop: Shop, path: string, context: Koa.Context): Promise<void> {
    const [found] = at(path);
    context.state.route = found?.route;
    if (!found?.get) return answerNothing(context);
    const value = { session: undefined, told: [{ kind: 'info', text: NEVER_HERE }] } as const;
    await new Visit(this.parts, shop, context).show({ kind: 'cart', value });
  }

  /** A page that a form led to is reloaded: it has no address of its own, and the cart tells how things are. */
  private async lost({ post }: Stop, shop: Shop, context: Koa.Context): Promise<void> {
    if (context.method === 'POST' || !post) return refuseMethod(context);
    new Visit(this.parts, shop, context).goTo('/sepet');
  }
}

function at(path: string): readonly [Stop | undefined, readonly string[]] {
  for (const each of STOPS) {
    const [whole, ...names] = each.path.exec(path) ?? [];
    if (whole !== undefined) return [each, names];
  }
  return [undefined, []];
}
