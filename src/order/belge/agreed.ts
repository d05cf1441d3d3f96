import type { ToldCoupon } from '../../coupon/use/told';
import type { Seller } from '../../store/seller-store';
import type { NewOrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';

/** The agreement and the seller, from which the documents of an order are made. */
export interface Agreed {
  readonly order: Pick<
    OrderRow,
    | 'number'
    | 'placedAt'
    | 'transferUntil'
    | 'paymentMethod'
    | 'itemsTotal'
    | 'discountTotal'
    | 'shippingTotal'
    | 'codFee'
    | 'total'
    | 'vatTotal'
    | 'buyerName'
    | 'buyerEmail'
    | 'buyerPhone'
    | 'shippingAddress'
    | 'billing'
    | 'shippingRate'
  >;
  readonly lines: readonly Pick<
    NewOrderLine,
    | 'title'
    | 'variantTitle'
    | 'sku'
    | 'quantity'
    | 'unitPrice'
    | 'vatRate'
    | 'requiresShipping'
    | 'digitalKind'
    | 'withdrawalException'
  >[];
  readonly seller: Seller;
  /** The coupons that have taken something off. */
  readonly coupons: readonly ToldCoupon[];
  /** The card's instalments, and the total with the bank's surcharge; null: another method of payment. */
  readonly instalments: { readonly count: number; readonly paidKurus: number } | null;
  /** True: the buyer was told and has agreed on the telephone, not on a page. */
  readonly byTelephone: boolean;
}

/** Documents are made of the same before there is an order: the shopper has agreed to nothing yet. */
export interface DraftAgreed extends Omit<Agreed, 'order'> {
  /** The order; its number is null as long as nothing was ordered, and `placedAt` is the moment of the document. */
  readonly order: Omit<Agreed['order'], 'number'> & { readonly number: string | null };
}
