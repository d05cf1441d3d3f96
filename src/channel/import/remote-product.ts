import type createProduct from '../../catalog/catalog.product.create';
import { VAT_RATE_DEFAULT, VAT_RATES } from '../../catalog/product/aggregate';
import { VARIANT_TITLE_MAX } from '../../catalog/variant/table';
import { oneLine, type Static, type TSchema } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { RemoteProduct, RemoteVariant } from '../../provider/port';
import { excerpt } from '../../provider/text';
import type { JobReason } from '../job/reasons';
import type { Mirror } from '../listing/aggregate';

/** The reason for which a marketplace product cannot be imported; `code` is for programs, `message` for the merchant. */
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
export function productPayload({ title, description, brand, variants }: RemoteProduct): {
  readonly payload: ProductPayload;
  /** Parts of it that the store cannot hold as they are. */
  readonly notes: readonly Note[];
} {
  const [first, ...others] = variants as [RemoteVariant, ...RemoteVariant[]];
  const notes: Note[] = [];
  const shared = {
    title: oneLine(title),
    ...(description ? { description } : {}),
    ...lineField('brand', brand),
    price: first.price,
    ...(first.listPrice !== null ? { compareAt: first.listPrice } : {}),
    ...vatRateOf(first, notes),
  };
  if (others.length === 0)
    return {
      payload: { ...shared, stock: first.stock, barcode: first.barcode, ...lineField('sku', first.sku) },
      notes,
    };
  const stating = variants.map((variant, index) => ({
    title: variantTitle(variant, notes) || `Seçenek ${index + 1}`,
    barcode: variant.barcode,
    stock: variant.stock,
    ...lineField('sku', variant.sku),
    ...(variant.price === first.price ? {} : { price: variant.price }),
  }));
  return { payload: { ...shared, variants: stating }, notes };
}

type Note = Omit<Unusable, 'barcode'>;

/** Old listings still have the rates of before July 2023. What a merchant has to say is no reason to leave the product out. */
function vatRateOf({ vatRate }: RemoteVariant, notes: Note[]): { readonly vatRate?: number } {
  if (vatRate === null || VAT_RATES.includes(vatRate)) return vatRate === null ? {} : { vatRate };
  const message = `The marketplace says a VAT rate of ${vatRate} %, which is none in force: it is ${VAT_RATE_DEFAULT} % until you say the right one.`;
  notes.push({ code: 'vat_rate_unknown', message });
  return {};
}

function variantTitle({ title, barcode }: RemoteVariant, notes: Note[]): string {
  const whole = oneLine(title ?? '');
  if (whole.length <= VARIANT_TITLE_MAX) return whole;
  const message = `The title of the variant ${barcode} has more than ${VARIANT_TITLE_MAX} characters and was cut.`;
  notes.push({ code: 'variant_title_cut', message });
  return oneLine(excerpt(whole, VARIANT_TITLE_MAX));
}

/** A marketplace takes texts that are no lines here; that is no reason to leave the product out. */
function lineField<N extends string>(name: N, text: string | null): { readonly [K in N]?: string } {
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
