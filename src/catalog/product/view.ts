import { id, label, nullable, object, rev, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { pool } from '../digital/table';
import { catalogStatus } from '../status';
import { variant } from '../variant/table';
import { product } from './aggregate';

export const VARIANTS_MAX = 100;

export const variantSchema = variant.label(object(variant.answers));

export const codeCountsSchema = label('Kodlar', 'Codes')(typeNamed('DigitalCodeCounts')(object(pool.answers)));

/** What is made of several columns, or of other tables. */
const parts = {
  variants: label('Varyantlar', 'Variants')(t.Array(variantSchema)),
  digital: label(
    'Dijital teslimat',
    'Digital delivery',
  )(
    typeNamed('DigitalDelivery')(
      object({
        kind: product.fields.digitalKind,
        url: product.fields.digitalUrl,
        instructions: product.fields.digitalInstructions,
        codes: nullable(codeCountsSchema),
      }),
    ),
  ),
};

/** A row of a list: everything but the description, which may be long. */
export const listedProductSchema = typeNamed('ProductRow')(object({ ...product.listedAnswers, ...parts }));
export const productSchema = typeNamed('Product')(object({ ...product.answers, ...parts }));

/** The product as previews and audit rows compare it: codes that come or go are recorded without the rest of the delivery. */
export const productEntity = product.label(object({ ...productSchema.properties, codes: nullable(codeCountsSchema) }));

/** What commands on a product answer: where it stands now. */
export const productReceipt = typeNamed('ProductReceipt')(
  object({
    id: id('prd'),
    rev: rev(),
    handle: t.String(),
    status: catalogStatus,
    variants: t.Array(object({ id: id('var'), title: t.String() })),
  }),
);

export type CodeCounts = Static<typeof codeCountsSchema>;

/** A product as it is read, by callers and commands alike. */
export type ProductRow = Static<typeof productSchema>;

/** The product as previews and audit rows compare it: what a caller can change, without the bookkeeping. */
export const productSnapshot = (row: ProductRow): Readonly<Record<string, unknown>> => ({
  ...product.snapshot(row),
  variants: row.variants,
  digital: row.digital,
});

export const receiptOf = ({
  id,
  rev,
  handle,
  status,
  variants,
}: Pick<ProductRow, 'id' | 'rev' | 'handle' | 'status' | 'variants'>) => ({
  id,
  rev,
  handle,
  status,
  variants: variants.map((variant) => ({ id: variant.id, title: variant.title })),
});
