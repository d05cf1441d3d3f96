import createProduct from '../../catalog/catalog.product.create';
import type { Queryable } from '../../kernel/database';
import type { RemoteProduct, RemoteVariant } from '../../provider/port';
import { excerpt } from '../../provider/text';
import type { ItemError } from '../job/store';
import type { JobRow, SampleRow } from '../job/table';
import type { Mirror } from '../listing/aggregate';
import { itemsByBarcode, type KnownItem } from '../listing/store';
import { mirrorOf, type ProductPayload, payloadProblem, productPayload, sameMirror, unusable } from './remote-product';

/** An item of the store that a variant of the marketplace is listed as. */
export interface Link {
  readonly item: Pick<KnownItem, 'productId' | 'variantId'>;
  readonly variant: RemoteVariant;
}

/** A product of the part that leads to writes. */
export interface PlacedProduct {
  readonly product: RemoteProduct;
  /** Its place among the products of the job, which names its commands. */
  readonly position: number;
  /** Of the product to create, if the store has none of its barcodes. */
  readonly payload: ProductPayload | undefined;
  /** Items that are in the store but have no listing yet, or one that does not say which product of the marketplace it is. */
  readonly links: readonly Link[];
  /** Listings whose marketplace side has changed. */
  readonly refresh: readonly { readonly listingId: string; readonly mirror: Mirror }[];
  failed(reason: { readonly code: string; readonly message: string }): ItemError;
}

export interface PartPlan {
  readonly placed: readonly PlacedProduct[];
  /** Remote ids of products with a link or a refresh. */
  readonly updated: ReadonlySet<string>;
  readonly errors: readonly ItemError[];
  readonly sample: readonly SampleRow[];
}

interface Placement {
  readonly action: SampleRow['action'];
  readonly error?: ItemError;
  readonly placed?: PlacedProduct;
}

/**
 * What each product of a part of a page asks of the store. Reads once for all of them, writes nothing.
 * @param earlier the products that stand before them on the same page
 */
export async function planPart(
  db: Queryable,
  storeId: string,
  { extension, done }: Pick<JobRow, 'extension' | 'done'>,
  products: readonly RemoteProduct[],
  earlier: readonly RemoteProduct[] = [],
): Promise<PartPlan> {
  const barcodes = products.flatMap(({ variants }) => variants.flatMap(({ barcode }) => (barcode ? [barcode] : [])));
  const known = new Map((await itemsByBarcode(db, storeId, extension, barcodes)).map((item) => [item.barcode, item]));
  const seen = { ids: new Set<string>(), barcodes: new Set<string>() };
  for (const product of earlier) isRepeated(product, seen);
  const placements = products.map((product, index) =>
    isRepeated(product, seen)
      ? refused(product, null, 'repeated', 'It stands earlier on the same page, by its id or a barcode.')
      : place(product, done + index, known),
  );
  return {
    placed: placements.flatMap(({ placed }) => placed ?? []),
    updated: new Set(
      placements.flatMap(({ action, placed }) => (action === 'update' && placed ? placed.product.remoteId : [])),
    ),
    errors: placements.flatMap(({ error }) => error ?? []),
    sample: placements.map(({ action }, index) => {
      const { remoteId, title } = products[index] as RemoteProduct;
      return { remoteId, title: excerpt(title, TITLE_SHOWN), action };
    }),
  };
}

const TITLE_SHOWN = 200;

/** Two products with one barcode would be one item of the store, and which of them it is would depend on their order. */
function isRepeated({ remoteId, variants }: RemoteProduct, seen: { ids: Set<string>; barcodes: Set<string> }): boolean {
  const barcodes = variants.flatMap(({ barcode }) => barcode ?? []);
  const repeated = seen.ids.has(remoteId) || barcodes.some((barcode) => seen.barcodes.has(barcode));
  seen.ids.add(remoteId);
  for (const barcode of barcodes) seen.barcodes.add(barcode);
  return repeated;
}

function itemError(
  { remoteId, title }: RemoteProduct,
  barcode: string | null,
  code: string,
  message: string,
): ItemError {
  return { remoteId, barcode, title: excerpt(title, TITLE_SHOWN), code, message: excerpt(message, 1_000) };
}

const refused = (product: RemoteProduct, barcode: string | null, code: string, message: string): Placement => ({
  action: 'fail',
  error: itemError(product, barcode, code, message),
});

function place(product: RemoteProduct, position: number, known: ReadonlyMap<string, KnownItem>): Placement {
  const flaw = unusable(product);
  if (flaw) return refused(product, flaw.barcode, flaw.code, flaw.message);
  const first = product.variants[0]?.barcode ?? null;
  const placed = {
    product,
    position,
    failed: ({ code, message }: { code: string; message: string }) => itemError(product, first, code, message),
  };
  const found = product.variants.map((variant) => ({ variant, item: known.get(variant.barcode as string) }));
  if (found.every(({ item }) => !item)) {
    const payload = productPayload(product);
    const problem = payloadProblem(createProduct.payload, payload, first);
    if (problem) return refused(product, problem.barcode, problem.code, problem.message);
    return { action: 'create', placed: { ...placed, payload, links: [], refresh: [] } };
  }
  const whole = found.find(({ item }) => item?.soldByVariant);
  if (whole) {
    const message = 'The barcode is that of a product that the store sells by variant.';
    return refused(product, whole.variant.barcode, 'sold_by_variant', message);
  }
  const archived = found.find(({ item }) => item?.archived && !item.listingId);
  if (archived) {
    const message = 'The barcode is that of an archived product of the store.';
    return refused(product, archived.variant.barcode, 'archived', message);
  }
  const matched = found.flatMap(({ variant, item }) => (item ? [{ variant, item }] : []));
  // The listing of an archived product can only be disabled.
  const links = matched.filter(({ item }) => !item.listingId || !(item.mapped || item.archived));
  const linked = new Set(links.map(({ item }) => item));
  const refresh = matched.flatMap(({ variant, item }) =>
    item.listingId && !linked.has(item) && !sameMirror(item.mirror, mirrorOf(variant))
      ? [{ listingId: item.listingId, mirror: mirrorOf(variant) }]
      : [],
  );
  const writes = links.length + refresh.length > 0 ? { placed: { ...placed, payload: undefined, links, refresh } } : {};
  const stranger = found.find(({ item }) => !item);
  if (stranger) {
    const message = 'The product is in the store without this variant.';
    return { ...refused(product, stranger.variant.barcode, 'variant_not_in_store', message), ...writes };
  }
  return { action: writes.placed ? 'update' : 'unchanged', ...writes };
}
