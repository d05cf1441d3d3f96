import { lowestCap } from '../../catalog/category/store';
import { findForSale, type SaleItem } from '../../catalog/stock/sale-store';
import { type ActiveHook, activeHooks } from '../../extension/hook/active';
import { takingPayments } from '../../extension/payment';
import type { Moment, Queryable } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import type { checkout } from '../../store/checkout/aggregate';
import { findCheckout } from '../../store/checkout/store';
import type { CartLine } from '../session/quote';

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
}

export async function termsOf(db: Queryable, storeId: string): Promise<Terms> {
  const [settings, hooks, payments] = await Promise.all([
    findCheckout(db, storeId),
    activeHooks(db, storeId),
    takingPayments(db, storeId),
  ]);
  return { settings, hooks, takesCards: payments.length > 0 };
}

/** The terms with what is in the cart; the last thing that is asked of the moment. */
export async function groundOf(
  moment: Moment,
  storeId: string,
  terms: Terms,
  cart: readonly CartLine[],
): Promise<Ground> {
  // The categories' limits of instalments matter only where the store takes cards.
  if (!terms.takesCards)
    return { ...terms, items: await moment.last(findForSale(moment, storeId, cart)), instalmentsMax: INSTALMENTS_MAX };
  const items = await findForSale(moment, storeId, cart);
  const categories = [...items.values()].flatMap(({ categoryId }) => categoryId ?? []);
  const instalmentsMax =
    categories.length > 0
      ? await moment.last(lowestCap(moment, storeId, categories, INSTALMENTS_MAX))
      : INSTALMENTS_MAX;
  return { ...terms, items, instalmentsMax };
}
