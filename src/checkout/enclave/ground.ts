import { lowestCap } from '../../catalog/category/store';
import { findForSale, type SaleItem } from '../../catalog/stock/sale-store';
import { findOffers, type Offer } from '../../coupon/offer/store';
import { usesOfCustomer } from '../../coupon/use/store';
import { type ActiveHook, activeHooks } from '../../extension/hook/active';
import { takingPayments } from '../../extension/payment';
import type { Moment, Queryable } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import type { checkout } from '../../store/checkout/aggregate';
import { findCheckout } from '../../store/checkout/store';
import type { SessionRow } from '../session/table';

export type Settings = Row<typeof checkout>;

/** The most that the law lets consumers pay in. */
const INSTALMENTS_MAX = 12;

/** The settings, hooks and ways of payment of a store that shape every sale in it. */
interface Terms {
  readonly settings: Settings | undefined;
  readonly hooks: readonly ActiveHook[];
  readonly takesCards: boolean;
}

/** The facts on which a cart is priced, all as they were at one moment. */
export interface Ground extends Terms {
  /** The items by the ids of the goods. */
  readonly items: ReadonlyMap<string, SaleItem>;
  /** The most instalments that the categories of the goods allow. */
  readonly instalmentsMax: number;
  /** The automatic discounts that are on, and the coupon of the session's code. */
  readonly offers: readonly Offer[];
}

export async function termsOf(db: Queryable, storeId: string): Promise<Terms> {
  const [settings, hooks, payments] = await Promise.all([
    findCheckout(db, storeId),
    activeHooks(db, storeId),
    takingPayments(db, storeId),
  ]);
  return { settings, hooks, takesCards: payments.length > 0 };
}

/** The fields of a session that decide what its ground is. */
type Asking = Pick<SessionRow, 'cart' | 'coupon' | 'buyerEmail' | 'buyerPhone' | 'telephone'>;

/** The address of e-mail of a buyer, or the number of one on the telephone who has stated no address. */
export type BuyerName = { readonly email: string } | { readonly phone: string };

/** Finds the customer of a buyer, if there is one. */
export type FindCustomer = (db: Queryable, storeId: string, buyer: BuyerName) => Promise<string | undefined>;

interface Asker {
  readonly moment: Moment;
  readonly storeId: string;
  readonly now: Date;
  readonly customerOf: FindCustomer;
}

/** The terms with what is in the cart and what the shop takes off it; the last thing that is asked of the moment. */
export async function groundOf(asker: Asker, terms: Terms, session: Asking): Promise<Ground> {
  const { moment, storeId } = asker;
  const [items, offers] = await Promise.all([findForSale(moment, storeId, session.cart), offersTo(asker, session)]);
  // The categories' limits of instalments matter only where the store takes cards.
  const categories = terms.takesCards ? [...items.values()].flatMap(({ categoryId }) => categoryId ?? []) : [];
  const instalmentsMax =
    categories.length > 0
      ? await moment.last(lowestCap(moment, storeId, categories, INSTALMENTS_MAX))
      : INSTALMENTS_MAX;
  return { ...terms, items, instalmentsMax, offers };
}

/** Names the buyer as the order will: by e-mail, and on the telephone by number where there is none. */
function buyerOf({ buyerEmail, buyerPhone, telephone }: Asking): BuyerName | undefined {
  if (buyerEmail !== null) return { email: buyerEmail };
  return telephone && buyerPhone !== null ? { phone: buyerPhone } : undefined;
}

/** The coupons of a session. One of which its buyer has had all that a customer may have is used up. */
async function offersTo({ moment, storeId, now, customerOf }: Asker, session: Asking): Promise<readonly Offer[]> {
  const { cart, coupon: code } = session;
  const productIds = [...new Set(cart.map(({ productId }) => productId))];
  const offers = await findOffers(moment, storeId, { code, productIds }, now);
  const limited = offers.filter(({ customerUsesMax }) => customerUsesMax !== null).map(({ id }) => id);
  const buyer = buyerOf(session);
  const customerId = limited.length > 0 && buyer ? await customerOf(moment, storeId, buyer) : undefined;
  if (customerId === undefined) return offers;
  const used = await usesOfCustomer(moment, storeId, customerId, limited);
  return offers.map((offer) =>
    offer.standing === 'usable' && (used.get(offer.id) ?? 0) >= (offer.customerUsesMax ?? Number.POSITIVE_INFINITY)
      ? { ...offer, standing: 'used_up' }
      : offer,
  );
}
