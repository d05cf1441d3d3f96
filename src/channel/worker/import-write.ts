import createProduct from '../../catalog/catalog.product.create';
import type { Batch } from '../../kernel/bus/batch';
import { Refusal } from '../../kernel/errors';
import type { PictureHost } from '../../provider/picture/hosts';
import listingSet from '../channel.listing.set';
import type { Link, PlacedProduct } from '../import/plan';
import { mirrorOf } from '../import/remote-product';
import type { ItemError, JobRow } from '../job/table';
import type { Mirror } from '../listing/aggregate';
import { releaseRemoteVariants, saveMirrors } from '../listing/store';
import { type PairedProduct, type PictureCounts, queuePictures } from '../picture/queue';

interface Imported {
  readonly created: number;
  readonly pictures: PictureCounts;
  readonly errors: readonly ItemError[];
}

/**
 * Creates the products that the store lacks, lists those that it has, and saves the fields that the marketplace shows, as sets.
 * @param hosts the hosts of the pictures; undefined: no pictures are wanted
 * @throws the error of a failed command; a product whose creation is refused is an error of its own instead
 */
export async function importProducts(
  batch: Batch,
  storeId: string,
  { id: jobId, extension }: Pick<JobRow, 'id' | 'extension'>,
  part: readonly PlacedProduct[],
  hosts: readonly PictureHost[] | undefined,
): Promise<Imported> {
  const creations = part.flatMap((placed) => (placed.payload ? [{ placed, payload: placed.payload }] : []));
  const outcomes = await batch.run(
    createProduct,
    creations.map(({ placed, payload }) => ({ key: `${jobId}/product/${placed.place}`, payload })),
  );
  const errors: ItemError[] = [];
  const links: Linking[] = part.flatMap((placed) => placed.links.map((link) => ({ ...link, placed })));
  const created: PairedProduct[] = [];
  outcomes.forEach(({ refusal, result }, index) => {
    const { placed } = creations[index] as (typeof creations)[number];
    if (refusal) errors.push(placed.failed({ code: refusal.code, message: refusal.detail }));
    else {
      links.push(...ownLinks(placed, result));
      created.push({ productId: result.id, product: placed.product });
    }
  });
  const linked = await linkListings(batch, links, { extension, jobId });
  releaseRemoteVariants(
    batch.tx,
    storeId,
    part.flatMap(({ released }) => released),
  );
  saveMirrors(batch.tx, storeId, [...part.flatMap(({ refresh }) => refresh), ...linked]);
  const pictures = await queuePictures(batch.tx, storeId, extension, created, hosts);
  return { created: created.length, errors, pictures };
}

interface Created {
  readonly id: string;
  readonly variants: readonly { readonly id: string }[];
}

interface Linking extends Link {
  readonly placed: PlacedProduct;
}

const ownLinks = (placed: PlacedProduct, { id, variants }: Created): Linking[] =>
  placed.product.variants.map((variant, index) => ({
    item: { productId: id, variantId: variants[index]?.id ?? null },
    variant,
    placed,
  }));

/** Listings per channel.listing.set (spec §8). */
const LISTINGS_MAX = 500;

async function linkListings(
  batch: Batch,
  links: readonly Linking[],
  { extension, jobId }: { extension: string; jobId: string },
): Promise<{ listingId: string; mirror: Mirror }[]> {
  const entries = [];
  for (let from = 0; from < links.length; from += LISTINGS_MAX) {
    const chunk = links.slice(from, from + LISTINGS_MAX);
    const items = chunk.map(({ item, placed }) => ({
      productId: item.productId,
      ...(item.variantId ? { variantId: item.variantId } : {}),
      remoteProductId: placed.product.remoteId,
    }));
    entries.push({ key: `${jobId}/listings/${chunk[0]?.placed.place}/${from}`, payload: { extension, items } });
  }
  if (entries.length === 0) return [];
  const outcomes = await batch.run(listingSet, entries);
  return outcomes.flatMap(({ refusal, result }, chunk) => {
    // One command lists many products. Which of them is to blame shows when they are tried alone.
    if (refusal) throw new Refusal(refusal.code, refusal.detail);
    return result.listings.map(({ id }, index) => ({
      listingId: id,
      mirror: mirrorOf((links[chunk * LISTINGS_MAX + index] as Linking).variant),
    }));
  });
}
