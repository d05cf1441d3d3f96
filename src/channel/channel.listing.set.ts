import { isDeepStrictEqual } from 'node:util';
import { beyondPriceLimit } from '../access/token/price-limit';
import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { installedExtension } from '../extension/store';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { Contention, Faults, Refusal } from '../kernel/errors';
import { id, label, nullable, object, oneOf, type Static, t } from '../kernel/schema/schema';
import { type ItemProblem, type ListingFields, listing, type StoredListing } from './listing/aggregate';
import { findTargets, insertListings, updateListings } from './listing/store';
import { assertChannel, channelNeeds } from './provider/needs';

const itemSchema = object({
  productId: listing.columns.productId.schema,
  variantId: t.Optional(label('Varyant', 'Variant')(id('var'))),
  expected: t.Optional(
    label(
      'Görülen hali',
      'As it was seen',
    )(
      object(listing.updates, {
        description: 'Fields of the listing as the caller saw it; other values are refused with rev_conflict.',
      }),
    ),
  ),
  ...listing.updates,
});

const payload = object({
  extension: extensionKey,
  items: label('Listelemeler', 'Listings')(t.Array(itemSchema, { minItems: 1, maxItems: 500 })),
});

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

type Context = Pick<MutationContext, 'principal' | 'storeId' | 'tx' | 'now' | 'newId' | 'record' | 'inverse'>;

export default command({
  id: 'channel.listing.set',
  label: { tr: 'Listelemeyi düzenle', en: 'Set listings' },
  summary:
    'Create or update marketplace listings for products or variants: enable, price overrides, price lock, buffer, and what the marketplace asks for to list them; up to 500.',
  policy: 'propose',
  scope: 'catalog:write',
  needs: channelNeeds('installed'),
  payload,
  result,
  refuses: [
    'extension_unknown',
    'extension_not_installed',
    'listing_unknown',
    'rev_conflict',
    'invalid_request',
    'limit_exceeded',
  ],
  example: {
    extension: exampleMarketplace,
    items: [{ productId: exampleId('prd', 'CEZVE'), enabled: true, priceOverride: 57_900, buffer: 2 }],
  },

  run: async (context) => writeListings(context, context.payload, await planListings(context, context.payload)),
  async runMany(context, items) {
    const results: (Static<typeof result> | Refusal)[] = [];
    for (const { payload: one, ...item } of items) {
      const own = { ...context, ...item };
      const plan = await planListings(own, one).catch(refusalOnly);
      results.push(plan instanceof Refusal ? plan : await writeListings(own, one, plan));
    }
    return results;
  },
});

/** Takes an error of a batch as a refusal. Nothing is written yet, so a refused command is answered and leaves nothing. */
function refusalOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

interface Plan {
  readonly created: StoredListing[];
  readonly updated: StoredListing[];
  /** Items that take the change back. */
  readonly back: Item[];
  readonly listings: Static<typeof result>['listings'];
}

/** @throws {Refusal} every refusal of the command but a drift between reading and writing */
async function planListings(context: Context, { extension, items }: Payload): Promise<Plan> {
  const { principal, storeId, tx, record } = context;
  assertChannel(extension, 'extension_unknown');
  await installedExtension(tx, storeId, extension);
  const faults = new Faults();
  refuseTwice(items, faults);
  refuseUnclear(items, faults);
  const targets = await findTargets(
    tx,
    storeId,
    extension,
    items.map(({ productId, variantId }) => ({ productId, variantId: variantId ?? null })),
  );
  const found = new Map(targets.map((target) => [target.ordinal, target]));
  const plan: Plan = { created: [], updated: [], back: [], listings: [] };
  items.forEach((item, index) => {
    const pointer = `/items/${index}`;
    const target = found.get(index + 1);
    if (!target) {
      faults.add('listing_unknown', pointer, 'names no product or variant of this store');
      return;
    }
    const before = target.listing;
    const after: StoredListing = {
      ...(before ?? listing.initial),
      ...fieldsOf(item),
      id: before?.id ?? context.newId('lst'),
      extension,
      productId: target.productId,
      variantId: target.variantId,
      rev: before?.rev ?? 1,
    };
    // A listing whose product or variant the store no longer has can only be taken off the channel.
    if (target.problem && !(before && isTakenOff(before, after))) {
      const field = target.problem === 'archived' ? 'productId' : 'variantId';
      faults.add('listing_unknown', `${pointer}/${field}`, PROBLEM_MESSAGES[target.problem]);
      return;
    }
    if (item.expected && !isAsExpected(before, item.expected))
      faults.add('rev_conflict', `${pointer}/expected`, 'is not what the listing is', asItIs(before));
    if (before?.priceLocked && !after.priceLocked) {
      const beyond = beyondPriceLimit(principal, 'unlock the price of a listing');
      if (beyond) throw beyond;
    }
    const outcome = !before ? 'created' : same(before, after) ? 'unchanged' : 'updated';
    if (outcome !== 'unchanged') {
      plan[outcome].push(after);
      record('listing', after.id, before && listing.snapshot(before), listing.snapshot(after), { extension });
    }
    plan.back.push(...itemsBack(before, after));
    plan.listings.push({ id: after.id, productId: after.productId, variantId: after.variantId, outcome });
  });
  faults.refuse();
  return plan;
}

