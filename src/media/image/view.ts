import { object, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { type Media, type MediaRow, media, mediaSchema } from './aggregate';
import { mediaVariant, type VariantRow } from './table';

/** As lists show it. Results of commands do not: an address that expires would make each preview another one. */
export const listedMediaSchema = typeNamed('MediaRow')(
  object({
    ...mediaSchema.properties,
    originalUrl: t.String({
      description:
        'Path of the file that was brought, for download. It opens without a credential, for an hour at least.',
    }),
  }),
);

/** Makes the path of a drawing, which everybody may read, for good. */
export const variantPath = (storeId: string, { object, format }: Pick<VariantRow, 'object' | 'format'>): string =>
  `/media/${storeId}/${object}.${format}`;

export const mediaView = (storeId: string, row: MediaRow): Media => ({
  ...media.answer(row),
  variants: row.variants.map((variant) => ({ ...mediaVariant.answer(variant), url: variantPath(storeId, variant) })),
});

export const listedMediaView = (
  storeId: string,
  row: MediaRow,
  sign: (path: string) => string,
): Static<typeof listedMediaSchema> => ({
  ...mediaView(storeId, row),
  originalUrl: sign(`/media/original/${storeId}/${row.object}`),
});

/** The state of the picture, as audit rows compare it. */
export const drawnSnapshot = ({ state, failure, width, height, variants }: MediaRow) => ({
  state,
  failure,
  width,
  height,
  variants: variants.map(({ format, width }) => ({ format, width })),
});
