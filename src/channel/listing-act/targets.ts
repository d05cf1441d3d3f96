import { channelOf } from '../../extension/provider/providers';
import type { Transaction } from '../../kernel/database/queryable';
import { Faults } from '../../kernel/errors';
import type { ListingAct } from '../../provider/channel/listing-act';
import type { OfferRow } from '../offer/row';
import { allOffers } from '../offer/store';
import { sentBarcode, takenBarcodes } from '../push/barcode';
import { itemOf } from '../push/look';
import type { Target } from './declaration';

interface TargetedListings {
  readonly ext: string;
  readonly act: ListingAct;
  readonly listingIds: readonly string[];
  readonly now: Date;
}

/**
 * Finds listings that are to be acted upon, by the barcodes under which the marketplace knows them.
 * @throws {Refusal} listing_unknown, invalid_request, invalid_state
 */
export async function targetsOf(
  tx: Transaction,
  storeId: string,
  { ext, act, listingIds, now }: TargetedListings,
): Promise<Target[]> {
  const found = await allOffers(tx, storeId, ext, { after: '', listingIds }, listingIds.length);
  const rows = new Map(found.map((row) => [row.id, row]));
  const inUse = await takenBarcodes(tx, storeId, found);
  const faults = new Faults();
  const taken = new Set<string>();
  const targets = listingIds.flatMap((listingId, at): Target[] => {
    const pointer = `/listings/${at}`;
    const row = rows.get(listingId);
    const barcode = row ? sentBarcode(row, inUse) : null;
    if (!row) faults.add('listing_unknown', pointer, 'names no listing of this marketplace');
    else if (barcode === null) faults.add('invalid_state', pointer, 'has no barcode by which the marketplace knows it');
    else if (taken.has(barcode))
      faults.add('invalid_request', pointer, 'names an item that stands earlier in the list');
    else {
      taken.add(barcode);
      if (act === 'delete') assertDeletable(row, { ext, now, pointer, faults });
      return [{ listingId, barcode, variantId: itemOf(row, barcode).variantId ?? null }];
    }
    return [];
  });
  faults.refuse();
  return targets;
}

/** A marketplace deletes an approved item only when it was archived for a while. What is not known here it says itself. */
function assertDeletable(
  { mirror, mirroredAt }: OfferRow,
  { ext, now, pointer, faults }: { ext: string; now: Date; pointer: string; faults: Faults },
): void {
  const afterMs = channelOf(ext).offerLimits?.archivedBeforeDeleteMs ?? 0;
  if (mirror === null || mirror.status === 'blacklisted') return;
  const isWithin = (time: string | null | undefined): time is string =>
    time != null && now.getTime() - Date.parse(time) < afterMs;
  if (mirror.status === 'archived') {
    if (!isWithin(mirror.archivedAt)) return;
    const deletableFrom = new Date(Date.parse(mirror.archivedAt) + afterMs).toISOString();
    const message = `was archived too short a time ago: it may be deleted from ${deletableFrom}`;
    faults.add('invalid_state', pointer, message, { state: mirror.status, deletableFrom });
  } else if (isWithin(mirroredAt)) {
    const message = 'is not archived: a marketplace deletes what was archived for a while';
    faults.add('invalid_state', pointer, message, { state: mirror.status });
  }
}
