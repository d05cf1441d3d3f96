import { listing } from '../channel/listing/aggregate';
import { listedItems } from '../channel/listing/listed-store';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';

const { enabled, buffer, priceLocked, priceOverride } = listing.updates;

export default bulkAct({
  id: 'bulk.listings.change',
  label: { tr: 'Listelemeleri düzenle', en: 'Change listings' },
  summary:
    'Put many listings on sale at their marketplaces or take them off, hold stock back, and set or lock prices, as one proposal.',
  path: 'listings',
  of: id('lst'),
  terms: { enabled, buffer, priceLocked, priceOverride },
  example: { ids: [exampleId('lst', 'CEZVE')], enabled: true, buffer: 2 },

  check(terms) {
    if (Object.keys(terms).length === 0)
      refuse('invalid_request', 'At least one field of the listings is stated.', {
        errors: [{ pointer: '/enabled', message: 'or another field is stated' }],
      });
  },

  async plan({ db, storeId, ids, terms }) {
    const items = new Map((await listedItems(db, storeId, ids)).map((item) => [item.id, item]));
    return ids.flatMap((listingId): BulkCall[] => {
      const item = items.get(listingId);
      if (!item) return [];
      const { extension, productId, variantId } = item;
      const target = { productId, ...(variantId === null ? {} : { variantId }) };
      return [{ command: 'channel.listing.set', payload: { extension, items: [{ ...target, ...terms }] } }];
    });
  },
});
