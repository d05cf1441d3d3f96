import type createProduct from '../../catalog/catalog.product.create';
import { oneLine, type Static, type TSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { RemoteProduct, RemoteVariant } from '../../provider/port';
import type { JobReason } from '../job/reasons';
import type { Mirror } from '../listing/aggregate';

/** Why a marketplace product cannot be imported; `code` is for programs, `message` for the merchant. */
export interface Unusable {
  readonly code: JobReason;
  readonly message: string;
  readonly barcode: string | null;
}

export function unusable(product: RemoteProduct): Unusable | undefined {
  const { variants } = product;
  if (variants.length === 0)
    return { code: 'no_variants', message: 'The marketplace shows no variant of it.', barcode: null };
  if (variants.some(({ barcode }) => barcode === null)) {
    return { code: 'barcode_missing', message: 'A variant has no barcode, so it cannot be matched.', barcode: null };
  }
  const free = variants.find(({ price }) => price <= 0);
  if (free) return { code: 'price_missing', message: 'The marketplace shows no price.', barcode: free.barcode };
  return undefined;
}

export type ProductPayload = Static<typeof createProduct.payload>;

/**
 * The payload of catalog.product.create. One variant is a product of its own; several share the first one's price unless theirs
 * differs, and their stock is kept by variant. Barcodes stay as they are: by them the next import knows the item again.
 */
export function productPayload({ title, description, brand, variants }: RemoteProduct): ProductPayload {
  const [first, ...others] = variants as [RemoteVariant, ...RemoteVariant[]];
  const shared = {
    title: oneLine(title),
    ...(description ? { description } : {}),
    ...stated('brand', brand),
    price: first.price,
    ...(first.listPrice !== null ? { compareAt: first.listPrice } : {}),
    ...(first.vatRate !== null ? { vatRate: first.vatRate } : {}),
  };
  if (others.length === 0)
    return { ...shared, stock: first.stock, barcode: first.barcode, ...stated('sku', first.sku) };
  return {
    ...shared,
    variants: variants.map((variant, index) => ({
      title: oneLine(variant.title ?? '') || `Seçenek ${index + 1}`,
      barcode: variant.barcode,
      stock: variant.stock,
      ...stated('sku', variant.sku),
      ...(variant.price === first.price ? {} : { price: variant.price }),
    })),
  };
}

/** A marketplace takes texts that are no lines here; that is no reason to leave the product out. */
function stated<N extends string>(name: N, text: string | null): { readonly [K in N]?: string } {
  const said = oneLine(text ?? '');
  return said === '' ? {} : ({ [name]: said } as { readonly [K in N]?: string });
}

export function payloadProblem(schema: TSchema, payload: unknown, barcode: string | null): Unusable | undefined {
  const [error] = schemaErrors(schema, payload);
  return error && { code: 'product_invalid', message: `${error.pointer} ${error.message}`, barcode };
}

export const mirrorOf = ({ remoteId, price, listPrice, stock, status, url }: RemoteVariant): Mirror => ({
  variantId: remoteId,
  price,
  listPrice,
  stock,
  status,
  url,
});

export const sameMirror = (left: Mirror | null, right: Mirror): boolean =>
  left !== null && (Object.keys(right) as (keyof Mirror)[]).every((key) => left[key] === right[key]);
