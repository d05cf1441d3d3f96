import { type Difference, differenceOf, isEmpty, nameOfWish, type Phase, phaseOf, pricesOf } from '../offer/difference';
import { type OfferRow, type Sent, toldOf } from '../offer/row';
import { type Terms, type Wish, wishOf } from '../offer/wish';
import { sentBarcode } from './barcode';
import type { Sendable } from './compose';
import { itemOf } from './look';

/** A listing that is to be sent. */
export interface Due extends Sendable {
  readonly row: OfferRow;
  readonly wish: Wish;
  readonly difference: Difference;
  readonly phase: Phase;
  readonly barcode: string;
}

export type Decision =
  | { readonly what: 'send'; readonly due: Due }
  /** The marketplace has not been asked yet whether it has the item. */
  | { readonly what: 'look' }
  | { readonly what: 'rest'; readonly nextMs: number | null; readonly heldPrice: number | null };

export interface Deciding {
  readonly terms: Terms & { readonly resendMs: number };
  readonly stockMax: number;
  readonly sameContentMs: number;
  readonly now: number;
  /** Barcodes that items of the store have. */
  readonly inUse: ReadonlySet<string>;
}

/** A listing that the marketplace did not have is looked for again after this. */
const LOOK_AGAIN_MS = 10 * 60_000;

export const isUnderstated = ({ understatedUntil }: Pick<OfferRow, 'understatedUntil'>, now: number): boolean =>
  understatedUntil !== null && Date.parse(understatedUntil) > now;

/** The wish of a listing, one piece less as long as the marketplace does not take the right number. */
export function presentWish(
  row: OfferRow,
  { terms, stockMax, now }: Pick<Deciding, 'terms' | 'stockMax' | 'now'>,
): Wish {
  const wish = wishOf(row, terms, stockMax);
  return isUnderstated(row, now) && wish.stock !== null && wish.stock > 0 ? { ...wish, stock: wish.stock - 1 } : wish;
}

/** Decides the next step for a listing that is due. */
export function decide(row: OfferRow, deciding: Deciding): Decision {
  const { terms, sameContentMs, now, inUse } = deciding;
  const rest = (nextMs: number | null = null, heldPrice: number | null = null): Decision => ({
    what: 'rest',
    nextMs,
    heldPrice,
  });
  const barcode = sentBarcode(row, inUse);
  if (barcode === null) return rest();
  if (row.there === false || (row.mirror === null && row.toldAt === null)) {
    const lookedAgoMs = row.lookedAt === null ? Number.POSITIVE_INFINITY : now - Date.parse(row.lookedAt);
    return lookedAgoMs > LOOK_AGAIN_MS ? { what: 'look' } : rest();
  }
  const wish = presentWish(row, deciding);
  const told = toldOf(row);
  const shownPrice = row.mirror?.price ?? null;
  const difference = differenceOf(wish, told, { ...terms, confirmedPrice: row.confirmedPrice, shownPrice });
  const understatedMs = isUnderstated(row, now) ? Date.parse(row.understatedUntil as string) - now : null;
  if (isEmpty(difference)) return rest(understatedMs, difference.heldPrice);
  if (row.refusedAt !== null && row.refusedWish === nameOfWish(wish)) {
    const waitMs = Date.parse(row.refusedAt) + Math.max(terms.resendMs, sameContentMs) - now;
    if (waitMs > 0) return rest(waitMs, difference.heldPrice);
  }
  const { heldPrice: _held, ...sent } = difference;
  // A price that waits for a person is not sent; that which stands there changes nothing.
  const price = difference.heldPrice === null ? wish.price : told.price;
  const prices =
    price !== null ? pricesOf(price, difference.heldPrice === null ? wish : { listPrice: null }, told) : null;
  return {
    what: 'send',
    due: {
      row,
      wish,
      difference,
      phase: phaseOf(difference, told),
      barcode,
      offer: { ...itemOf(row, barcode), ...sent },
      prices,
    },
  };
}

/** Names what an item is sent as. */
export const contentOf = ({ stock, price, listPrice }: Due['offer']): string =>
  [stock ?? '', price ?? '', listPrice ?? ''].join('/');

/** The sendings of an item that the marketplace remembers. */
export const remembered = (row: Pick<OfferRow, 'recent'>, sameContentMs: number, now: number): Sent[] =>
  (row.recent ?? []).filter(({ at }) => now - at < sameContentMs);
