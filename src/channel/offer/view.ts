import { kurus, label, nullable, object, oneOf, t, typeNamed, unit, words } from '../../kernel/schema/schema';
import { isOfItem, type ListingStatus, listing, listingProblems, statusSchema } from '../listing/aggregate';
import { driftOf, driftSchema } from './drift';
import type { ShownListing } from './row';
import { bufferOf, channelPrice, type Terms } from './wish';

/** Fields of the item beside its listing, as the store and the marketplace tell them. */
const standing = {
  title: label('Ad', 'Title')(nullable(t.String({ description: 'Null when the variant was removed.' }))),
  barcode: label('Barkod', 'Barcode')(nullable(t.String())),
  status: statusSchema,
  rejectReasons: label(
    'Ret nedenleri',
    'Reasons of the rejection',
  )(t.Array(t.String(), { description: 'In the words of the marketplace; none unless it is rejected.' })),
  problem: label(
    'Engel',
    'Problem',
  )(
    nullable(
      oneOf(listingProblems, {
        description:
          'Why the listing is not offered although it may be enabled. variant_removed: its variant is no longer part of the product; sold_by_variant: the product is sold by variant by now, and each has a listing of its own; archived: its product was archived; mapped_elsewhere: what it was on the marketplace is another listing by now, so nothing is known of it there.',
        ...words({
          variant_removed: ['varyantı kaldırıldı', 'its variant was removed'],
          sold_by_variant: ['artık varyantla satılıyor', 'sold by variant by now'],
          archived: ['ürünü arşivde', 'its product is archived'],
          mapped_elsewhere: ['pazaryerinde başka listelemeye bağlı', 'another listing on the marketplace'],
        }),
      }),
    ),
  ),
  effectivePrice: label(
    'Geçerli fiyat',
    'Effective price',
  )(
    nullable(
      kurus({
        description:
          'The override, or the price of the store by the rule of the channel; null when the store no longer has the item.',
      }),
    ),
  ),
  pushedStock: label(
    'Pazaryerindeki stok',
    'Stock on the marketplace',
  )(nullable(t.Integer({ ...unit('count'), description: 'Stock that the marketplace shows.' }))),
  liveStock: label(
    'Mağazadaki stok',
    'Stock in the store',
  )(
    nullable(
      t.Integer({
        ...unit('count'),
        description: 'Stock of the store; null: untracked; 0 when the store no longer has the item.',
      }),
    ),
  ),
  drift: label(
    'Pazaryeri farklı',
    'Marketplace differs',
  )(
    t.Boolean({
      description:
        'The marketplace shows another price or stock than the store would push: never of a disabled listing, and whatever the price where it is locked.',
    }),
  ),
  driftReason: driftSchema,
};

const { remoteProductId, remoteCategoryId, remoteBrandId, remoteAttributes, origin, deci } = listing.fields;
const mapping = { remoteProductId, remoteCategoryId, remoteBrandId, remoteAttributes, origin, deci };

export const listingSchema = typeNamed('ListingRow')(object({ ...listing.listedAnswers, ...standing }));
export const listingDetailSchema = typeNamed('Listing')(
  object({
    ...listing.answers,
    ...standing,
    mapping: label('Eşleme', 'Mapping')(object(mapping)),
  }),
);

/** The listing as previews and audit rows compare it, where the mapping is not nested. */
export const listingEntity = listing.label(object({ ...listingDetailSchema.properties, ...mapping }));

/** The state of a listing at its marketplace. What is approved there is shown as it was seen, whatever was sent before. */
function statusOf({ approval, isSubmitted, there }: ShownListing, mirror: ShownListing['mirror']): ListingStatus {
  if (mirror !== null && there !== false) return mirror.status;
  if (isSubmitted || approval === 'pending_approval') return 'pending_approval';
  if (approval === 'rejected') return 'rejected';
  return there === false || approval === 'missing' ? 'none' : 'unknown';
}

function standingOf(row: ShownListing, terms: Terms) {
  // Price and stock of a removed variant would be those of its product, which nobody sells under that listing.
  const gone = isOfItem(row.problem);
  const effectivePrice = gone ? null : channelPrice(row, terms);
  const pushedPrice = row.priceLocked ? null : effectivePrice;
  // Pieces that a marketplace sold beyond the stock leave none here.
  const liveStock = gone ? 0 : row.liveStock && Math.max(0, row.liveStock);
  // The mirror of a variant that another listing has taken over says nothing about the present.
  const mirror = row.problem === 'mapped_elsewhere' ? null : row.mirror;
  const status = statusOf(row, mirror);
  const offered =
    mirror?.status === 'archived' ? 0 : liveStock === null ? null : Math.max(0, liveStock - bufferOf(row, terms));
  return {
    title: row.problem === 'variant_removed' ? null : row.title,
    barcode: row.barcode,
    status,
    rejectReasons: status === 'rejected' ? (row.rejectReasons ?? []) : [],
    problem: row.problem,
    effectivePrice,
    pushedStock: mirror?.stock ?? null,
    liveStock,
    drift:
      row.enabled &&
      mirror !== null &&
      ((pushedPrice !== null && mirror.price !== pushedPrice) || (offered !== null && mirror.stock !== offered)),
    driftReason: driftOf(row, terms),
  };
}

export const listingView = (row: ShownListing, terms: Terms) => ({
  ...listing.listedAnswer(row),
  ...standingOf(row, terms),
});

export const listingDetailView = (row: ShownListing, terms: Terms) => ({
  ...listing.answer(row),
  ...standingOf(row, terms),
  mapping: {
    remoteProductId: row.remoteProductId,
    remoteCategoryId: row.remoteCategoryId,
    remoteBrandId: row.remoteBrandId,
    remoteAttributes: row.remoteAttributes,
    origin: row.origin,
    deci: row.deci,
  },
});
