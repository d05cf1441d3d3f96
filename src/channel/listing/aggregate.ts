import {
  form,
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  risky,
  type Static,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { hiddenTimes, type Row, type Stored } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { BUFFER_MAX } from './limits';

const statuses = ['on_sale', 'off_sale', 'archived', 'locked', 'blacklisted'] as const;
/** The states of a listing that the marketplace has not approved. */
const unapproved = ['none', 'pending_approval', 'rejected'] as const;
const statusWords = {
  on_sale: ['satışta', 'on sale'],
  off_sale: ['satışa kapalı', 'off sale'],
  archived: ['arşivde', 'archived'],
  locked: ['kilitli', 'locked'],
  blacklisted: ['yasaklı', 'blacklisted'],
} as const;

const nameOfStatus = label('Pazaryerindeki durum', 'Status on the marketplace');

/** The state that the marketplace shows; unknown as long as nothing was seen of it. */
export const statusSchema = nameOfStatus(
  oneOf([...unapproved, ...statuses, 'unknown'], {
    description:
      'none: the marketplace has no such item. pending_approval: sent, waits. rejected: see rejectReasons, correct, push again. unknown: nothing seen yet.',
    ...words({
      none: ['pazaryerinde yok', 'not on the marketplace'],
      pending_approval: ['onay bekliyor', 'waits for approval'],
      rejected: ['reddedildi', 'rejected'],
      ...statusWords,
      unknown: ['bilinmiyor', 'unknown'],
    }),
    ...risky({ archived: 'archives' }),
  }),
);
export type ListingStatus = Static<typeof statusSchema>;

/** The marketplace's side as it was last seen. */
const mirrorSchema = object({
  variantId: label('Pazaryeri varyant kimliği', 'Variant id on the marketplace')(t.String()),
  price: label('Fiyat', 'Price')(kurus()),
  listPrice: label('Liste fiyatı', 'List price')(nullable(kurus())),
  stock: label('Stok', 'Stock')(t.Integer(unit('count'))),
  status: nameOfStatus(oneOf(statuses, words(statusWords))),
  url: label('Adres', 'Address')(nullable(t.String())),
  archivedAt: t.Optional(
    label('Arşivlendi', 'Archived')(time({ description: 'As far as it is known of an archived one.' })),
  ),
});
export type Mirror = Static<typeof mirrorSchema>;

const remoteId = nullable(t.String({ minLength: 1, maxLength: 64 }));
const partId = t.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' });

/** Values of one attribute: one of both fields. */
const attributeSchema = object({
  attributeId: label('Özellik numarası', 'Attribute id')(partId),
  valueIds: t.Optional(
    label(
      'Değerler',
      'Values',
    )(
      t.Array(partId, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Ids of channel.remote.attributeValues.',
      }),
    ),
  ),
  text: t.Optional(
    label('Serbest değer', 'Text')(line(500, { description: 'A value of one’s own, instead of valueIds.' })),
  ),
});
export type ListingAttribute = Static<typeof attributeSchema>;
const ATTRIBUTES_MAX = 100;

/** Set by its caller, when it is made and later. */
const set = { writers: ['create', 'update'] } as const;
/** Shown by the answer's `mapping`. */
const mapping = { type: 'text', shown: false, ...set } as const;

/** The listed item: a product, or one of its variants. */
interface ListedItem {
  readonly extension: string;
  readonly productId: string;
  readonly variantId: string | null;
}

/** An item has one listing in a channel: whether it has one yet is known by the item's name alone. */
export const uniqueItem = unique<ListedItem>({
  index: 'channel_listing_item',
  name: ({ extension, productId, variantId }) => `listing/${extension}/${variantId ?? productId}`,
});

