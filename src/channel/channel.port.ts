/** One sellable unit as a marketplace shows it. Money is in kuruş. */
export interface RemoteVariant {
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly title: string | null;
  readonly price: number;
  /** The struck-through price, null when there is none above `price`. */
  readonly listPrice: number | null;
  readonly stock: number;
  readonly status: 'on_sale' | 'off_sale' | 'archived' | 'locked' | 'blacklisted';
  readonly remoteId: string;
  readonly vatRate: number | null;
  readonly url: string | null;
}

/** A product as a marketplace shows it. */
export interface RemoteProduct {
  readonly remoteId: string;
  readonly title: string;
  readonly description: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly images: readonly string[];
  readonly variants: readonly RemoteVariant[];
}

export interface RemotePage {
  readonly products: readonly RemoteProduct[];
  /** Products that match in all. */
  readonly total: number;
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

/**
 * What the platform asks of a marketplace. Methods throw ProviderThrottled, ProviderUnavailable or ProviderRefused and
 * nothing else.
 */
export interface ChannelAdapter {
  /** The cheapest authenticated call. */
  test(signal: AbortSignal): Promise<void>;
  products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage>;
}
