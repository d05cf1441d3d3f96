import createProduct from '../../catalog/catalog.product.create';
import type { Queryable } from '../../kernel/database/queryable';
import type { RemoteProduct, RemoteVariant } from '../../provider/port';
import { excerpt } from '../../provider/text';
import type { JobReason } from '../job/reasons';
import type { ItemError, JobRow } from '../job/table';
import type { Mirror } from '../listing/aggregate';
import type { KnownItem } from '../listing/store';
import type { PairedProduct } from '../picture/queue';
import type { ImportJob, SampleRow } from './declaration';
import { KnownItems, NOT_IN_STORE } from './match';
import { mirrorOf, type ProductPayload, payloadProblem, productPayload, sameMirror, unusable } from './remote-product';

/** An item of the store that a variant of the marketplace is listed as. */
export interface Link {
  readonly item: Pick<KnownItem, 'productId' | 'variantId'>;
  readonly variant: RemoteVariant;
}

/** A product of the part that leads to writes. */
export interface PlacedProduct {
  readonly product: RemoteProduct;
  /** The place among the products of the job, which names its commands: the fourth one is `3`, and `1.3` of a list begun anew once. */
  readonly place: string;
  /** The product to create, if the store has nothing of it. */
  readonly payload: ProductPayload | undefined;
  /** Remarks on the product to create, which is taken all the same. */
  readonly notes: readonly ItemError[];
  /** Items that are in the store but have no listing yet, or one that does not say which product of the marketplace it is. */
  readonly links: readonly Link[];
  /** Listings whose marketplace side has changed. */
  readonly refresh: readonly { readonly listingId: string; readonly mirror: Mirror }[];
  /** Listings whose variant is another's by now. */
  readonly released: readonly string[];
  failed(reason: { readonly code: JobReason; readonly message: string }): ItemError;
}

export interface PartPlan {
  readonly placed: readonly PlacedProduct[];
  /** Remote ids of products with a link or a refresh. */
  readonly updated: ReadonlySet<string>;
  /** Products that the store has already. */
  readonly known: readonly PairedProduct[];
  readonly errors: readonly ItemError[];
  readonly sample: readonly SampleRow[];
}

interface Placement {
  readonly action: SampleRow['action'];
  readonly error?: ItemError;
  readonly placed?: PlacedProduct;
  /** The product of the store, if it has it. */
  readonly productId?: string;
}

/**
 * Plans the writes for the products in a part of a page. It reads once for all of them and writes nothing.
 * @param earlier the products that stand before them on the same page
 */
export async function planPart(
  db: Queryable,
  storeId: string,
  { extension, done, progress }: Pick<JobRow, 'extension' | 'done'> & { readonly progress: Listed },
  products: readonly RemoteProduct[],
  earlier: readonly RemoteProduct[] = [],
): Promise<PartPlan> {
  const known = await KnownItems.of(db, storeId, extension, products);
  const seen = { ids: new Set<string>(), variants: new Set<string>(), barcodes: new Set<string>() };
  for (const product of earlier) isRepeated(product, seen);
  const placements = products.map((product, index) =>
    isRepeated(product, seen)
      ? refused(
          product,
          null,
          'repeated',
          'It stands earlier on the same page, by its id or that of a variant, or a barcode.',
        )
      : place(product, placeOf(progress, done - progress.again + index), known),
  );
  return {
    placed: placements.flatMap(({ placed }) => placed ?? []),
    updated: new Set(
      placements.flatMap(({ action, placed }) => (action === 'update' && placed ? placed.product.remoteId : [])),
    ),
    known: placements.flatMap(({ productId }, index) =>
      productId === undefined ? [] : { productId, product: products[index] as RemoteProduct },
    ),
    errors: placements.flatMap(({ error }) => error ?? []),
    sample: placements.map(({ action }, index) => {
      const { remoteId, title } = products[index] as RemoteProduct;
      return { remoteId, title: excerpt(title, TITLE_SHOWN), action };
    }),
  };
}

type Listed = Pick<ImportJob['progress'], 'again' | 'begunAnew'>;

/** The place of a product tells also how often the list was begun anew, since another product may have had the place before. */
const placeOf = ({ begunAnew }: Listed, index: number): string => `${begunAnew === 0 ? '' : `${begunAnew}.`}${index}`;

