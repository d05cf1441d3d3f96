import { id, label, nullable, object, rev, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { listedPictureSchema, pictureSchema } from '../../media/image/shown';
import { shownValues } from '../../metafield/value/aggregate';
import { pool } from '../digital/table';
import { catalogStatus } from '../status';
import { variant } from '../variant/table';
import { pictureAlt, product } from './aggregate';

export const VARIANTS_MAX = 100;

export const variantSchema = variant.label(object(variant.answers));

export const codeCountsSchema = label('Kodlar', 'Codes')(typeNamed('DigitalCodeCounts')(object(pool.answers)));

/** Fields that are made of several columns, or of other tables. */
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

/** Fields that callers read beside, and no command on a product changes. */
const shownParts = {
  ...parts,
  variants: label('Varyantlar', 'Variants')(t.Array(variant.label(object({ ...variant.answers, ...shownValues })))),
  ...shownValues,
};

const pictures = label('Görseller', 'Pictures');

/** A row of a list: everything but the description, which may be long, and the pictures behind the first one. */
export const listedProductSchema = typeNamed('ProductRow')(
  object({
    ...product.listedAnswers,
    ...shownParts,
    picture: label(
      'Görsel',
      'Picture',
    )(nullable(typeNamed('ListedPicture')(object({ ...listedPictureSchema, alt: pictureAlt })))),
  }),
);
export const productSchema = typeNamed('Product')(
  object({
    ...product.answers,
    ...shownParts,
    media: pictures(t.Array(typeNamed('ProductPicture')(object({ ...pictureSchema, alt: pictureAlt })))),
  }),
);

/** A picture as the calls of a product state it. */
export const placedPicture = object({ mediaId: pictureSchema.mediaId, alt: pictureAlt });

/** The row of a product as commands see it: the work on its pictures in the background does not concern them. */
const productRowSchema = object({ ...product.answers, ...parts, media: pictures(t.Array(placedPicture)) });

/** The product as previews and audit rows compare it: codes that come or go are recorded without the rest of the delivery. */
export const productEntity = product.label(
  object({ ...productRowSchema.properties, codes: nullable(codeCountsSchema) }),
);

/** The answer of commands on a product: where it stands now. */
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

/** A product as commands read it. */
export type ProductRow = Static<typeof productRowSchema>;

/** The product as previews and audit rows compare it: what a caller can change, without the bookkeeping. */
export const productSnapshot = (row: ProductRow): Readonly<Record<string, unknown>> => ({
  ...product.snapshot(row),
  variants: row.variants,
  digital: row.digital,
  media: row.media,
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
