import { Refusal } from '../../kernel/errors';
import { kurusOfLira } from '../../kernel/money';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../kernel/schema/validation';
import type { UnreadableRow } from '../channel/unreadable';
import type { RemoteProduct, RemoteRow, RemoteVariant } from '../port';
import { storable } from '../text';

const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
const text = (maxLength: number) => optional(t.String({ maxLength }));
const flag = optional(t.Boolean());
/** Decimal lira; the largest amount of the platform, in lira. */
const lira = optional(t.Number({ minimum: 0, maximum: 100_000_000_000 }));
const remoteId = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const variantSchema = t.Object({
  variantId: remoteId,
  barcode: text(200),
  stockCode: text(200),
  attributes: optional(t.Array(t.Object({ attributeValue: text(1_000) }), { maxItems: 200 })),
  productUrl: text(2_048),
  onSale: flag,
  archived: flag,
  archivedDate: optional(t.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
  locked: flag,
  blacklisted: flag,
  vatRate: optional(t.Integer({ minimum: 0, maximum: 100 })),
  stock: optional(t.Object({ quantity: optional(t.Integer({ minimum: 0, maximum: 2_147_483_647 })) })),
  price: optional(t.Object({ salePrice: lira, listPrice: lira })),
});

/**
 * Rows of the approved-product list, checked like any caller's input: only the fields that are read, since the provider sends
 * more and adds some without notice. The limits are generous; what a product may be is for catalog.product.create to say.
 */
const contentSchema = t.Object({
  contentId: remoteId,
  title: text(2_000),
  description: text(200_000),
  brand: optional(t.Object({ name: text(500) })),
  category: optional(t.Object({ name: text(500) })),
  images: optional(t.Array(t.Object({ url: text(2_048) }), { maxItems: 200 })),
  variants: optional(t.Array(variantSchema, { maxItems: 1_000 })),
});

/** More than any seller has, and little enough for a job to count. */
const TOTAL_MAX = 10_000_000;

/** A page without its rows, which are checked one by one. The token is what `channel.remote.products` takes as its cursor. */
export const pageSchema = t.Object({
  totalElements: t.Integer({ minimum: 0, maximum: TOTAL_MAX }),
  nextPageToken: optional(t.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_=.+/-]+$' })),
  content: t.Array(t.Unknown()),
});

export type Page = Static<typeof pageSchema>;
type Variant = Static<typeof variantSchema>;
type Content = Static<typeof contentSchema>;

/** A row in the platform's words, or why it cannot be read. Never throws. */
export function readRow(row: unknown): RemoteRow {
  const [error] = schemaErrors(contentSchema, row);
  if (error) return unreadable(row, `${error.pointer || 'The row'} ${error.message}.`);
  const product = productOf(row as Content);
  try {
    assertStorable(product);
    return product;
  } catch (flaw) {
    if (flaw instanceof Refusal) return unreadable(row, flaw.detail);
    throw flaw;
  }
}

function unreadable(row: unknown, message: string): UnreadableRow {
  const { contentId, title } = (row ?? {}) as Record<string, unknown>;
  const named = typeof contentId === 'number' || typeof contentId === 'string';
  return {
    remoteId: named ? storable(String(contentId), 64) : null,
    title: typeof title === 'string' ? storable(title, 200) : null,
    message: storable(message),
  };
}

function productOf(content: Content): RemoteProduct {
  return {
    remoteId: String(content.contentId),
    title: content.title?.trim() ?? '',
    description: content.description ?? '',
    brand: content.brand?.name ?? null,
    category: content.category?.name ?? null,
    images: (content.images ?? []).flatMap(({ url }) => (url ? [url] : [])),
    variants: (content.variants ?? []).map(variantOf),
  };
}

function variantOf(variant: Variant): RemoteVariant {
  const price = kurusOfLira(variant.price?.salePrice ?? 0);
  const listPrice = kurusOfLira(variant.price?.listPrice ?? 0);
  const values = (variant.attributes ?? []).flatMap(({ attributeValue }) => (attributeValue ? [attributeValue] : []));
  return {
    remoteId: String(variant.variantId),
    barcode: variant.barcode?.trim() || null,
    sku: variant.stockCode?.trim() || null,
    title: values.join(' / ') || null,
    price,
    listPrice: listPrice > price ? listPrice : null,
    stock: variant.stock?.quantity ?? 0,
    status: statusOf(variant),
    vatRate: variant.vatRate ?? null,
    url: variant.productUrl ?? null,
  };
}

export function statusOf({ blacklisted, locked, archived, onSale }: Variant): RemoteVariant['status'] {
  if (blacklisted) return 'blacklisted';
  if (archived) return 'archived';
  if (locked) return 'locked';
  return onSale ? 'on_sale' : 'off_sale';
}
