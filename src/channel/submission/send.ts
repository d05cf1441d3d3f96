import { newId } from '../../kernel/ids';
import { type ListingLimits, refusesItems, type SentListing } from '../../provider/channel/listing';
import { ProviderRefused, ProviderThrottled } from '../../provider/error';
import { storable } from '../../provider/text';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import { termsOf } from '../offer/terms';
import type { Terms } from '../offer/wish';
import { bookBatch, bookSending, forgetSending, sentDigests } from '../push/sending-store';
import { faultsOf, sentPictures } from './check';
import { fitting, listingOf, unrepeated } from './compose';
import { type Gathered, gather } from './gather';
import { faultError, type Ground, itemError } from './ground';
import type { PushedItem } from './item';
import { picturesOf } from './pictures';
import { bookSubmissionBatch, giveUp, itemsToSend, tellSubmissions, untellSubmissions } from './store';

/** Items that are read, and sent, at once: descriptions are long. */
const READ_MAX = 100;

/** An item, and its data for the marketplace. */
interface Ready {
  readonly item: PushedItem;
  readonly listing: SentListing;
}

/** Sends some of what a job is to send. @returns false when nothing is left, or the rest waits until it may be sent again */
export async function sendSome(ground: Ground): Promise<boolean> {
  const { storeId, reader: db, ext, dependencies, limits, terms, job } = ground;
  const items = await inTime(itemsToSend(db, storeId, job.id, READ_MAX));
  if (items.length === 0) return false;
  const { settings } = dependencies.services;
  const gathered = await inTime(gather({ db, settings, storeId, ext, limits, terms }, items));
  // Since it was checked somebody may have changed it.
  const good: PushedItem[] = [];
  for (const item of items) {
    const faults = faultsOf(item, gathered);
    if (faults.length === 0) good.push(item);
    else await leaveOut(ground, item, faultError(item, faults));
  }
  const ready = await madeReady(ground, good, gathered);
  return ready.length === 0 ? good.length > 0 || items.length > good.length : sendRequest(ground, ready, gathered);
}

/** Makes as many items ready as the time of this step is enough for. */
async function madeReady(
  ground: Ground,
  items: readonly PushedItem[],
  { reached, pictures }: Gathered,
): Promise<readonly Ready[]> {
  const { limits, terms } = ground;
  const drawn = new Map(pictures);
  const ready: Ready[] = [];
  for (const item of items) {
    const pictured = await picturesOf(ground, item, { reached: reached ?? '', drawn });
    // A drawn picture is kept: the next step goes on behind it, so that requests are few.
    if (pictured === 'later') return [];
    if ('failure' in pictured) await leaveOut(ground, item, itemError(item, 'picture_missing', pictured.failure));
    else ready.push({ item, listing: listingOf(item, { terms, limits, pictures: pictured.urls }) });
  }
  return ready;
}

/** A request that is written, and is to be sent. */
interface Request {
  readonly id: string;
  readonly items: readonly SentListing[];
  readonly taken: readonly Ready[];
}

async function sendRequest(ground: Ground, ready: readonly Ready[], gathered: Gathered): Promise<boolean> {
  const { limits } = ground;
  const told = await tell(ground, ready, gathered);
  if (told === undefined) return true;
  if ('repeated' in told) return sentBefore(ground, told.repeated);
  const { id, items, taken } = told;
  try {
    const batchId = await ground.channel.adapter.sendListings(items, ground.options.signal);
    ground.options.onAnswer();
    await ground.book(async (tx, { progress }) => {
      await bookBatch(tx, ground.storeId, id, batchId);
      bookSubmissionBatch(tx, ground.storeId, id, batchId);
      return { progress: { sent: progress.sent + taken.length } };
    });
    ground.most = Math.min(limits.items, ground.most * 2);
  } catch (error) {
    await notTaken(ground, id, taken, error);
  }
  return true;
}

/**
 * Composes a request of what is ready and writes it, in one transaction. Pictures took their time, so all but them is read once more.
 * @returns undefined where nothing of it stands as it was checked: the next look checks it again
 */
