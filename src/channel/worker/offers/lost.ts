import type { Transaction } from '../../../kernel/database/queryable';
import { inTime } from '../../job/in-time';
import type { OfferRow } from '../../offer/row';
import { offersByListing, offersOfSendings } from '../../offer/store';
import { sentBarcode, takenBarcodes } from '../../push/barcode';
import { bookSeen, itemOf, lookFor } from '../../push/look';
import { type LostSending, lookOnceMore, lostSendings, settleSendings } from '../../push/sending-store';
import type { Pushing } from './pushing';

/** Looks for what was asked for and not answered, and for what batches say nothing of. */
export async function settleLost(pushing: Pushing): Promise<void> {
  const { storeId, reader: db } = pushing;
  const writer = pushing.dependencies.database.writer(storeId);
  const lost = await inTime(lostSendings(writer, storeId, pushing.job.extension, 'offers'));
  if (lost.length === 0) return;
  const again = [...new Set(lost.flatMap(({ lookedIds }) => lookedIds ?? []))];
  const ids = new Set(lost.map(({ id }) => id));
  const rows = await inTime(offersOfSendings(db, storeId, [...ids]));
  const before = again.length > 0 ? await inTime(offersByListing(db, storeId, again)) : [];
  const isUnderWay = ({ sendingId }: OfferRow): boolean => sendingId !== null && !ids.has(sendingId);
  const still = before.filter((row) => row.sendingId === null);
  const later = new Set(before.filter(isUnderWay).map(({ id }) => id));
  await lookAt(pushing, [...rows, ...still], (tx) => settle(pushing, tx, lost, rows, later));
}

/**
 * Books a look for lost requests. One that was never answered may still arrive, so a first look at it settles nothing: its listings are
 * looked at once more.
 * @param later listings that another request has told of meanwhile: they are looked at when its end is known
 */
function settle(
  pushing: Pushing,
  tx: Transaction,
  lost: readonly LostSending[],
  rows: readonly OfferRow[],
  later: ReadonlySet<string>,
): void {
  const settled: string[] = [];
  for (const { id, isUnanswered, lookedIds } of lost) {
    const firstIds = () => rows.filter(({ sendingId }) => sendingId === id).map((row) => row.id);
    const leftIds = lookedIds ? lookedIds.filter((each) => later.has(each)) : isUnanswered ? firstIds() : [];
    if (leftIds.length > 0) lookOnceMore(tx, pushing.storeId, id, leftIds);
    else settled.push(id);
  }
  settleSendings(tx, pushing.storeId, settled);
}

export async function lookAt(
  pushing: Pushing,
  rows: readonly OfferRow[],
  besides: (tx: Transaction) => void = () => {},
): Promise<void> {
  const inUse = await inTime(takenBarcodes(pushing.reader, pushing.storeId, rows));
  const barcodeOf = (row: OfferRow) => (row.sendingId ? row.toldBarcode : sentBarcode(row, inUse)) ?? '';
  const items = new Map(rows.map((row) => [barcodeOf(row), itemOf(row, barcodeOf(row))]));
  items.delete('');
  const found = await lookFor(
    pushing.channel.adapter,
    [...items.values()],
    pushing.limits.offersAsked,
    pushing.options,
  );
  await pushing.book(async (tx) => {
    const seen = rows.map((row) => ({ row, offer: found.get(barcodeOf(row)) }));
    bookSeen(tx, pushing.storeId, pushing.job.extension, seen);
    besides(tx);
    return {};
  });
}
