import type { Queryable, Transaction } from '../../../kernel/database/queryable';
import { newId } from '../../../kernel/ids';
import type { SentOffer } from '../../../provider/channel/listing';
import { takeMovements } from '../../offer/due-store';
import { type OfferRow, toldOf } from '../../offer/row';
import { offersByListing, settledOffers } from '../../offer/store';
import { type Rest, restOffers, type ToldOffer, tellOffers, understate } from '../../offer/telling-store';
import { takenBarcodes } from '../../push/barcode';
import { compose } from '../../push/compose';
import { contentOf, type Deciding, type Due, decide, isUnderstated, presentWish, remembered } from '../../push/decide';
import { bookSending, sentDigests } from '../../push/sending-store';
import { knowsOrders } from './orders-first';
import type { Pushing } from './pushing';

const NOTHING_COMPOSED_MS = 60_000;

/** A request that is written, and is to be sent. */
export interface Request {
  readonly id: string;
  readonly items: readonly SentOffer[];
  /** The listings that it tells of. Others that are in it stay as they were told. */
  readonly asked: readonly { readonly due: Due; readonly offer: SentOffer }[];
  /** Listings that are to be sent with another one. */
  readonly left: readonly string[];
}

export type Telling =
  | { readonly what: 'ask'; readonly request: Request }
  /** Orders are to be pulled first. */
  | { readonly what: 'wait'; readonly due: readonly Due[] }
  | { readonly what: 'nothing' };

/**
 * Decides what is sent of these listings, composes the request and writes it, in one transaction: nothing that was read before a wait
 * is in it. Sales that were imported since the listings were looked at make what was told of them unknown, before it is compared.
 */
export async function tell(pushing: Pushing, listingIds: readonly string[], zeroAlone: boolean): Promise<Telling> {
  const { storeId } = pushing;
  const ext = pushing.job.extension;
  const { sameContentMs } = pushing.limits;
  let telling: Telling = { what: 'nothing' };
  await pushing.book(async (tx) => {
    telling = { what: 'nothing' };
    await takeMovements(tx, storeId, ext);
    const { due, deciding } = await decideNow(pushing, tx, listingIds, zeroAlone);
    if (due.length === 0) return undefined;
    const sent = sameContentMs > 0 ? await sentDigests(tx, storeId, ext, sameContentMs) : new Set<string>();
    const beside = async (zeroes: boolean) => (sent.size > 0 ? companionsNow(pushing, tx, deciding, zeroes) : []);
    // Rather than to show pieces that are not there, it waits for orders, as it has to beside an item that has pieces.
    const composed =
      compose(due, await beside(zeroAlone), sent) ?? (zeroAlone ? compose(due, await beside(false), sent) : undefined);
    if (!composed) {
      await sayFewer(pushing, tx, due, deciding.now);
      return {};
    }
    const { items, digest, taken } = composed;
    const raises = items.some(({ stock = 0 }) => stock > 0);
    if (raises && pushing.terms.pullsOrders && !(await knowsOrders(tx, storeId, ext))) {
      telling = { what: 'wait', due };
      return {};
    }
    const offers = new Map(items.map((offer) => [offer.barcode, offer]));
    const asked = due.slice(0, taken).map((each) => ({ due: each, offer: offers.get(each.barcode) ?? each.offer }));
    const id = newId('snd');
    bookSending(tx, storeId, ext, { id, kind: 'offers', digest, items: items.length });
    const told = asked.map((each) => toldAs(each.due, each.offer, sameContentMs, deciding.now));
    tellOffers(tx, storeId, id, told);
    telling = { what: 'ask', request: { id, items, asked, left: due.slice(taken).map(idOf) } };
    return {};
  });
  return telling;
}

