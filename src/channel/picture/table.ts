import { id, label, nullable, t } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';

/** A picture that a marketplace shows of an imported product, as long as the product does not have it. */
export const picture = table({
  word: 'channel picture',
  label: label('Pazaryeri görseli', 'Picture of a marketplace'),
  table: 'channel_picture',
  columns: {
    extension: { type: 'text', schema: t.String(), kept: 'once' },
    productId: { type: 'text', schema: id('prd'), kept: 'once' },
    /** The place of the picture among those of the product. */
    position: { type: 'integer', schema: t.Integer(), kept: 'once' },
    /** The id of the product on the marketplace. */
    remoteId: { type: 'text', schema: t.String(), kept: 'once' },
    url: { type: 'text', schema: t.String(), kept: 'once' },
    /** The job that could not get it; another one tries it once more. */
    triedBy: { type: 'text', schema: nullable(id('cjb')), kept: 'apart' },
  },
});

/** A product whose pictures an import has taken up once: from then on they are what the merchant makes of them. */
export const picturedProduct = table({
  word: 'pictured product',
  label: label('Görselleri alınan ürün', 'Product whose pictures were taken up'),
  table: 'channel_pictured',
  columns: {
    extension: { type: 'text', schema: t.String(), kept: 'once' },
    productId: { type: 'text', schema: id('prd'), kept: 'once' },
  },
});

export type PictureRow = Row<typeof picture>;
