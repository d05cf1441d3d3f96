import { Refusal } from '../../kernel/errors';
import { kurusOfLira } from '../../kernel/money';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../kernel/schema/validation';
import type { RemoteOffer } from '../channel/listing';
import type { UnreadableRow } from '../channel/unreadable';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import type { RemoteProduct, RemoteRow, RemoteVariant } from '../port';
import { record, words } from '../reading';
import { storable } from '../text';
import { NAME } from './client';

/*
 * An item of a seller stands in two services. The catalog knows what it is: name, barcode, pictures. The listing knows what it costs, and how
 * many there are. Either calls it by Hepsiburada's own code.
 */

const TOTAL_MAX = 10_000_000;
const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
const text = (maxLength: number) => optional(t.String({ maxLength }));
const flag = optional(t.Boolean());
const code = t.String({ minLength: 1, maxLength: 64 });

const listingSchema = t.Object({
  hepsiburadaSku: code,
  merchantSku: text(200),
  price: optional(t.Number({ minimum: 0, maximum: 100_000_000_000 })),
  availableStock: optional(t.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  isSalable: flag,
  isSuspended: flag,
  isLocked: flag,
  isFrozen: flag,
  isFulfilledByHB: flag,
});
export type Listing = Static<typeof listingSchema>;

const listingsSchema = t.Object({ listings: t.Array(t.Unknown(), { maxItems: 1_000 }) });

/** Reads listings by Hepsiburada's code. One that cannot be read leaves the answer without meaning. */
export function listingsOf(answer: unknown): ReadonlyMap<string, Listing> {
  const { listings } = checkedAnswer<Static<typeof listingsSchema>>(NAME, 'listings', listingsSchema, answer);
  const found = new Map<string, Listing>();
  for (const row of listings) {
    const listing = checkedAnswer<Listing>(NAME, 'a listing', listingSchema, row);
    if (found.has(listing.hepsiburadaSku))
      throw new ProviderAnswerInvalid(`${NAME} answered the listing ${storable(listing.hepsiburadaSku, 64)} twice.`);
    found.set(listing.hepsiburadaSku, listing);
  }
  return found;
}

function statusOf({ isSuspended, isFrozen, isLocked, isSalable }: Listing): RemoteVariant['status'] {
  if (isSuspended || isFrozen) return 'blacklisted';
  if (isLocked) return 'locked';
  return isSalable ? 'on_sale' : 'off_sale';
}

/** A listing as it is shown now. @param barcode by which it was asked for */
export const offerOf = (barcode: string, listing: Listing): RemoteOffer => ({
  barcode,
  productId: listing.hepsiburadaSku,
  variantId: listing.hepsiburadaSku,
  stock: listing.availableStock ?? 0,
  price: kurusOfLira(listing.price ?? 0),
  listPrice: null,
  status: statusOf(listing),
  isLocked: listing.isLocked === true,
  archivedAt: null,
  url: null,
});

/** A page of the catalog without its rows, which are checked one by one. */
export const catalogSchema = t.Object({
  totalElements: t.Integer({ minimum: 0, maximum: TOTAL_MAX }),
  data: t.Array(t.Unknown()),
});
export type CatalogPage = Static<typeof catalogSchema>;

const productSchema = t.Object({
  hbSku: code,
  barcode: text(200),
  merchantSku: text(200),
  productName: text(2_000),
  description: text(200_000),
  brand: text(500),
  categoryName: text(500),
  tax: optional(t.Union([t.String({ maxLength: 20 }), t.Number()])),
  images: optional(t.Array(t.String({ maxLength: 2_048 }), { maxItems: 200 })),
  variantTypeAttributes: optional(t.Array(t.Object({ value: text(1_000) }), { maxItems: 200 })),
});
type Product = Static<typeof productSchema>;

/** Hepsiburada's code of a row that has one: what it has not taken on yet has none. */
export const codeIn = (row: unknown): string | null => words(record(row).hbSku, 64);

/** A row in the platform's words, or why it cannot be read; undefined of what is not on sale there. Never throws. */
export function readProduct(row: unknown, listings: ReadonlyMap<string, Listing>): RemoteRow | undefined {
  const hbSku = codeIn(row);
  if (hbSku === null) return undefined;
  const [error] = schemaErrors(productSchema, row);
  if (error) return unreadable(row, `${error.pointer || 'The row'} ${error.message}.`);
  const listing = listings.get(hbSku);
  if (!listing) return undefined;
  if (listing.isFulfilledByHB)
    return unreadable(row, `${NAME} sends this item from its own warehouse and keeps its stock: it is not linked.`);
  const product = productOf(row as Product, listing);
  try {
    assertStorable(product);
    return product;
  } catch (flaw) {
    if (flaw instanceof Refusal) return unreadable(row, flaw.detail);
    throw flaw;
  }
}

const unreadable = (row: unknown, message: string): UnreadableRow => ({
  remoteId: codeIn(row),
  title: words(record(row).productName, 200),
  message: storable(message),
});

function productOf(product: Product, listing: Listing): RemoteProduct {
  const values = (product.variantTypeAttributes ?? []).flatMap(({ value }) => value?.trim() || []);
  const { stock, price, status } = offerOf('', listing);
  return {
    remoteId: product.hbSku,
    title: product.productName?.trim() ?? '',
    description: product.description ?? '',
    brand: product.brand ?? null,
    category: product.categoryName ?? null,
    images: product.images ?? [],
    variants: [
      {
        remoteId: product.hbSku,
        barcode: product.barcode?.trim() || null,
        sku: product.merchantSku?.trim() || null,
        title: values.join(' / ') || null,
        price,
        listPrice: null,
        stock,
        status,
        vatRate: vatRateIn(product.tax),
        url: null,
      },
    ],
  };
}

/** The rate of VAT comes as a number or as a text. */
function vatRateIn(tax: Product['tax']): number | null {
  const rate = Number(tax ?? Number.NaN);
  return Number.isInteger(rate) && rate >= 0 && rate <= 100 ? rate : null;
}
