import type { OfferLimits } from '../channel/listing';
import type { PackageActs } from '../channel/package';
import { hasReached, invoiceable, isLinked, isUnsupplied, withMerchant } from '../channel/read-back';
import type { RequestGroup } from '../provider';

/** Items in one question for listings, by either of their codes ("Satıcı Listing Bilgilerini Listeleme"). */
export const LISTINGS_ASKED = 50;

/** An upload may have 4000 items, and five may be under way. */
export const offerLimits: OfferLimits = {
  items: 1_000,
  stock: 99_999,
  offersAsked: LISTINGS_ASKED,
  sameContentMs: 0,
};

/** A package is made of open lines; a line that is packed is cancelled no more. */
export const packageActs: PackageActs = {
  preparing: { states: ['created', 'preparing'], stands: hasReached('preparing') },
  unsupplied: { states: withMerchant, shows: isUnsupplied },
  invoice_link: { states: invoiceable, stands: isLinked },
};

/**
 * Listings may be asked for 240 times a minute. A page of products and an upload of stock and prices are two requests, so they count
 * twice. Orders may be asked for 1000 times a second, which nobody comes near; a page of packages asks for each of its orders.
 */
export const groupsFor = (requestsPer10Seconds: number): readonly RequestGroup[] => {
  const limited = (name: string, operations: RequestGroup['operations'], perMinute: number): RequestGroup => ({
    name,
    operations,
    per10Seconds: null,
    perMinute: requestsPer10Seconds === 0 ? null : perMinute,
  });
  return [
    limited('listing', ['test', 'offers', 'batch'], 120),
    limited('listing_twice', ['products', 'sendOffers'], 60),
    limited('orders', ['packages', 'packagesById', 'packagesOfOrder'], 180),
    limited('package', ['actOnPackage', 'labels'], 180),
  ];
};
