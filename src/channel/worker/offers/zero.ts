import { holdIfInstalled } from '../../../extension/store';
import type { Transaction } from '../../../kernel/database/queryable';
import { ProviderBusy } from '../../../provider/error';
import { storable } from '../../../provider/text';
import disconnect from '../../channel.disconnect';
import { channelJob } from '../../contract/job';
import { book } from '../../job/book';
import { inTime } from '../../job/in-time';
import type { JobReason } from '../../job/reasons';
import { isPushing } from '../../job/store';
import type { ItemError } from '../../job/table';
import { markDue } from '../../offer/due-store';
import type { OfferRow } from '../../offer/row';
import { allOffers } from '../../offer/store';
import { barcodesThere, sentBarcode, takenBarcodes } from '../../push/barcode';
import type { WritePush } from '../../push/booked';
import { offersPush } from '../../push/declaration';
import { bookSeen, itemOf, lookFor } from '../../push/look';
import { forgetSendings } from '../../push/sending-store';
import { awaitedMs, awaitingApproval, forgetWatch, isToldSince } from '../../push/zero-store';
import type { Manner } from './push';
import type { Pushing } from './pushing';

/** Most listings of one look, which are written together. */
const PAGE = 250;
/** Most looks at all listings. Those that still show stock after the first look are told 0 once more. */
const LOOKS_MAX = 2;
const WAIT_MS = { min: 500, max: 15_000 };

/** A listing that is not off sale. It shows stock, or will after its approval, or has no barcode by which the marketplace could be told. */
interface UnsoldListing {
  readonly row: OfferRow;
  readonly barcode: string | null;
  /** The shown stock; null: the listing is not on sale yet, and will be once the marketplace approves it. */
  readonly stock: number | null;
}

/**
 * Takes every listing off sale at a marketplace. All listings are due when it begins, and each is told a stock of 0 (see push.ts). An idle
 * push waits for the marketplace's own work, and then looks back page by page:
 *
 * - No listing shows stock: the extension is disabled, and the job succeeds.
 * - Listings show stock after the first look: they are told 0 once more, and a second look follows.
 * - Listings show stock after the second look: the job fails with them. The next push tells the stock of the store again.
 * - Another push has told stock meanwhile: all listings are due again.
 */
export const zeroing: Manner = {
  zeroes: true,

  begin(pushing) {
    const { storeId } = pushing;
    const { extension } = pushing.job;
    return pushing.book(async (tx) => {
      // The next push has to look at all listings, since it tells the store's stock again.
      forgetWatch(tx, storeId, extension);
      markDue(tx, storeId, extension, null);
      forgetSendings(tx, storeId, extension);
      return { progress: { begun: true } };
    });
  },

  /** Takes no news of the store. It waits until no other push is at work. */
  async takeNews({ reader, storeId, job }) {
    if (await inTime(isPushing(reader, storeId, job.extension)))
      throw new ProviderBusy('A push that began before is at work still.', 1_000);
  },

  async rest(pushing) {
    const { reader, storeId, job } = pushing;
    const { after, looks = 0 } = job.progress;
    const isFirst = after === '' && looks === 0;
    const waitMs = await inTime(awaitedMs(reader, storeId, job.extension, isFirst));
    if (waitMs !== null)
      throw new ProviderBusy(
        'The marketplace works through what it was told.',
        Math.min(WAIT_MS.max, Math.max(WAIT_MS.min, waitMs)),
      );
    if ((await lookBack(pushing)) === 'clean') await disable(pushing);
  },
};

/**
 * Looks back at a page of listings. A listing that still shows stock is due once more.
 * @returns clean: it was the last page, and no listing shows stock
 */