export const listing = aggregate({
  word: 'listing',
  prefix: 'lst',
  label: label('Listeleme', 'Listing'),
  table: 'channel_listing',
  columns: {
    extension: { type: 'text', schema: label('Eklenti', 'Extension')(t.String()), kept: 'once', compared: false },
    productId: {
      type: 'text',
      schema: label('Ürün', 'Product')(id('prd')),
      kept: 'once',
      touches: (_: unknown, row: ListedItem) => [uniqueItem.name(row)],
    },
    variantId: { type: 'text', schema: label('Varyant', 'Variant')(nullable(id('var'))), kept: 'once' },
    enabled: {
      type: 'boolean',
      schema: label(
        'Satışa açık',
        'Offered',
      )(t.Boolean({ description: 'The channel offers the item. A new listing: true.' })),
      initial: true,
      ...set,
    },
    priceOverride: {
      type: 'bigint',
      schema: label(
        'Kanaldaki fiyat',
        'Price on the channel',
      )(nullable(kurus({ description: 'Price on the channel in kuruş; null: the price of the store.' }))),
      ...set,
    },
    listPriceOverride: {
      type: 'bigint',
      schema: label('Kanaldaki liste fiyatı', 'List price on the channel')(nullable(kurus())),
      ...set,
    },
    priceLocked: {
      type: 'boolean',
      schema: label('Fiyat kilitli', 'Price locked')(t.Boolean({ description: 'A locked price is never pushed.' })),
      initial: false,
      ...set,
    },
    buffer: {
      type: 'integer',
      schema: label(
        'Ayrılan stok',
        'Stock held back',
      )(
        nullable(
          t.Integer({
            minimum: 0,
            maximum: BUFFER_MAX,
            ...unit('count'),
            description: 'Units held back; null: default of channel or store.',
          }),
        ),
      ),
      ...set,
    },
    remoteProductId: {
      schema: label('Pazaryeri ürün kimliği', 'Product id on the marketplace')(remoteId),
      ...mapping,
    },
    remoteCategoryId: {
      schema: label('Pazaryeri kategori kimliği', 'Category id on the marketplace')(remoteId),
      ...mapping,
    },
    remoteBrandId: { schema: label('Pazaryeri marka kimliği', 'Brand id on the marketplace')(remoteId), ...mapping },
    remoteAttributes: {
      type: 'jsonb',
      schema: label(
        'Pazaryeri özellikleri',
        'Attributes on the marketplace',
      )(
        t.Array(attributeSchema, {
          maxItems: ATTRIBUTES_MAX,
          description: 'Attributes of the category (channel.remote.attributes), each once. Replaces the list before.',
        }),
      ),
      initial: [],
      shown: false,
      ...set,
    },
    origin: {
      type: 'text',
      schema: label(
        'Menşei',
        'Country of origin',
      )(
        nullable(
          t.String({
            pattern: '^[A-Z]{2}$',
            description: 'ISO 3166-1 alpha-2 code.',
            ...form('iki büyük harf, ör. TR', 'two capital letters, e.g. TR'),
          }),
        ),
      ),
      shown: false,
      ...set,
    },
    deci: {
      type: 'integer',
      schema: label(
        'Desi',
        'Deci',
      )(nullable(t.Integer({ minimum: 0, maximum: 10_000, description: 'Volumetric weight.' }))),
      shown: false,
      ...set,
    },
    // The variant of the marketplace that the listing is, as long as it is known to be: of no two listings of a channel.
    remoteVariantId: { type: 'text', schema: remoteId, kept: 'apart', shown: false },
    mirror: {
      type: 'jsonb',
      schema: label('Pazaryerindeki hali', 'As the marketplace shows it')(nullable(mirrorSchema)),
      kept: 'apart',
      listed: false,
    },
    mirroredAt: {
      type: 'timestamptz',
      schema: label('Görüldüğü an', 'Seen')(nullable(time())),
      kept: 'apart',
      listed: false,
    },
    lastError: { type: 'text', schema: label('Son hata', 'Last error')(nullable(t.String())), kept: 'apart' },
    ...hiddenTimes,
  },
});

/** The part of a listing that callers and jobs write. */
export type StoredListing = Stored<typeof listing>;
/** The fields that a merchant sets. */
export type ListingFields = Pick<StoredListing, keyof typeof listing.updates>;

/**
 * The reasons for which no item of the store stands behind a listing. Its variant was removed, it lists a product as a whole that is sold
 * by variant by now, or the product was archived.
 */
const itemProblems = ['variant_removed', 'sold_by_variant', 'archived'] as const;
export type ItemProblem = (typeof itemProblems)[number];

/** The reasons for which a listing does not show its item at the marketplace: the above, or another listing has its variant by now. */
export const listingProblems = [...itemProblems, 'mapped_elsewhere'] as const;
export type ListingProblem = (typeof listingProblems)[number];

export const isOfItem = (problem: ListingProblem | null): problem is ItemProblem =>
  itemProblems.some((known) => known === problem);

/** A listing with the store's own facts about the item. */
export interface ListingRow extends Row<typeof listing> {
  readonly barcode: string | null;
  readonly problem: ListingProblem | null;
  readonly title: string;
  readonly livePrice: number;
  readonly liveStock: number | null;
}