const TITLE_SHOWN = 200;

interface Seen {
  readonly ids: Set<string>;
  readonly variants: Set<string>;
  readonly barcodes: Set<string>;
}

/** Two products with one barcode, or one variant, would be one item of the store, and which of them it is would depend on their order. */
function isRepeated({ remoteId, variants }: RemoteProduct, seen: Seen): boolean {
  const barcodes = variants.flatMap(({ barcode }) => barcode ?? []);
  const repeated = seen.ids.has(remoteId) || barcodes.some((barcode) => seen.barcodes.has(barcode));
  const before = seen.variants.size;
  seen.ids.add(remoteId);
  for (const barcode of barcodes) seen.barcodes.add(barcode);
  for (const variant of variants) seen.variants.add(variant.remoteId);
  return repeated || seen.variants.size < before + variants.length;
}

function itemError(
  { remoteId, title }: RemoteProduct,
  barcode: string | null,
  code: JobReason,
  message: string,
): ItemError {
  return { remoteId, barcode, title: excerpt(title, TITLE_SHOWN), code, message: excerpt(message, 1_000) };
}

const refused = (product: RemoteProduct, barcode: string | null, code: JobReason, message: string): Placement => ({
  action: 'fail',
  error: itemError(product, barcode, code, message),
});

function place(product: RemoteProduct, place: string, known: KnownItems): Placement {
  const flaw = unusable(product);
  if (flaw) return refused(product, flaw.barcode, flaw.code, flaw.message);
  const first = product.variants[0]?.barcode ?? null;
  const placed = {
    product,
    place,
    failed: ({ code, message }: { code: JobReason; message: string }) => itemError(product, first, code, message),
  };
  const matches = known.of(product);
  if (!matches) {
    const { payload, notes } = productPayload(product);
    const problem = payloadProblem(createProduct.payload, payload, first);
    if (problem) return refused(product, problem.barcode, problem.code, problem.message);
    const told = notes.map(placed.failed);
    return { action: 'create', placed: { ...placed, payload, notes: told, links: [], refresh: [], released: [] } };
  }
  const whole = matches.find(({ item, flaw }) => item?.problem === 'sold_by_variant' && !flaw);
  if (whole) {
    const message = 'The barcode is that of a product that the store sells by variant.';
    return refused(product, whole.variant.barcode, 'sold_by_variant', message);
  }
  const archived = matches.find(({ item }) => item?.problem === 'archived' && !item.listingId);
  if (archived) {
    const message = 'The barcode is that of an archived product of the store.';
    return refused(product, archived.variant.barcode, 'archived', message);
  }
  const matched = matches.flatMap(({ variant, item }) => (item ? [{ variant, item }] : []));
  const links = matched.filter(({ item }) => !item.listingId || isToMap(item, product));
  const linked = new Set(links.map(({ item }) => item));
  const refresh = matched.flatMap(({ variant, item }) =>
    item.listingId && !linked.has(item) && !isAsSeen(item, variant)
      ? [{ listingId: item.listingId, mirror: mirrorOf(variant) }]
      : [],
  );
  const released = matches.flatMap((match) => match.released ?? []);
  const writes =
    links.length + refresh.length > 0
      ? { placed: { ...placed, payload: undefined, notes: [], links, refresh, released } }
      : {};
  const productId = matched.find(({ item }) => item.problem === null)?.item.productId;
  const paired = { ...writes, ...(productId === undefined ? {} : { productId }) };
  const failed = matches.find(({ item, flaw }) => flaw || !item);
  if (failed) {
    const { code, message } = failed.flaw ?? NOT_IN_STORE;
    return { ...refused(product, failed.variant.barcode, code, message), ...paired };
  }
  return { action: writes.placed ? 'update' : 'unchanged', ...paired };
}

/**
 * True if the listing has to be linked to the product. An item that the store no longer sells is not linked, because its listing can only
 * be disabled.
 */
const isToMap = ({ problem, remoteProductId }: KnownItem, { remoteId }: RemoteProduct): boolean =>
  problem === null && remoteProductId !== remoteId;

const isAsSeen = ({ remoteVariantId, mirror }: KnownItem, variant: RemoteVariant): boolean =>
  remoteVariantId === variant.remoteId && sameMirror(mirror, mirrorOf(variant));
