/** A listed item, with the names by which a marketplace may know it. */
export interface ListedItem {
  readonly barcode: string;
  /** The marketplace's own id of the variant, as far as it was told; null: it was never seen there. */
  readonly variantId?: string | null;
}

/** Stock and prices of a listed item as a marketplace is told them; a field left out stays as it is there. */
export interface SentOffer extends ListedItem {
  /** The pieces on sale, as an absolute number. */
  readonly stock?: number;
  /** The sale price in kuruş. */
  readonly price?: number;
  /** The struck-through price in kuruş, at least `price`. */
  readonly listPrice?: number;
}

/** A chosen value of an attribute: one of the marketplace's, several of them, or a text of the merchant's own. */
export type SentAttribute =
  | { readonly attributeId: string; readonly valueIds: readonly string[] }
  | { readonly attributeId: string; readonly text: string };

/** An item that is to be listed for the first time. Money is in kuruş. */
export interface SentListing {
  readonly barcode: string;
  readonly title: string;
  /** Shared by the variants of one product. */
  readonly groupId: string;
  readonly brandId: string;
  readonly categoryId: string;
  readonly sku: string;
  /** The description of the product in HTML. */
  readonly description: string;
  readonly vatRate: number;
  readonly stock: number;
  readonly price: number;
  readonly listPrice: number;
  /** ISO 3166-1 alpha-2 code of the country of origin. */
  readonly origin: string;
  /** The volumetric weight of the parcel. */
  readonly deci: number | null;
  /** Addresses of pictures, at most `listingLimits.pictures`. */
  readonly pictures: readonly string[];
  readonly attributes: readonly SentAttribute[];
}

/** The state of one item in a batch that a marketplace works through. */
export interface BatchItem {
  readonly barcode: string;
  readonly outcome: 'open' | 'done' | 'failed';
  /** The marketplace's words; empty unless it failed. */
  readonly reasons: readonly string[];
}

/** A failed item that the marketplace calls by its own id of the variant. */
export interface FailedVariant {
  readonly variantId: string;
  readonly reasons: readonly string[];
}

export interface RemoteBatch {
  /** The marketplace works on it still. */
  readonly isOpen: boolean;
  readonly items: readonly BatchItem[];
  /** The failed items, by a marketplace that names no others: those are done once it works on none of them. @default `items` tell all */
  readonly failedVariants?: readonly FailedVariant[];
}

/**
 * The states of a listing at a marketplace, beside those of an approved one. `unknown`: the marketplace has the item, and calls its state
 * by a word that nobody knows here.
 */
export type ApprovalState = 'pending_approval' | 'rejected' | 'unknown';

/** An item that the marketplace has not approved, yet or at all. */
export interface UnapprovedListing {
  readonly barcode: string;
  readonly state: ApprovalState;
  /** The marketplace's words; empty unless it is rejected. */
  readonly reasons: readonly string[];
}

/** An approved item as the marketplace shows it now. Money is in kuruş. */
export interface RemoteOffer {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string;
  readonly stock: number;
  readonly price: number;
  readonly listPrice: number | null;
  readonly status: 'on_sale' | 'off_sale' | 'archived' | 'locked' | 'blacklisted';
  /** A locked item may be archived as well, of which the status tells one alone. */
  readonly isLocked: boolean;
  /** The time since which it is archived; null: it is not, or the marketplace does not say. */
  readonly archivedAt: string | null;
  readonly url: string | null;
}

/** Statuses with which most marketplaces refuse an item of a request, and not the request as such. */
const ITEM_REFUSALS: readonly number[] = [400, 409, 422];

/** Tells whether a request was refused for an item that is in it: it is divided then, until that item is found. */
export const refusesItems = (
  { itemRefusals = ITEM_REFUSALS }: OfferLimits,
  refusal: { readonly status: number },
): boolean => itemRefusals.includes(refusal.status);

/** The bounds of a marketplace on stock and prices that it is sent. */
export interface OfferLimits {
  /** Most items in one request. */
  readonly items: number;
  readonly stock: number;
  /** Items in one question for offers. */
  readonly offersAsked: number;
  /** A request with the same content is refused for so long after the first, in ms; 0: never. */
  readonly sameContentMs: number;
  /** Statuses of refusals that are about an item of the request. @default 400, 409, 422 */
  readonly itemRefusals?: readonly number[];
  /** Items in one question about the buybox; needed where that is offered. */
  readonly buyboxAsked?: number;
  /** An approved item is deleted only when it was archived for longer, in ms. @default it may be at any time */
  readonly archivedBeforeDeleteMs?: number;
}

/** The bounds of a marketplace on items that are listed for the first time. */
export interface ListingLimits extends OfferLimits {
  readonly pictures: number;
  readonly titleLength: number;
  readonly descriptionLength: number;
  readonly vatRates: readonly number[];
  /** The form of barcodes that it keeps as they are sent. */
  readonly barcodeForm: RegExp;
  /** The form of the ids of its brands. */
  readonly brandForm: RegExp;
}