const PROBLEM_MESSAGES: Record<ItemProblem, string> = {
  variant_removed: 'names a variant that is no longer part of the product; its listing can only be disabled',
  sold_by_variant:
    'is required: the product is sold by variant; a listing of the product as a whole can only be disabled',
  archived: 'names an archived product; its listings can only be disabled',
};

async function writeListings(context: Context, { extension }: Payload, plan: Plan): Promise<Static<typeof result>> {
  const { storeId, tx, now } = context;
  const { created, updated, back, listings } = plan;
  const inserted = await insertListings(tx, storeId, created, now);
  const written = await updateListings(tx, storeId, updated, now);
  if (inserted.length !== created.length || written.length !== updated.length)
    throw new Contention(extension, 'Listings changed meanwhile.');
  if (back.length > 0) context.inverse('channel.listing.set', { extension, items: back });
  return { created: created.length, updated: updated.length, listings };
}

/**
 * True for a change that only takes the listing off the channel. Any other change would have no effect, since the store no longer has the
 * item.
 */
const isTakenOff = (before: StoredListing, after: StoredListing): boolean =>
  !after.enabled && fieldNames.every((name) => name === 'enabled' || isDeepStrictEqual(before[name], after[name]));

/** The facts with which a caller that expected another rev goes on. */
const asItIs = (listing: StoredListing | null) => ({
  currentRev: listing?.rev ?? null,
  current: listing && pick(listing, fieldNames),
});

function refuseTwice(items: readonly Item[], faults: Faults): void {
  const seen = new Set<string>();
  items.forEach(({ productId, variantId }, index) => {
    const item = `${productId} ${variantId ?? ''}`;
    if (seen.has(item))
      faults.add('invalid_request', `/items/${index}`, 'names an item that stands earlier in the list');
    seen.add(item);
  });
}

/** An attribute stands once, and has values of the marketplace or a text. */
function refuseUnclear(items: readonly Item[], faults: Faults): void {
  for (const [index, { remoteAttributes = [] }] of items.entries()) {
    const seen = new Set<string>();
    for (const [at, { attributeId, valueIds, text }] of remoteAttributes.entries()) {
      const pointer = `/items/${index}/remoteAttributes/${at}`;
      if (seen.has(attributeId))
        faults.add('invalid_request', pointer, 'names an attribute that stands earlier in the list');
      if ((valueIds === undefined) === (text === undefined))
        faults.add('invalid_request', pointer, 'needs either valueIds or text');
      seen.add(attributeId);
    }
  }
}

function fieldsOf({
  productId: _product,
  variantId: _variant,
  expected: _expected,
  ...fields
}: Item): Partial<ListingFields> {
  return fields as Partial<ListingFields>;
}

const isAsExpected = (listing: StoredListing | null, expected: Partial<ListingFields>): boolean =>
  listing !== null &&
  fieldNames.every((name) => expected[name] === undefined || isDeepStrictEqual(expected[name], listing[name]));

/** The item that takes a change back, unless somebody has changed the listing since; none when nothing of it was set. */
function itemsBack(before: StoredListing | null, after: StoredListing): Item[] {
  const { productId, variantId } = after;
  const changed = before ? fieldNames.filter((name) => !isDeepStrictEqual(before[name], after[name])) : [];
  if (before && changed.length === 0) return [];
  // The nearest there is to a listing that does not exist: one that is not offered.
  const old = before ? pick(before, changed) : { enabled: false };
  return [{ productId, ...(variantId ? { variantId } : {}), expected: pick(after, fieldNames), ...old }];
}

const fieldNames = Object.keys(listing.updates) as (keyof ListingFields)[];

const pick = (listing: StoredListing, names: readonly (keyof ListingFields)[]): Partial<ListingFields> =>
  Object.fromEntries(names.map((name) => [name, listing[name]]));

const same = (left: StoredListing, right: StoredListing): boolean =>
  (Object.keys(right) as (keyof StoredListing)[]).every((key) => isDeepStrictEqual(left[key], right[key]));
