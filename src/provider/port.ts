import type { Blank, Telling } from './discreet';

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

/** A row of a page that is not what the marketplace promises; the rest of the page is good. */
export interface UnreadableRow {
  /** As far as they could be read. */
  readonly remoteId: string | null;
  readonly title: string | null;
  readonly message: string;
}

export type RemoteRow = RemoteProduct | UnreadableRow;

export const isReadable = (row: RemoteRow): row is RemoteProduct => 'variants' in row;

export interface RemotePage {
  /** In the order of the marketplace: what is read of a page so far is told by a number of rows. */
  readonly rows: readonly RemoteRow[];
  /** Products that match in all. */
  readonly total: number;
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

/** A brand as a marketplace lists it. */
export interface RemoteBrand {
  readonly brandId: string;
  readonly name: string;
}

/** A picture that is sent to a marketplace. */
export interface SentImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its media type. */
  readonly type: string;
}

/** The results of a connection test. */
export const verdicts = [
  'connected',
  'credentials_refused',
  'identity_refused',
  'not_allow_listed',
  'throttled',
  'unreachable',
  'refused',
] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The account that a store entered for a marketplace. It is valid by the manifest of the store's version; optional settings may be missing.
 */
export interface ChannelAccount {
  readonly config: Readonly<Record<string, unknown>>;
  /** By the keys that the manifests name; all that the installed version requires are set. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * The operations of a marketplace. Methods throw the errors of error.ts and nothing else. Their answers have been checked: text that can be
 * stored, whole numbers within their limits. They neither retry nor wait: the platform knows who waits for the answer, and keeps the
 * budget. A provider offers those that its marketplace has. The last parameter of each is the signal with which its caller gives up.
 */
export interface ChannelAdapter {
  /** The cheapest authenticated call. */
  test(signal: AbortSignal): Promise<void>;
  /**
   * One page of the seller's products, in an order that stays the same while pages are turned.
   * @param cursor null for the first page, else `next` of the page before, days later too
   * @param size rows at most, 1 … 100
   * @throws CursorRefused when the provider knows the place of the cursor no more
   */
  products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage>;
  /** Brands that a search for this name finds; one that has exactly the name is among them. */
  brands(name: string, signal: AbortSignal): Promise<readonly RemoteBrand[]>;
  /**
   * Creates a brand. Of any error but ProviderRefused and ProviderThrottled nobody knows whether there is one now.
   * @param logos 1 … 3
   * @returns its id
   */
  createBrand(name: string, logos: readonly SentImage[], signal: AbortSignal): Promise<string>;
}

/** An operation of a marketplace. Each provider declares those that it offers. */
export type Operation = keyof ChannelAdapter;

/** The names of the operations, as people call them. */
const operationWords: Readonly<Record<Operation, string>> = {
  test: 'tests of the connection',
  products: 'reading the products of a seller',
  brands: 'searching for brands',
  createBrand: 'creating brands',
};

export const operations = Object.keys(operationWords) as readonly Operation[];

const blankRow = (row: RemoteRow, blank: Blank): RemoteRow =>
  isReadable(row)
    ? row
    : {
        remoteId: row.remoteId && blank(row.remoteId),
        title: row.title && blank(row.title),
        message: blank(row.message),
      };

/** Blanks also the id and the title of an unreadable row, because nobody knows whether they are that. */
export const channelTelling: Telling<ChannelAdapter> = {
  products: (page, blank) => ({ ...page, rows: page.rows.map((row) => blankRow(row, blank)) }),
};

/** The message for operations that a provider does not offer. */
export const notOffered = (name: string, lacking: readonly Operation[]): string =>
  `${name} does not offer ${lacking.map((operation) => operationWords[operation]).join(', ')}.`;
