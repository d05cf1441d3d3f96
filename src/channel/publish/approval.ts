import type { Transaction } from '../../kernel/database/database';
import type { ListingLimits, UnapprovedListing } from '../../provider/channel/listing';
import { ProviderAnswerInvalid } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { storable } from '../../provider/text';
import type { StepOptions } from '../job/steps';
import type { OfferRow } from '../offer/row';
import { bookSeen, lookFor, type Seen } from '../push/look';
import { type Approval, bookApprovals } from './store';

/** More pages of items that wait for approval nobody has. */
const PAGES_MAX = 200;

type Adapter = Pick<ChannelAdapter, 'offers' | 'unapproved'>;
type Options = Pick<StepOptions, 'signal' | 'onAnswer'>;

/** What a marketplace shows of listings that it was asked for: those on sale, and those that it has not approved. */
export interface Approvals {
  readonly found: number;
  book(tx: Transaction, storeId: string, extension: string): void;
}

/** Looks whether listings that were sent are approved by now. */
export async function lookAtApprovals(
  adapter: Adapter,
  rows: readonly OfferRow[],
  limits: Pick<ListingLimits, 'offersAsked'>,
  options: Options,
): Promise<Approvals> {
  const barcodes = rows.flatMap(({ barcode }) => barcode ?? []);
  const offers = await lookFor(adapter, barcodes, limits.offersAsked, options);
  const left = new Set(barcodes.filter((barcode) => !offers.has(barcode)));
  const unapproved = left.size > 0 ? await unapprovedAmong(adapter, left, options) : new Map<string, UnapprovedListing>();
  const seen = rows.flatMap((row): Seen[] => {
    const offer = offers.get(row.barcode ?? '');
    return offer ? [{ row, offer }] : [];
  });
  const approvals = rows.map((row): Approval => {
    const offer = offers.get(row.barcode ?? '');
    const waiting = unapproved.get(row.barcode ?? '');
    return {
      listingId: row.id,
      approval: offer ? null : (waiting?.state ?? row.approval),
      remoteProductId: offer?.productId ?? null,
      reason: waiting?.state === 'rejected' ? storable(waiting.reasons.join(' ') || 'The marketplace says no reason.') : null,
    };
  });
  return {
    found: offers.size + unapproved.size,
    book(tx, storeId, extension) {
      bookSeen(tx, storeId, extension, seen);
      bookApprovals(tx, storeId, approvals);
    },
  };
}

async function unapprovedAmong(
  adapter: Pick<ChannelAdapter, 'unapproved'>,
  wanted: ReadonlySet<string>,
  { signal, onAnswer }: Options,
): Promise<Map<string, UnapprovedListing>> {
  const found = new Map<string, UnapprovedListing>();
  const cursors = new Set<string | null>();
  let cursor: string | null = null;
  do {
    if (cursors.has(cursor) || cursors.size > PAGES_MAX)
      throw new ProviderAnswerInvalid('The list of unapproved items has no end.');
    cursors.add(cursor);
    const page = await adapter.unapproved(cursor, signal);
    onAnswer();
    for (const row of page.rows) if (wanted.has(row.barcode)) found.set(row.barcode, row);
    cursor = page.next;
  } while (cursor !== null && found.size < wanted.size);
  return found;
}