async function tell(
  ground: Ground,
  ready: readonly Ready[],
  gathered: Gathered,
): Promise<Request | { readonly repeated: Ready } | undefined> {
  const { storeId, ext, limits, job } = ground;
  const { sameContentMs } = limits;
  let told: Request | { readonly repeated: Ready } | undefined;
  await ground.book(async (tx) => {
    told = undefined;
    const terms = await termsOf(tx, storeId, ext);
    const items = await itemsToSend(tx, storeId, job.id, READ_MAX);
    const still = items.flatMap((item) => asReady(item, ready, { ...gathered, terms }, limits));
    const [first] = still;
    if (!first) return undefined;
    const most = fitting(
      still.map(({ listing }) => listing),
      { items: Math.min(ground.most, limits.items) },
    );
    const sent = sameContentMs > 0 ? await sentDigests(tx, storeId, ext, sameContentMs) : new Set<string>();
    const composed = unrepeated(most, sent) ?? unrepeated(most.slice(0, 1), sent);
    if (!composed) {
      told = { repeated: first };
      return undefined;
    }
    const id = newId('snd');
    const taken = still.slice(0, composed.items.length);
    bookSending(tx, storeId, ext, { id, kind: 'listings', digest: composed.digest, items: taken.length });
    const submitted = taken.map(({ item, listing: { barcode } }) => ({ listingId: item.id, barcode }));
    tellSubmissions(tx, storeId, id, submitted);
    told = { id, items: composed.items, taken };
    return {};
  });
  return told;
}

/** An item with the pictures that were made ready for it, unless it has others by now, or may not be sent. */
function asReady(
  item: PushedItem,
  ready: readonly Ready[],
  checking: Gathered & { readonly terms: Terms },
  limits: ListingLimits,
): Ready[] {
  const made = ready.find((each) => each.item.id === item.id);
  const hasSame = made && sentPictures(made.item, limits).join() === sentPictures(item, limits).join();
  if (!hasSame || faultsOf(item, checking).length > 0) return [];
  const { pictures } = made.listing;
  return [{ item, listing: listingOf(item, { terms: checking.terms, limits, pictures }) }];
}

/**
 * A request that is refused for one of its items is divided until that item is found.
 * @throws the error, unless the marketplace refuses an item
 */
async function notTaken(ground: Ground, id: string, taken: readonly Ready[], error: unknown): Promise<void> {
  const { storeId } = ground;
  const isRefused = error instanceof ProviderRefused;
  // After any other error nobody knows whether the request was taken, so it is looked for.
  if (!(error instanceof ProviderThrottled) && !isRefused) throw error;
  const isOfItems = isRefused && refusesItems(ground.limits, error);
  await ground.book(async (tx) => {
    untellSubmissions(tx, storeId, id);
    forgetSending(tx, storeId, id, isOfItems);
    return {};
  });
  if (!isOfItems) throw error;
  const [only] = taken;
  if (only && taken.length === 1)
    await leaveOut(ground, only.item, itemError(only.item, 'provider_refused', error.message));
  else ground.most = Math.ceil(taken.length / 2);
}

/**
 * An item is not sent that the marketplace would refuse for being repeated. If its request was lost it waits; otherwise it has its answer.
 * @returns false where it waits
 */
async function sentBefore(ground: Ground, { item }: Ready): Promise<boolean> {
  if (item.submission.state === 'missing') return false;
  const minutes = Math.ceil(ground.limits.sameContentMs / 60_000);
  const message = `The same content was sent less than ${minutes} minutes ago: correct it, or push it later.`;
  await leaveOut(ground, item, itemError(item, 'sent_before' satisfies JobReason, message), item.lastError);
  return true;
}

/** An item that is not sent has its error, and stands aside of the others. */
function leaveOut(
  ground: Ground,
  item: PushedItem,
  error: ReturnType<typeof itemError>,
  lastError: string | null = error.message,
): Promise<void> {
  return ground.book(async (tx) => {
    const given = await giveUp(tx, ground.storeId, [{ listingId: item.id, error: storable(lastError ?? '') }]);
    return given.has(item.id) ? { items: 1, errors: [error] } : {};
  });
}