async function lookBack(pushing: Pushing): Promise<'clean' | 'going on'> {
  const { storeId, reader: db, job } = pushing;
  const { extension: ext } = job;
  const { after } = job.progress;
  const rows = await inTime(allOffers(db, storeId, ext, { after, listingIds: null }, PAGE));
  const inUse = await inTime(takenBarcodes(db, storeId, rows));
  const pending = await inTime(
    awaitingApproval(
      db,
      storeId,
      rows.map(({ id }) => id),
    ),
  );
  const coded = rows.flatMap((row) => {
    const submitted = pending.get(row.id) ?? null;
    const barcodes = [...new Set([...barcodesThere(row, inUse), ...(submitted === null ? [] : [submitted])])];
    return barcodes.length === 0 ? [] : [{ row, barcodes }];
  });
  const items = coded.flatMap(({ row, barcodes }) => barcodes.map((barcode) => itemOf(row, barcode)));
  const found = await lookFor(pushing.channel.adapter, items, pushing.limits.offersAsked, pushing.options);
  const seen = coded.map(({ row, barcodes }) => {
    const offers = barcodes.flatMap((barcode) => found.get(barcode) ?? []);
    // An offer that shows stock goes first: it is told 0 next.
    const offer = offers.find(({ stock }) => stock > 0) ?? offers[0];
    return { row, barcode: offer?.barcode ?? (barcodes[0] as string), offer };
  });
  const shown = seen.flatMap(({ row, barcode, offer }): UnsoldListing[] =>
    offer && offer.stock > 0 ? [{ row, barcode, stock: offer.stock }] : [],
  );
  const unseen = seen.flatMap(({ row, barcode, offer }): UnsoldListing[] =>
    !offer && pending.has(row.id) ? [{ row, barcode, stock: null }] : [],
  );
  const left = [...shown, ...unseen, ...rows.flatMap((row) => untellable(row, inUse))];
  let isClean = false;
  await pushing.book(async (tx, { progress }) => {
    if (progress.after !== after) return undefined;
    bookSeen(tx, storeId, ext, seen);
    const { looks = 0 } = progress;
    const isOver = looks >= LOOKS_MAX - 1;
    const differing = progress.differing + left.length;
    const told = { items: isOver ? rows.length : 0, errors: isOver ? left.map(errorOf) : [] };
    if (rows.length === PAGE) return { ...told, progress: { after: rows.at(-1)?.id ?? after, differing } };
    isClean = differing === 0;
    if (isClean) return { ...told, progress: { after: '', differing } };
    if (isOver) return { ...told, exhausted: true, progress: { differing } };
    return { ...told, progress: { after: '', differing: 0, looks: looks + 1 } };
  });
  return isClean ? 'clean' : 'going on';
}

/** Disables the extension, unless the marketplace was told stock since this job began: then all listings are due again. */
async function disable(pushing: Pushing): Promise<void> {
  const { storeId } = pushing;
  const { bus } = pushing.dependencies;
  const { extension, id: jobId } = pushing.job;
  const end: WritePush = async (tx, { startedAt, createdBy }) => {
    const isSent = await isToldSince(tx, storeId, extension, startedAt);
    if (isSent) markDue(tx, storeId, extension, null);
    else
      await bus.issue(tx, disconnect, {
        storeId,
        workflowId: channelJob.workflowId(jobId),
        step: 'disconnect',
        payload: { extension, jobId },
        cause: { jobId, startedBy: createdBy },
      });
    return { exhausted: !isSent };
  };
  // The extension is locked before its jobs, in the same order as by the command that disables it.
  const hold = (tx: Transaction) => holdIfInstalled(tx, storeId, extension);
  pushing.job = await book(offersPush, pushing.dependencies, storeId, jobId, end, hold);
}

/**
 * Tells whether a listing shows stock but has no barcode by which the marketplace could be told. A listing whose variant is another
 * listing's by now is told by that one.
 */
function untellable(row: OfferRow, inUse: ReadonlySet<string>): UnsoldListing[] {
  const stock = row.mirror?.stock ?? 0;
  const isElsewhere = row.problem === 'mapped_elsewhere' || (row.toldBarcode !== null && inUse.has(row.toldBarcode));
  return stock > 0 && row.there !== false && !isElsewhere && sentBarcode(row, inUse) === null
    ? [{ row, barcode: null, stock }]
    : [];
}

const LEFT: JobReason = 'stock_left';

const errorOf = ({ row, barcode, stock }: UnsoldListing): ItemError => {
  const told = { remoteId: row.id, barcode: barcode ?? row.barcode, title: row.title, code: LEFT };
  if (stock === null)
    return { ...told, message: 'It waits for the approval of the marketplace, which puts it on sale.' };
  const status = row.mirror?.status ?? 'unknown';
  const why = barcode === null ? 'it has no barcode' : (row.refusedText ?? row.lastError ?? `it is ${status} there`);
  return { ...told, message: storable(`The marketplace shows ${stock} pieces: ${why}`) };
};

/** Tells why a job failed although it took off sale all that it could; undefined: no listing is left on sale. */
export const flawOfZero = ({ differing }: { readonly differing: number }) =>
  differing > 0
    ? {
        code: 'zero_incomplete' satisfies JobReason,
        message: `${differing} listings still show stock at the marketplace, or wait for its approval, so the extension stays enabled.`,
      }
    : undefined;
