import { refusesItems } from '../../../provider/channel/listing';
import { ProviderRefused, ProviderThrottled } from '../../../provider/error';
import { storable } from '../../../provider/text';
import { inTime } from '../../job/in-time';
import { nameOfWish, phases } from '../../offer/difference';
import { type OfferRow, toldOf } from '../../offer/row';
import { dueOffers, offersByListing } from '../../offer/store';
import { forgetTold, type Rest, restOffers, type Untold, untellOffers } from '../../offer/telling-store';
import { type Due, decide } from '../../push/decide';
import { bookBatch, forgetSending } from '../../push/sending-store';
import { lookAt } from './lost';
import { pullOrdersFirst } from './orders-first';
import { itemError, type Pushing } from './pushing';
import { groundOf, idOf, type Request, restsOf, tell } from './tell';

/** Listings that are decided on at once: those that sell no more go first among them. */
const DUE_MAX = 10_000;
/** A request of which one item is refused is divided so often to find it. */
const DIVISIONS_MAX = 40;

/** @returns true if anything was sent or looked for */
export async function sendDue(pushing: Pushing): Promise<boolean> {
  const { storeId, reader: db } = pushing;
  const ext = pushing.job.extension;
  const rows = await inTime(dueOffers(db, storeId, ext, DUE_MAX));
  if (rows.length === 0) return false;
  const deciding = await inTime(groundOf(pushing, db, rows));
  const due: Due[] = [];
  const look: OfferRow[] = [];
  const rests: Rest[] = [];
  for (const row of rows) {
    const decision = decide(row, deciding);
    if (decision.what === 'send') due.push(decision.due);
    else if (decision.what === 'look') look.push(row);
    else {
      const { nextMs, heldPrice } = decision;
      rests.push({ listingId: row.id, dueAt: row.dueAt, nextMs, heldPrice, waits: null });
    }
  }
  await inTime(restOffers(pushing.dependencies.database.writer(storeId), storeId, rests));
  await sendInOrder(pushing, due);
  if (look.length > 0) await lookAt(pushing, look);
  await restUnseen(pushing, look);
  return due.length + look.length > 0;
}

/** Listings that the marketplace does not have rest until something changes. */
async function restUnseen(pushing: Pushing, unseen: readonly OfferRow[]): Promise<void> {
  if (unseen.length === 0) return;
  const now = await inTime(
    offersByListing(
      pushing.reader,
      pushing.storeId,
      unseen.map(({ id }) => id),
    ),
  );
  const rests = now.flatMap((row): Rest[] =>
    row.there === false ? [{ listingId: row.id, dueAt: row.dueAt, nextMs: null, heldPrice: null, waits: null }] : [],
  );
  await inTime(restOffers(pushing.dependencies.database.writer(pushing.storeId), pushing.storeId, rests));
}

/** Listings that are sold no more go at once, and wait for no orders; then those with fewer pieces, then all others. */
async function sendInOrder(pushing: Pushing, due: readonly Due[]): Promise<void> {
  const zero = due.filter(({ phase }) => phase === 'zero');
  const others = phases.flatMap((phase) => (phase === 'zero' ? [] : due.filter((each) => each.phase === phase)));
  await sendAll(pushing, zero.map(idOf), true);
  await sendAll(pushing, others.map(idOf), false);
}

/** @param zeroAlone leaves out what has pieces by now: they wait for orders, and nothing that is sold no more waits with them */
async function sendAll(pushing: Pushing, listingIds: readonly string[], zeroAlone: boolean): Promise<void> {
  for (let left = listingIds; left.length > 0 && pushing.isGoing; ) {
    const chunk = left.slice(0, pushing.limits.items);
    const unsent = await sendSome(pushing, chunk, zeroAlone);
    left = [...unsent, ...left.slice(chunk.length)];
  }
}

