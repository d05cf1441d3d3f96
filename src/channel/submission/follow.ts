import type { RemoteOffer, UnapprovedListing } from '../../provider/channel/listing';
import { ProviderAnswerInvalid } from '../../provider/error';
import { storable } from '../../provider/text';
import { inTime } from '../job/in-time';
import type { ItemError } from '../job/table';
import { allOffers } from '../offer/store';
import { bookSeen, lookFor } from '../push/look';
import { bookPoll, lostSendings, openSendings, type Sending, settleSendings } from '../push/sending-store';
import { type Ground, itemError } from './ground';
import type { PushedItem } from './item';
import { itemsOfSendings, itemsToLookAt, judge, type Verdict } from './store';

/** An item that is in neither list after so many looks was not taken. */
const MISSING_LOOKS_MAX = 5;
/** Items whose approval is looked at at once. */
const LOOKED_AT_MAX = 2_000;
const UNAPPROVED_PAGES_MAX = 100;

interface ShownListings {
  readonly unapproved: ReadonlyMap<string, UnapprovedListing>;
  readonly offers: ReadonlyMap<string, RemoteOffer>;
}

interface Judged {
  readonly item: PushedItem;
  readonly verdict: Omit<Verdict, 'listingId'>;
  readonly offer?: RemoteOffer | undefined;
}

const barcodeOf = ({ submission, barcode }: PushedItem): string => submission.sentBarcode ?? barcode ?? '';

/** An item of which nothing else is known there yet. */
const byBarcode = (barcode: string) => ({ barcode, variantId: null });

/** Looks for requests that were not answered, and for items of which batches say nothing. @returns the number of the items */
export async function readBackLost(ground: Ground): Promise<number> {
  const { storeId, reader, ext } = ground;
  const lost = (await inTime(lostSendings(ground.books, storeId, ext, 'listings', true))).map(({ id }) => id);
  if (lost.length === 0) return 0;
  const items = await inTime(itemsOfSendings(reader, storeId, lost));
  const found = await look(ground, items);
  await note(
    ground,
    items.map((item) => judgedOfLost(ground, item, found)),
    lost,
  );
  return items.length;
}

/** Looks at batches that are due. @returns their number */
export async function pollBatches(ground: Ground): Promise<number> {
  const open = await inTime(openSendings(ground.reader, ground.storeId, ground.ext, 'listings'));
  for (const sending of open) {
    ground.options.signal.throwIfAborted();
    await pollOne(ground, sending);
  }
  return open.length;
}

async function pollOne(ground: Ground, sending: Sending): Promise<void> {
  const { storeId, reader, channel, options, limits } = ground;
  const batch = await channel.adapter.batch(sending.batchId as string, options.signal);
  options.onAnswer();
  const items = await inTime(itemsOfSendings(reader, storeId, [sending.id]));
  const results = new Map(batch?.items.map((result) => [result.barcode, result]) ?? []);
  const outcomeOf = (item: PushedItem) => results.get(barcodeOf(item))?.outcome ?? 'open';
  const failed = items.filter((item) => outcomeOf(item) === 'failed');
  // One that is approved already cannot be listed: the marketplace says that it has failed.
  const offers = await lookFor(channel.adapter, failed.map(barcodeOf).map(byBarcode), limits.offersAsked, options);
  const judged = items.flatMap((item): Judged[] => {
    const result = results.get(barcodeOf(item));
    if (result?.outcome === 'done')
      return [{ item, verdict: { stage: 'sent', state: 'pending_approval', reasons: [] } }];
    if (result?.outcome !== 'failed') return [];
    const offer = offers.get(barcodeOf(item));
    return [offer ? approved(item, offer) : rejected(item, result.reasons)];
  });
  const isLost = batch === null || (!batch.isOpen && judged.length < items.length);
  await note(ground, judged, [], (tx) =>
    bookPoll(tx, storeId, sending, isLost ? 'lost' : batch.isOpen ? 'open' : 'done'),
  );
}

/** Looks at items that wait for approval, those that are due. @returns their number */
export async function lookAtPending(ground: Ground): Promise<number> {
  const items = await inTime(itemsToLookAt(ground.reader, ground.storeId, ground.ext, LOOKED_AT_MAX));
  if (items.length === 0) return 0;
  const found = await look(ground, items);
  await note(
    ground,
    items.map((item) => judgedOf(item, found)),
  );
  return items.length;
}

/** Looks for items that wait for approval, and among the approved ones for the rest. */
async function look(ground: Ground, items: readonly PushedItem[]): Promise<ShownListings> {
  const { channel, limits, options } = ground;
  const barcodes = new Set(items.map(barcodeOf));
  const unapproved = await unapprovedAmong(ground, barcodes);
  const others = [...barcodes].filter((barcode) => !unapproved.has(barcode));
  return { unapproved, offers: await lookFor(channel.adapter, others.map(byBarcode), limits.offersAsked, options) };
}

