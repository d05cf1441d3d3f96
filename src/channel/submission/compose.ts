import type { ListingLimits, SentAttribute, SentListing } from '../../provider/channel/listing';
import type { ListingAttribute } from '../listing/aggregate';
import { type Terms, wishOf } from '../offer/wish';
import { digestOf } from '../push/compose';
import type { PushedItem } from './item';

const attributeOf = ({ attributeId, valueIds, text }: ListingAttribute): SentAttribute =>
  text === undefined ? { attributeId, valueIds: valueIds ?? [] } : { attributeId, text };

/** Makes what a marketplace is told of an item in which nothing was found missing. */
export function listingOf(
  item: PushedItem,
  {
    terms,
    limits,
    pictures,
  }: { readonly terms: Terms; readonly limits: ListingLimits; readonly pictures: readonly string[] },
): SentListing {
  // The item is to be listed whichever of its numbers is pushed later on.
  const wish = wishOf({ ...item, priceLocked: false }, { ...terms, push: { stock: true, price: true } }, limits.stock);
  const price = wish.price ?? 0;
  const barcode = item.barcode as string;
  return {
    barcode,
    title: item.productTitle,
    groupId: item.productId,
    brandId: item.remoteBrandId as string,
    categoryId: item.remoteCategoryId as string,
    sku: item.sku ?? barcode,
    description: item.description as string,
    vatRate: item.vatRate,
    stock: wish.stock ?? 0,
    price,
    listPrice: wish.listPrice ?? price,
    origin: item.origin as string,
    deci: item.deci,
    pictures,
    attributes: item.remoteAttributes.map(attributeOf),
  };
}

/** Bytes of one request, about: descriptions are long. */
const BYTES_MAX = 2 * 1024 * 1024;

/** Takes as many of the items, the first ones, as one request holds; at least one. */
export function fitting(items: readonly SentListing[], { items: most }: Pick<ListingLimits, 'items'>): SentListing[] {
  let bytes = 0;
  const beyond = items.findIndex((item, at) => {
    bytes += JSON.stringify(item).length;
    return at > 0 && (at >= most || bytes > BYTES_MAX);
  });
  return beyond < 0 ? [...items] : items.slice(0, beyond);
}

/**
 * Composes a request that no earlier one equals: as it is, or with fewer items.
 * @param sent digests of requests that may not be repeated
 * @returns undefined where each composition was sent
 */
export function unrepeated(
  items: readonly SentListing[],
  sent: ReadonlySet<string>,
): { readonly items: readonly SentListing[]; readonly digest: string } | undefined {
  for (let taken = items.length; taken > items.length / 2; taken -= 1) {
    const part = items.slice(0, taken);
    const digest = digestOf(part);
    if (!sent.has(digest)) return { items: part, digest };
  }
  return undefined;
}