/** @returns the listings that are to be sent still, in their order */
async function sendSome(
  pushing: Pushing,
  listingIds: readonly string[],
  zeroAlone: boolean,
): Promise<readonly string[]> {
  const request = await toldOnGround(pushing, listingIds, zeroAlone);
  if (!request) return [];
  const { id, items, asked, left } = request;
  try {
    const batchId = await pushing.channel.adapter.sendOffers(items, pushing.options.signal);
    pushing.options.onAnswer();
    let isFollowed = false;
    await pushing.book(async (tx, job) => {
      isFollowed = await bookBatch(tx, pushing.storeId, id, batchId);
      return { items: asked.length, progress: { sent: job.progress.sent + asked.length } };
    });
    if (!isFollowed)
      await tellAnew(
        pushing,
        asked.map(({ due }) => idOf(due)),
      );
  } catch (error) {
    await notTaken(pushing, request, zeroAlone, error);
  }
  return left;
}

/** The marketplace has taken a request late: others may have told it of these listings before, and this one has the last word there. */
function tellAnew(pushing: Pushing, listingIds: readonly string[]): Promise<void> {
  return inTime(forgetTold(pushing.dependencies.database.writer(pushing.storeId), pushing.storeId, listingIds));
}

/** Sends the request of the ground. Where orders are to be pulled first, the due numbers are decided after the pull. */
async function toldOnGround(
  pushing: Pushing,
  listingIds: readonly string[],
  zeroAlone: boolean,
): Promise<Request | undefined> {
  for (;;) {
    const decided = await tell(pushing, listingIds, zeroAlone);
    if (decided.what !== 'wait') return decided.what === 'ask' ? decided.request : undefined;
    await afterOrders(pushing, decided.due);
  }
}

async function afterOrders(pushing: Pushing, due: readonly Due[]): Promise<void> {
  const { storeId } = pushing;
  try {
    await pullOrdersFirst(pushing.dependencies, storeId, pushing.job.extension, pushing.options);
  } catch (error) {
    const writer = pushing.dependencies.database.writer(storeId);
    await inTime(restOffers(writer, storeId, restsOf(due, 'orders', 0)));
    throw error;
  }
}

/** @throws the error, unless the marketplace refuses an item */
async function notTaken(pushing: Pushing, { id, asked }: Request, zeroAlone: boolean, error: unknown): Promise<void> {
  const { storeId } = pushing;
  const isThrottled = error instanceof ProviderThrottled;
  const isRefused = error instanceof ProviderRefused;
  // After any other error nobody knows whether the request was taken, so it is looked for.
  if (!isThrottled && !isRefused) throw error;
  const isOfItems = isRefused && refusesItems(pushing.limits, error);
  const single = isOfItems && asked.length === 1;
  const refusedText = single ? storable(error.message) : null;
  await pushing.book(async (tx) => {
    const untold = asked.map(({ due: { row, wish } }): Untold => {
      const { stock, price, listPrice } = toldOf(row);
      const waits = isThrottled ? ('throttled' as const) : null;
      const refusedWish = single ? nameOfWish(wish) : null;
      return {
        listingId: row.id,
        toldAt: row.toldAt,
        stock,
        price,
        listPrice,
        refusedText,
        refusedWish,
        waits,
        nextMs: 0,
      };
    });
    untellOffers(tx, storeId, id, untold);
    forgetSending(tx, storeId, id, isOfItems);
    return { errors: single ? asked.map(({ due }) => itemError(due.row, error.message)) : [] };
  });
  if (!isOfItems) throw error;
  if (single) return;
  pushing.divisions += 1;
  if (pushing.divisions > DIVISIONS_MAX) throw error;
  const half = Math.ceil(asked.length / 2);
  const listingIds = asked.map(({ due }) => idOf(due));
  await sendAll(pushing, listingIds.slice(0, half), zeroAlone);
  await sendAll(pushing, listingIds.slice(half), zeroAlone);
}
