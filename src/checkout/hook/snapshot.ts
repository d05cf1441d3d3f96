/** A way of shipping that is offered. */
export interface OfferedRate {
  readonly id: string;
  readonly labelTR: string;
  /** The price of the rate, in kuruş. */
  readonly kurus: number;
  /** Earliest and latest, in days. */
  readonly etaDays?: readonly number[];
}

/** A way to pay that is offered. */
export interface OfferedMethod {
  readonly id: string;
  /** The most instalments that the goods allow. */
  readonly maxTaksit: number;
}

/**
 * The cart as a hook is shown it. It names no buyer: a hook's answers and failures are kept in places from which no buyer can be erased.
 * Amounts are in kuruş and include VAT.
 */
export interface CartSnapshot {
  readonly currency: 'TRY';
  readonly lines: readonly {
    readonly id: string;
    readonly productId: string;
    readonly variantId: string | null;
    readonly categoryId: string | null;
    readonly title: string;
    readonly quantity: number;
    readonly unitPrice: number;
    /** The discount that earlier hooks have taken off the line. */
    readonly discount: number;
    readonly requiresShipping: boolean;
    readonly digital: boolean;
  }[];
  readonly goodsTotal: number;
  readonly discountTotal: number;
  readonly destination: { readonly province: string; readonly district: string } | null;
  readonly rates: readonly OfferedRate[];
  /** The one that is chosen. */
  readonly rate: string | null;
  readonly methods: readonly OfferedMethod[];
  /** The one that is chosen. */
  readonly method: string | null;
  /** The total of the known parts: goods, discounts, shipping, fee. */
  readonly total: number;
}
