import type { ListingLimits } from '../channel/listing';
import type { RequestGroup } from '../provider';
import { BUYBOX_ASKED } from './buybox';

/**
 * Groups of the product services, with the limits of the lowest tier: what a seller of any tier may ask
 * (developers.trendyol.com, "Servis limitleri"). The limit in 10 s is of each endpoint, so that of a group is never passed.
 */
export const productGroups: readonly RequestGroup[] = [
  {
    name: 'product_read',
    operations: [
      'test',
      'products',
      'brands',
      'categories',
      'attributes',
      'attributeValues',
      'batch',
      'offers',
      'unapproved',
      'unapprovedAmong',
    ],
    per10Seconds: null,
    perMinute: 1000,
  },
  {
    name: 'product_write',
    operations: ['createBrand', 'sendListings', 'actOnListings', 'buybox'],
    per10Seconds: null,
    perMinute: 200,
  },
  { name: 'inventory', operations: ['sendOffers'], per10Seconds: null, perMinute: 350 },
];

/** developers.trendyol.com, "Ürün yaratma v2", "Stok ve fiyat güncelleme", "Onaylı ürün filtreleme v2". */
export const listingLimits: ListingLimits = {
  items: 1000,
  pictures: 8,
  titleLength: 100,
  descriptionLength: 30_000,
  stock: 20_000,
  vatRates: [0, 1, 10, 20],
  // Blanks within are joined there, and the item is known by another barcode then.
  barcodeForm: /^[\p{L}\p{N}._-]{1,40}$/u,
  brandForm: /^\d{1,15}$/,
  offersAsked: 50,
  sameContentMs: 15 * 60_000,
  buyboxAsked: BUYBOX_ASKED,
  archivedBeforeDeleteMs: 24 * 3_600_000,
};
