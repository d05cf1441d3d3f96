import type { Transaction } from '../../kernel/database/queryable';
import type { ListedItem, RemoteOffer } from '../../provider/channel/listing';
import type { ChannelAdapter } from '../../provider/port';
import type { StepOptions } from '../job/steps';
import type { Mirror } from '../listing/aggregate';
import { saveSeen } from '../listing/store';
import type { OfferRow } from '../offer/row';
import { type Looked, noteLooks } from '../offer/telling-store';

/** Asks a marketplace for what it shows of these items, as many at a time as it takes. @returns by barcode */
export async function lookFor(
  adapter: Pick<ChannelAdapter, 'offers'>,
  items: readonly ListedItem[],
  askedMax: number,
  { signal, onAnswer }: Pick<StepOptions, 'signal' | 'onAnswer'>,
): Promise<ReadonlyMap<string, RemoteOffer>> {
  const found = new Map<string, RemoteOffer>();
  for (let at = 0; at < items.length; at += askedMax) {
    signal.throwIfAborted();
    for (const offer of await adapter.offers(items.slice(at, at + askedMax), signal)) found.set(offer.barcode, offer);
    onAnswer();
  }
  return found;
}

/** Names a listing by what its marketplace may know it by. Who maps a listing by hand names a product, which may be the variant itself. */
export const itemOf = (row: OfferRow, barcode: string): ListedItem => ({
  barcode,
  variantId: row.remoteVariantId ?? row.mirror?.variantId ?? row.remoteProductId,
});

const mirrorOf = ({ variantId, price, listPrice, stock, status, archivedAt, url }: RemoteOffer): Mirror => ({
  variantId,
  price,
  listPrice,
  stock,
  status,
  url,
  ...(archivedAt !== null && { archivedAt }),
});

/** A listing and what the marketplace shows of it; undefined: it has no such item. */
export interface Seen {
  readonly row: OfferRow;
  readonly offer: RemoteOffer | undefined;
}

/** True where the marketplace shows a number that it was told, or was never told one. */
const stands = (told: number | null, shown: number): boolean => told === null || told === shown;

/** Compares a listing with the marketplace's view of it. A told number that is not shown there no longer counts as told. */
export function lookedOf({ row, offer }: Seen): Looked {
  const keeps = offer
    ? { stock: stands(row.toldStock, offer.stock), price: stands(row.toldPrice, offer.price) }
    : { stock: false, price: false };
  return {
    listingId: row.id,
    there: offer !== undefined,
    barcode: offer?.barcode ?? null,
    keeps,
    isDue: offer !== undefined,
    sendingId: row.sendingId,
  };
}

/** Sends the mirrors of a look, and marks the listings that are due because of it. */
export function bookSeen(tx: Transaction, storeId: string, extension: string, seen: readonly Seen[]): void {
  noteLooks(tx, storeId, seen.map(lookedOf));
  const mirrors = seen.flatMap(({ row, offer }) => (offer ? [{ listingId: row.id, mirror: mirrorOf(offer) }] : []));
  saveSeen(tx, storeId, extension, mirrors);
}
