import type { ListingRow } from '../listing/aggregate';

/** States of an item that the marketplace was asked to list. */
export type SubmissionState = 'pending_approval' | 'rejected' | 'approved' | 'missing';

/** The state of an item that was, or is to be, sent to be listed. */
export interface Submission {
  /** todo: it is to be sent. sent: its end is not known. ended: it is. */
  readonly stage: 'todo' | 'sent' | 'ended' | null;
  /** The marketplace's last word on the submission; null: it has said none. */
  readonly state: SubmissionState | null;
  readonly reasons: readonly string[] | null;
  /** The request whose end is not known. */
  readonly sendingId: string | null;
  readonly sentBarcode: string | null;
  readonly jobId: string | null;
  readonly looks: number | null;
}

/** A listing with all that a marketplace is told of it. */
export interface PushedItem extends ListingRow {
  readonly productTitle: string;
  readonly description: string | null;
  readonly vatRate: number;
  readonly sku: string | null;
  readonly mediaIds: readonly string[];
  /** False: the marketplace was asked, and has no such item. */
  readonly there: boolean | null;
  readonly submission: Submission;
}

/** True of an item that the marketplace has approved, as far as it was seen. */
export const isListed = ({ mirror, there, problem }: Pick<PushedItem, 'mirror' | 'there' | 'problem'>): boolean =>
  mirror !== null && there !== false && problem !== 'mapped_elsewhere';
