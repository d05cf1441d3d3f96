import { leastId } from '../../kernel/ids';
import { DAY_MS } from '../../kernel/shop-time';

/*
 * An item came when its product was made, or later as a variant of it. A variant has no column of its time: its identifier carries it. Sales
 * per day and dead stock both ask for it: what came yesterday was not thirty days unsold.
 */

/** A moment as both halves of an item know it. */
interface ItemMoment {
  /** The moment in ISO 8601, for products. */
  readonly at: string;
  /** The least identifier of variants that came since the moment. */
  readonly variant: string;
}

export const itemMoment = (ms: number): ItemMoment => ({
  at: new Date(ms).toISOString(),
  variant: leastId('var', ms),
});

/**
 * SQL that tells whether an item had come before a moment.
 * @param createdAt SQL of the product's time @param variantId SQL of the variant, null of a product without any @param at parameters of the moment
 */
export const cameBefore = (
  { createdAt, variantId }: { readonly createdAt: string; readonly variantId: string },
  { at, variant }: ItemMoment,
): string => `(${createdAt} < ${at} AND (${variantId} IS NULL OR ${variantId} < ${variant}))`;

/** The beginnings of the last days, the oldest first: see {@link daysOf}. @param now ms since 1970 */
export const lastDays = (now: number, days: number): readonly ItemMoment[] =>
  Array.from({ length: days }, (_, nth) => itemMoment(now - (days - nth) * DAY_MS));

/**
 * SQL of the days, at most those of the moments, since which an item is there: the first one counts when it begins.
 * @param moments parameters of the arrays of {@link lastDays}
 */
export const daysOf = (
  { createdAt, variantId }: { readonly createdAt: string; readonly variantId: string },
  moments: { readonly at: string; readonly variant: string },
): string => {
  const begun = `greatest(width_bucket(${createdAt}, ${moments.at}), width_bucket(${variantId}, ${moments.variant}))`;
  return `least(cardinality(${moments.at}), cardinality(${moments.at}) + 1 - ${begun})`;
};
