/** The place of an item among the sellers of the same product. Money is in kuruş. */
export interface RemoteBuybox {
  readonly barcode: string;
  /** 1: the shop sells where buyers look first. */
  readonly rank: number;
  /** The price of the first seller. */
  readonly price: number;
  /** Other sellers offer it as well. */
  readonly hasRivals: boolean;
  /** Prices of the second and the third; null: there is none. */
  readonly secondPrice: number | null;
  readonly thirdPrice: number | null;
}
