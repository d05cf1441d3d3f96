import type { ChannelSettings } from '../../store/channel/aggregate';
import type { ListingProblem, Mirror } from '../listing/aggregate';

/** The settings of a store and of one of its channels by which listings are shown. */
export interface Terms {
  readonly push: ChannelSettings['push'];
  readonly priceRule: ChannelSettings['priceRule'];
  readonly brakePercent: number;
  /** Pieces that the channel keeps back; null: as many as the store does. */
  readonly buffer: number | null;
  readonly storeBuffer: number;
  readonly untrackedQuantity: number;
  readonly zeroWhenArchived: boolean;
  /** True to take everything off sale, whatever else the settings say. @default false */
  readonly zeroes?: boolean;
}

/** A listing and its item, as far as they decide what the marketplace is to show. */
export interface Listed {
  readonly enabled: boolean;
  readonly problem: ListingProblem | null;
  readonly buffer: number | null;
  readonly priceOverride: number | null;
  readonly listPriceOverride: number | null;
  readonly priceLocked: boolean;
  readonly livePrice: number;
  /** The stock of the item; null: it is not counted. */
  readonly liveStock: number | null;
  /** The marketplace's side as it was last seen; null: nothing was seen of it. */
  readonly mirror: Pick<Mirror, 'status'> | null;
}

/** Values that a marketplace is to show of a listing; null: whatever it shows. Money is in kuruş. */
export interface Wish {
  readonly stock: number | null;
  readonly price: number | null;
  readonly listPrice: number | null;
}

const ENDINGS = { '90': 90, '99': 99, whole: 0 } as const;
const LIRA = 100;

/** The price of an item at a channel by its rule, at least a kuruş. Rounding goes up to the next price with the wanted kuruş. */
export function ruledPrice(price: number, { percent, add, round }: Terms['priceRule']): number {
  const raw = Math.max(1, Math.round((price * (100 + percent)) / 100 + add));
  if (round === 'none') return raw;
  const ending = ENDINGS[round];
  return Math.ceil((raw - ending) / LIRA) * LIRA + ending;
}

/** The price that a listing has at its channel: what was stated for it wins over the rule. */
export const channelPrice = (
  { priceOverride, livePrice }: Pick<Listed, 'priceOverride' | 'livePrice'>,
  terms: Pick<Terms, 'priceRule'>,
): number => priceOverride ?? ruledPrice(livePrice, terms.priceRule);

/** The pieces of a listing that are kept back. */
export const bufferOf = (listed: Pick<Listed, 'buffer'>, terms: Pick<Terms, 'buffer' | 'storeBuffer'>): number =>
  listed.buffer ?? terms.buffer ?? terms.storeBuffer;

/** @param stockMax the most pieces that the marketplace takes */
function stockWish(listed: Listed, terms: Terms, stockMax: number): number | null {
  if (!listed.enabled || listed.mirror?.status === 'archived') return 0;
  if (listed.problem === 'archived' && !terms.zeroWhenArchived) return null;
  if (listed.problem !== null) return 0;
  // An untracked item has no last piece that two could buy.
  if (listed.liveStock === null) return Math.min(stockMax, terms.untrackedQuantity);
  return Math.min(stockMax, Math.max(0, listed.liveStock - bufferOf(listed, terms)));
}

/** @param stockMax the most pieces that the marketplace takes */
export function wishOf(listed: Listed, terms: Terms, stockMax: number): Wish {
  if (terms.zeroes) return { stock: 0, price: null, listPrice: null };
  const isPriced = terms.push.price && !listed.priceLocked && listed.enabled && listed.problem === null;
  const price = isPriced ? channelPrice(listed, terms) : null;
  const isStruck = price !== null && listed.listPriceOverride !== null;
  return {
    stock: terms.push.stock ? stockWish(listed, terms, stockMax) : null,
    price: price === 0 ? null : price,
    listPrice: isStruck ? Math.max(price, listed.listPriceOverride) : null,
  };
}
