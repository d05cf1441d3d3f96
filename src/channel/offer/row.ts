import type { ListingRow } from '../listing/aggregate';
import type { Known } from './difference';

/** A sending of an item: its content, and when it was sent, in ms since 1970. */
export interface Sent {
  readonly content: string;
  readonly at: number;
}

/** The state of a listing's offer at its marketplace, as it is kept beside the listing. */
export interface OfferState {
  /** The barcode under which the marketplace was told of it. */
  readonly toldBarcode: string | null;
  readonly toldStock: number | null;
  readonly toldPrice: number | null;
  readonly toldListPrice: number | null;
  /** The time of the last number that was told; null: none was told yet. */
  readonly toldAt: string | null;
  /** The last movement of the store's ledger that was known when it was told. */
  readonly toldSeq: number | null;
  /** The request whose end is not known. */
  readonly sendingId: string | null;
  readonly batchId: string | null;
  /** The time as text, with all its digits. */
  readonly dueAt: string | null;
  readonly waits: 'throttled' | 'orders' | 'resend_window' | null;
  readonly lookedAt: string | null;
  readonly there: boolean | null;
  readonly refusedText: string | null;
  readonly refusedWish: string | null;
  readonly refusedAt: string | null;
  readonly understatedUntil: string | null;
  readonly heldPrice: number | null;
  readonly confirmedPrice: number | null;
  readonly recent: readonly Sent[] | null;
}

/** A listing with the state of its offer. */
export type OfferRow = ListingRow & OfferState;

/** A listing as it is shown: also how it stands that was sent to be approved. */
export interface ShownListing extends ListingRow, OfferState {
  /** The marketplace's last word on the approval; null: it was not asked to list the item, or has not answered. */
  readonly approval: 'pending_approval' | 'rejected' | 'approved' | 'missing' | null;
  /** True while it is under way to the marketplace. */
  readonly isSubmitted: boolean | null;
  readonly rejectReasons: readonly string[] | null;
}

/** Reads the numbers that the marketplace was told last. Before it is told any, these are the numbers that it showed. */
export const toldOf = ({ toldAt, toldStock, toldPrice, toldListPrice, mirror }: OfferRow): Known =>
  toldAt === null
    ? { stock: mirror?.stock ?? null, price: mirror?.price ?? null, listPrice: mirror?.listPrice ?? null }
    : { stock: toldStock, price: toldPrice, listPrice: toldListPrice };
