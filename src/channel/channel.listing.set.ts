import { installedExtension } from '../extension/extension.store';
import { extensionKey } from '../extension/extension.view';
import { command, type MutationContext } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { id, kurus, nullable, object, oneOf, type Static, t } from '../kernel/schema';
import { findTargets, insertListings, type ListingFields, type StoredListing, updateListings } from './listing.store';

const remoteId = nullable(t.String({ minLength: 1, maxLength: 64 }));

const listingFields = {
  enabled: t.Optional(
    t.Boolean({ description: 'Whether the item is offered on the channel. Default of a new listing: true.' }),
  ),
  priceOverride: t.Optional(
    nullable(kurus({ description: 'Price on the channel in kuruş; null: the price of the store.' })),
  ),
  listPriceOverride: t.Optional(nullable(kurus())),
  priceLocked: t.Optional(t.Boolean({ description: 'A locked price is never pushed.' })),
  buffer: t.Optional(
    nullable(
      t.Integer({ minimum: 0, maximum: 100_000, description: 'Units held back; null: the default of the store.' }),
    ),
  ),
  remoteProductId: t.Optional(remoteId),
  remoteCategoryId: t.Optional(remoteId),
  remoteBrandId: t.Optional(remoteId),
};

const itemSchema = object({
  productId: id('prd'),
  variantId: t.Optional(id('var')),
  expected: t.Optional(
    object(listingFields, {
      description: 'Fields of the listing as the caller saw it; other values are refused with rev_conflict.',
    }),
  ),
  ...listingFields,
});

const payload = object({ extension: extensionKey, items: t.Array(itemSchema, { minItems: 1, maxItems: 500 }) });

type Payload = Static<typeof payload>;
type Item = Payload['items'][number];

const result = object({
  created: t.Integer(),
  updated: t.Integer(),
  listings: t.Array(
    object({
      id: id('lst'),
      productId: t.String(),
      variantId: nullable(t.String()),
      outcome: oneOf(['created', 'updated', 'unchanged']),
    }),
  ),
});

const blank: ListingFields = {
  enabled: true,
  priceOverride: null,
  listPriceOverride: null,
  priceLocked: false,
  buffer: null,
  remoteProductId: null,
  remoteCategoryId: null,
  remoteBrandId: null,
};

type Context = Pick<MutationContext, 'storeId' | 'tx' | 'now' | 'newId' | 'record' | 'inverse'>;

export default command({
  id: 'channel.listing.set',
  summary:
    'Create or update marketplace listings for products or variants: enable, price overrides, price lock, buffer, mapping; up to 500.',
  policy: 'propose',
  scope: 'catalog:write',
  payload,
  result,
  refuses: ['extension_unknown', 'extension_not_installed', 'listing_unknown', 'rev_conflict', 'invalid_request'],

  run: (context) => setListings(context, context.payload),
  async runMany(context, items) {
    const results: Static<typeof result>[] = [];
    for (const { payload: one, record, newId, inverse } of items)
      results.push(await setListings({ ...context, record, newId, inverse }, one));
    return results;
  },
});

async function setListings(context: Context, { extension, items }: Payload): Promise<Static<typeof result>> {
  const { storeId, tx, now, record } = context;
  await installedExtension(tx, storeId, extension);
  refuseTwice(items);
  const targets = await findTargets(
    tx,
    storeId,
    extension,
    items.map(({ productId, variantId }) => ({ productId, variantId: variantId ?? null })),
  );
  const found = new Map(targets.map((target) => [target.ordinal, target]));
  const created: StoredListing[] = [];
  const updated: StoredListing[] = [];
  const errors: FieldError[] = [];
  const drifts: FieldError[] = [];
  const back: Item[] = [];
  const listings = items.map((item, index) => {
    const target = found.get(index + 1);
    if (!target) {
      errors.push({ pointer: `/payload/items/${index}`, message: 'names no product or variant of this store' });
      return undefined;
    }
    if (target.variantId === null && target.variantCount > 0) {
      errors.push({
        pointer: `/payload/items/${index}/variantId`,
        message: 'is required: the product is sold by variant',
      });
      return undefined;
    }
    const before = target.listing;
    if (item.expected && !isAsExpected(before, item.expected))
      drifts.push({ pointer: `/payload/items/${index}/expected`, message: 'is not what the listing is' });
    const after: StoredListing = {
      ...(before ?? blank),
      ...fieldsOf(item),
      id: before?.id ?? context.newId('lst'),
      productId: target.productId,
      variantId: target.variantId,
      barcode: target.itemBarcode,
      rev: before?.rev ?? 1,
    };
    const outcome = before
      ? same(before, after)
        ? ('unchanged' as const)
        : ('updated' as const)
      : ('created' as const);
    if (outcome === 'created') created.push(after);
    if (outcome === 'updated') updated.push(after);
    if (outcome !== 'unchanged') record('listing', after.id, before && view(before), view(after));
    back.push(...itemsBack(before, after));
    return { id: after.id, productId: after.productId, variantId: after.variantId, outcome };
  });
  if (errors.length > 0) refuse('listing_unknown', errors[0]?.message, { errors: errors.slice(0, 20) });
  if (drifts.length > 0) refuse('rev_conflict', 'Listings have changed.', { errors: drifts.slice(0, 20) });
  await insertListings(tx, storeId, extension, created, now);
  const written = await updateListings(tx, storeId, updated, now);
  if (written.length !== updated.length) refuse('rev_conflict');
  if (back.length > 0) context.inverse('channel.listing.set', { extension, items: back });
  return {
    created: created.length,
    updated: updated.length,
    listings: listings.filter((listing) => listing !== undefined),
  };
}

function refuseTwice(items: readonly Item[]): void {
  const seen = new Set<string>();
  items.forEach(({ productId, variantId }, index) => {
    const item = `${productId} ${variantId ?? ''}`;
    if (seen.has(item)) {
      const errors = [{ pointer: `/payload/items/${index}`, message: 'names an item that stands earlier in the list' }];
      refuse('invalid_request', `/payload/items/${index} names an item twice`, { errors });
    }
    seen.add(item);
  });
}

function fieldsOf({
  productId: _product,
  variantId: _variant,
  expected: _expected,
  ...fields
}: Item): Partial<ListingFields> {
  return fields as Partial<ListingFields>;
}

function view({ rev: _rev, id: _id, ...fields }: StoredListing): Record<string, unknown> {
  return { ...fields };
}

const isAsExpected = (listing: StoredListing | null, expected: Partial<ListingFields>): boolean =>
  listing !== null && fieldNames.every((name) => expected[name] === undefined || expected[name] === listing[name]);

/** The item that takes a change back, unless somebody has changed the listing since; none when nothing of it was set. */
function itemsBack(before: StoredListing | null, after: StoredListing): Item[] {
  const { productId, variantId } = after;
  const changed = before ? fieldNames.filter((name) => before[name] !== after[name]) : [];
  if (before && changed.length === 0) return [];
  // The nearest there is to a listing that does not exist: one that is not offered.
  const old = before ? pick(before, changed) : { enabled: false };
  return [{ productId, ...(variantId ? { variantId } : {}), expected: pick(after, fieldNames), ...old }];
}

const fieldNames = Object.keys(blank) as (keyof ListingFields)[];

const pick = (listing: StoredListing, names: readonly (keyof ListingFields)[]): Partial<ListingFields> =>
  Object.fromEntries(names.map((name) => [name, listing[name]]));

const same = (left: StoredListing, right: StoredListing): boolean =>
  (Object.keys(right) as (keyof StoredListing)[]).every((key) => left[key] === right[key]);
