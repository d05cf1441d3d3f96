/** A way of shipping that is offered. */
export interface OfferedRate {
  readonly id: string;
  readonly labelTR: string;
  /** In kuruş. */
  readonly kurus: number;
  /** Earliest and latest, in days. */
  readonly etaDays?: readonly number[];
}

/** A way to pay that is offered. */
export interface OfferedMethod {
  readonly id: string;
  /** Instalments at most. */
  readonly maxTaksit: number;
}

/**
 * What a hook is shown. It names no buyer: what a hook says, its failures among it, is kept where nobody can take it out again. Amounts
 * are in kuruş and include VAT.
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
    /** What earlier hooks have taken off the line. */
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
  /** As far as it is known: goods, discounts, shipping, fee. */
  readonly total: number;
}
