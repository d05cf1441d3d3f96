import { id, kurus, nullable, object, oneOf, t, time } from '../kernel/schema';
import type { ListingRow } from './listing.store';

const mirrorSchema = object({
  variantId: t.String(),
  price: kurus(),
  listPrice: nullable(kurus()),
  stock: t.Integer(),
  status: oneOf(['on_sale', 'off_sale', 'archived', 'locked', 'blacklisted']),
  url: nullable(t.String()),
});

export const listingFields = {
  id: id('lst'),
  extension: t.String(),
  productId: t.String(),
  variantId: nullable(t.String()),
  title: t.String(),
  barcode: nullable(t.String()),
  enabled: t.Boolean(),
  status: oneOf(['on_sale', 'off_sale', 'archived', 'locked', 'blacklisted', 'unknown']),
  effectivePrice: kurus({ description: 'The override, or the price of the store.' }),
  priceOverride: nullable(kurus()),
  listPriceOverride: nullable(kurus()),
  priceLocked: t.Boolean(),
  buffer: nullable(t.Integer()),
  pushedStock: nullable(t.Integer({ description: 'What the marketplace shows.' })),
  liveStock: nullable(t.Integer({ description: 'What the store has; null: untracked.' })),
  drift: t.Boolean({ description: 'The marketplace shows another price or stock than the store would.' }),
  lastError: nullable(t.String()),
  rev: t.Integer(),
};

export const listingSchema = object(listingFields);
export const listingDetailSchema = object({
  ...listingFields,
  mapping: object({
    remoteProductId: nullable(t.String()),
    remoteCategoryId: nullable(t.String()),
    remoteBrandId: nullable(t.String()),
  }),
  mirror: nullable(mirrorSchema),
  mirroredAt: nullable(time()),
});

export function listingView(row: ListingRow) {
  const effectivePrice = row.priceOverride ?? row.livePrice;
  const offered = row.liveStock === null ? null : Math.max(0, row.liveStock - (row.buffer ?? 0));
  return {
    id: row.id,
    extension: row.extension,
    productId: row.productId,
    variantId: row.variantId,
    title: row.title,
    barcode: row.barcode,
    enabled: row.enabled,
    status: row.mirror?.status ?? ('unknown' as const),
    effectivePrice,
    priceOverride: row.priceOverride,
    listPriceOverride: row.listPriceOverride,
    priceLocked: row.priceLocked,
    buffer: row.buffer,
    pushedStock: row.mirror?.stock ?? null,
    liveStock: row.liveStock,
    drift:
      row.mirror !== null &&
      (row.mirror.price !== effectivePrice || (offered !== null && row.mirror.stock !== offered)),
    lastError: row.lastError,
    rev: row.rev,
  };
}

export const listingDetailView = (row: ListingRow) => ({
  ...listingView(row),
  mapping: {
    remoteProductId: row.remoteProductId,
    remoteCategoryId: row.remoteCategoryId,
    remoteBrandId: row.remoteBrandId,
  },
  mirror: row.mirror,
  mirroredAt: row.mirroredAt,
});
