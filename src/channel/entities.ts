import { entity } from '../kernel/declaration/entity';
import { job } from './job/table';
import { jobTitles } from './job/title-store';
import { jobSchema } from './kinds/view';
import { listing } from './listing/aggregate';
import { listingAmounts } from './listing/amount-store';
import { listingTitles } from './listing/title-store';
import { listingEntity } from './offer/view';

export default [
  entity(listing.word, listingEntity, {
    titles: { prefix: listing.prefix, field: 'title', find: listingTitles },
    prices: ['priceOverride', 'listPriceOverride'],
    amounts: listingAmounts,
    marks: ['remoteProductId'],
    partOf: ['extension', 'productId', 'variantId'],
  }),
  entity(job.word, jobSchema, {
    titles: { prefix: 'cjb', find: jobTitles },
    // An order shows what was asked for of its packages, and a listing what was asked for of it.
    ties: ['orderId', 'targets/listingId', 'confirmedPrices/listingId'],
    partOf: ['extension'],
    untied: { listingIds: 'a push of some listings changes nothing of them that the store keeps' },
    // It goes on while an owner decides whether it is to be cancelled.
    byShop: ['progress'],
  }),
];