/** Decides on listings as they stand now. Those that are not to be sent by now stay due, and are looked at with the next ones. */
async function decideNow(pushing: Pushing, tx: Transaction, listingIds: readonly string[], zeroAlone: boolean) {
  const deciding = await groundOf(pushing, tx, await offersByListing(tx, pushing.storeId, listingIds));
  const byId = new Map(deciding.rows.map((row) => [row.id, row]));
  const due = listingIds.flatMap((id): Due[] => {
    const row = byId.get(id);
    const decision = row && decide(row, deciding);
    return decision?.what === 'send' && (!zeroAlone || decision.due.phase === 'zero') ? [decision.due] : [];
  });
  return { due, deciding };
}

/** Listings, and all that a decision on them rests upon. */
interface Ground extends Deciding {
  readonly rows: readonly OfferRow[];
}

/** All that a decision on these listings rests upon. */
export async function groundOf(pushing: Pushing, db: Queryable, rows: readonly OfferRow[]): Promise<Ground> {
  const { stock: stockMax, sameContentMs } = pushing.limits;
  const terms = await pushing.readTerms(db);
  const inUse = await takenBarcodes(db, pushing.storeId, rows);
  return { rows, terms, stockMax, sameContentMs, now: Date.now(), inUse };
}

/** Listings that stand as they were told, to be sent along. One that has fewer pieces by now would be told too many. */
async function companionsNow(
  pushing: Pushing,
  tx: Transaction,
  deciding: Ground,
  zeroAlone: boolean,
): Promise<SentOffer[]> {
  const rows = await settledOffers(tx, pushing.storeId, pushing.job.extension, zeroAlone);
  return rows.flatMap((row) => {
    const { toldBarcode: barcode, toldStock: stock } = row;
    const wish = presentWish(row, deciding);
    const isSafe = barcode !== null && stock !== null && wish.stock !== null && stock <= wish.stock;
    return isSafe ? [{ barcode, stock }] : [];
  });
}

/**
 * Tells one piece less for listings when every request with their numbers was sent shortly before. Too few pieces are safe until such a
 * request may be repeated. A listing that has no piece, or is told less already, waits.
 */
async function sayFewer(pushing: Pushing, tx: Transaction, due: readonly Due[], now: number): Promise<void> {
  const canBeFewer = ({ row, offer }: Due): boolean => (offer.stock ?? 0) > 0 && !isUnderstated(row, now);
  const fewer = due.filter(canBeFewer);
  const untilMs = now + pushing.limits.sameContentMs;
  if (fewer.length > 0)
    understate(
      tx,
      pushing.storeId,
      fewer.map(({ row }) => ({ listingId: row.id, untilMs })),
    );
  const others = due.filter((each) => !fewer.includes(each));
  await restOffers(tx, pushing.storeId, restsOf(others, 'resend_window', NOTHING_COMPOSED_MS));
}

export const idOf = ({ row }: Due): string => row.id;

export const restsOf = (due: readonly Due[], waits: Rest['waits'], nextMs: number): Rest[] =>
  due.map(({ row, difference }) => {
    const { id: listingId, dueAt } = row;
    return { listingId, dueAt, nextMs, waits, heldPrice: difference.heldPrice };
  });

/** A listing as it is told: what is not sent stays as it was told before. */
function toldAs({ row, barcode, difference }: Due, offer: SentOffer, sameContentMs: number, now: number): ToldOffer {
  const told = toldOf(row);
  const price = offer.price ?? told.price;
  return {
    listingId: row.id,
    dueAt: row.dueAt,
    barcode,
    stock: offer.stock ?? told.stock,
    price,
    listPrice: offer.listPrice ?? told.listPrice,
    recent: [...remembered(row, sameContentMs, now), { content: contentOf(offer), at: now }].slice(-RECENT_MAX),
    nextMs: msUntil(row.understatedUntil, now),
    heldPrice: difference.heldPrice,
  };
}

const RECENT_MAX = 20;

/** @returns null of a time that has passed, or none */
const msUntil = (time: string | null, now: number): number | null =>
  time !== null && Date.parse(time) > now ? Date.parse(time) - now : null;