/** @throws {ProviderAnswerInvalid} when the pages have no end */
async function unapprovedAmong(
  { channel, options }: Ground,
  barcodes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, UnapprovedListing>> {
  const found = new Map<string, UnapprovedListing>();
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    options.signal.throwIfAborted();
    const page: Awaited<ReturnType<typeof channel.adapter.unapproved>> = await channel.adapter.unapproved(
      cursor,
      options.signal,
    );
    options.onAnswer();
    for (const row of page.rows) if (barcodes.has(row.barcode)) found.set(row.barcode, row);
    cursor = page.next;
    if (cursor === null || found.size === barcodes.size) return found;
    if (cursors.has(cursor) || cursors.size >= UNAPPROVED_PAGES_MAX)
      throw new ProviderAnswerInvalid('The list of items that are not approved has no end.');
    cursors.add(cursor);
  }
}

const approved = (item: PushedItem, offer: RemoteOffer): Judged => ({
  item,
  offer,
  verdict: { stage: 'ended', state: 'approved', reasons: [] },
});

const rejected = (item: PushedItem, reasons: readonly string[]): Judged => ({
  item,
  verdict: {
    stage: 'ended',
    state: 'rejected',
    reasons: reasons.length > 0 ? reasons.map((reason) => storable(reason)) : ['The marketplace gives no reason.'],
  },
});

function judgedOf(item: PushedItem, { unapproved, offers }: ShownListings): Judged {
  const offer = offers.get(barcodeOf(item));
  if (offer) return approved(item, offer);
  const row = unapproved.get(barcodeOf(item));
  if (row?.state === 'rejected') return rejected(item, row.reasons);
  const isGone = !row && (item.submission.looks ?? 0) >= MISSING_LOOKS_MAX;
  return isGone ? notTaken(item) : { item, verdict: { stage: 'sent', state: 'pending_approval', reasons: [] } };
}

const notTaken = (item: PushedItem): Judged => ({
  item,
  verdict: { stage: 'ended', state: 'missing', reasons: ['The marketplace does not show it: push it again.'] },
});

/**
 * An item stands there because of the lost request, if it stood there otherwise before. Any other is sent again: what is sent once more takes
 * the place of what is there.
 */
function judgedOfLost(ground: Ground, item: PushedItem, found: ShownListings): Judged {
  const { state: before, jobId } = item.submission;
  const judged = judgedOf({ ...item, submission: { ...item.submission, looks: MISSING_LOOKS_MAX } }, found);
  const isProven = judged.verdict.state !== 'missing' && judged.verdict.state !== before;
  if (isProven || ground.job.input.listingMode !== 'send' || jobId !== ground.job.id) return judged;
  return { item, verdict: { stage: 'todo', state: 'missing', reasons: [] } };
}

/** Writes the findings about items: their state, their side of the marketplace, and the result of the job. */
async function note(
  ground: Ground,
  judged: readonly Judged[],
  settled: readonly string[] = [],
  besides: (tx: Parameters<Parameters<Ground['book']>[0]>[0]) => void = () => {},
): Promise<void> {
  const { storeId, ext, reader } = ground;
  const seen = judged.flatMap(({ item, offer }) => (offer ? [[item.id, offer] as const] : []));
  const offers = new Map(seen);
  const listingIds = [...offers.keys()];
  const rows =
    listingIds.length > 0
      ? await inTime(allOffers(reader, storeId, ext, { after: '', listingIds }, listingIds.length))
      : [];
  await ground.book(async (tx, { progress }) => {
    const verdicts = judged.map(({ item, verdict }) => ({ listingId: item.id, ...verdict }));
    const ended = new Set(
      (await judge(tx, storeId, verdicts)).flatMap(({ listingId, jobId }) => (ground.isOwn(jobId) ? [listingId] : [])),
    );
    if (rows.length > 0)
      bookSeen(
        tx,
        storeId,
        ext,
        rows.map((row) => ({ row, offer: offers.get(row.id) })),
      );
    if (settled.length > 0) settleSendings(tx, storeId, settled);
    besides(tx);
    const own = judged.filter(({ item }) => ended.has(item.id));
    const approvals = own.filter(({ verdict }) => verdict.state === 'approved').length;
    return {
      items: own.length,
      errors: own.flatMap(errorOf),
      progress: { approved: progress.approved + approvals },
    };
  });
}

function errorOf({ item, verdict: { state, reasons } }: Judged): ItemError[] {
  if (state === 'approved') return [];
  const code = state === 'missing' ? 'listing_not_taken' : 'listing_rejected';
  return [itemError(item, code, reasons.join(' '))];
}
