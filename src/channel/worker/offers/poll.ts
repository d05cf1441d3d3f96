import type { Transaction } from '../../../kernel/database/queryable';
import type { RemoteBatch } from '../../../provider/channel/listing';
import { storable } from '../../../provider/text';
import { inTime } from '../../job/in-time';
import type { ItemError } from '../../job/table';
import { nameOfWish } from '../../offer/difference';
import type { OfferRow } from '../../offer/row';
import { offersOfSendings } from '../../offer/store';
import { confirmOffers, type Untold, understate, untellOffers } from '../../offer/telling-store';
import { presentWish, remembered } from '../../push/decide';
import { itemOf } from '../../push/look';
import { bookPoll, openSendings, type Sending } from '../../push/sending-store';
import { itemError, type Pushing } from './pushing';

/** Looks at batches that are due. @returns their number */
export async function poll(pushing: Pushing): Promise<number> {
  const open = await inTime(openSendings(pushing.reader, pushing.storeId, pushing.job.extension, 'offers'));
  for (const sending of open) {
    pushing.options.signal.throwIfAborted();
    await pollOne(pushing, sending);
  }
  return open.length;
}

async function pollOne(pushing: Pushing, sending: Sending): Promise<void> {
  const { storeId } = pushing;
  const batch = await pushing.channel.adapter.batch(sending.batchId as string, pushing.options.signal);
  pushing.options.onAnswer();
  const isTelling = batch && (!batch.isOpen || batch.items.some(({ outcome }) => outcome === 'failed'));
  const told = isTelling ? await inTime(offersOfSendings(pushing.reader, storeId, [sending.id])) : [];
  const { done, failed } = outcomesOf(batch, told);
  const rows = told.filter(({ toldBarcode }) => failed.has(toldBarcode ?? ''));
  const isSaid = new Set([...done, ...failed.keys()]);
  const left = batch?.isOpen === false ? told.filter(({ toldBarcode }) => !isSaid.has(toldBarcode ?? '')) : [];
  await pushing.book(async (tx) => {
    confirmOffers(tx, storeId, sending.id, done);
    const errors = bookFailed(pushing, tx, sending.id, rows, failed);
    const isLost = batch === null || left.length > 0;
    bookPoll(tx, storeId, sending, isLost ? 'lost' : batch.isOpen ? 'open' : 'done');
    return { errors };
  });
}

/**
 * An item that was sent with the same content shortly before is refused for that alone: it is told one piece less until the marketplace
 * takes the right number, since too few are safe. Any other waits until it should show something else, or may be sent again.
 */
function bookFailed(
  pushing: Pushing,
  tx: Transaction,
  sendingId: string,
  rows: readonly OfferRow[],
  failed: ReadonlyMap<string, readonly string[]>,
): ItemError[] {
  const { storeId } = pushing;
  const { sameContentMs, stock: stockMax } = pushing.limits;
  const now = Date.now();
  const understated: { listingId: string; untilMs: number }[] = [];
  const errors: ItemError[] = [];
  const untold = rows.map((row): Untold => {
    const text = storable(failed.get(row.toldBarcode ?? '')?.join(' ') || 'The marketplace has not done it.');
    const recent = remembered(row, sameContentMs, now);
    const last = recent.at(-1);
    const earlier = last && recent.slice(0, -1).find(({ content }) => content === last.content);
    const wish = presentWish(row, { terms: pushing.terms, stockMax, now });
    const isRepeated = earlier !== undefined && (row.toldStock ?? 0) > 0;
    if (isRepeated) understated.push({ listingId: row.id, untilMs: earlier.at + sameContentMs });
    else errors.push(itemError(row, text));
    const isWished = (wish.stock ?? row.toldStock) === row.toldStock && (wish.price ?? row.toldPrice) === row.toldPrice;
    return {
      listingId: row.id,
      toldAt: row.toldAt,
      stock: null,
      price: null,
      listPrice: null,
      refusedText: isRepeated ? null : text,
      refusedWish: isWished && !isRepeated ? nameOfWish(wish) : null,
      waits: null,
      nextMs: 0,
    };
  });
  untellOffers(tx, storeId, sendingId, untold);
  if (understated.length > 0) understate(tx, storeId, understated);
  return errors;
}

interface Outcomes {
  /** The barcodes that the marketplace has taken. */
  readonly done: readonly string[];
  /** The reasons of refusal by barcode. */
  readonly failed: ReadonlyMap<string, readonly string[]>;
}

/** Reads what became of the items of a batch. @param told the listings that were sent with it */
function outcomesOf(batch: RemoteBatch | null, told: readonly OfferRow[]): Outcomes {
  const items = batch?.items ?? [];
  const failed = new Map(
    items.filter(({ outcome }) => outcome === 'failed').map(({ barcode, reasons }) => [barcode, reasons]),
  );
  const done = items.filter(({ outcome }) => outcome === 'done').map(({ barcode }) => barcode);
  if (!batch?.failedVariants || batch.isOpen) return { done, failed };
  const reasonsOf = new Map(batch.failedVariants.map(({ variantId, reasons }) => [variantId, reasons]));
  for (const row of told) {
    const { barcode, variantId } = itemOf(row, row.toldBarcode ?? '');
    const reasons = reasonsOf.get(variantId ?? barcode);
    if (reasons) failed.set(barcode, reasons);
    else done.push(barcode);
  }
  return { done, failed };
}
