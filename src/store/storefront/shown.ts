import { category } from '../../catalog/category/aggregate';
import { collection } from '../../catalog/collection/aggregate';
import { pictureAlt, product } from '../../catalog/product/aggregate';
import { variant } from '../../catalog/variant/table';
import { id, label, nullable, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { pictureSchema } from '../../media/image/shown';
import { stated } from '../../metafield/value/fields';
import { identity } from '../identity/aggregate';
import { store } from '../table';

/*
 * Schemas of the projection as storefronts read it. Columns declare whether they are shown (`projected`), for SQL and schemas alike.
 */

const metafields = label(
  'Özel alanlar',
  'Custom fields',
)(t.Record(t.String(), stated, { description: 'Values by their keys.' }));

const picture = typeNamed('ProductPicture')(object({ ...pictureSchema, alt: pictureAlt }));

const variants = t.Array(
  typeNamed('Variant')(
    object({
      id: id('var'),
      ...variant.projectedAnswers,
      metafields,
    }),
  ),
  { description: 'In their order. Of a product that has some, a cart line names one: the product itself is not sold.' },
);

const { description: _, ...listed } = product.projectedAnswers;
const parts = { metafields, variants: label('Varyantlar', 'Variants')(variants) };

/** A product of a list has one picture and no description, which may be long. */
export const productRow = typeNamed('ProductRow')(
  object({ id: id('prd'), ...listed, ...parts, picture: label('Görsel', 'Picture')(nullable(picture)) }),
);

export const shownProduct = typeNamed('Product')(
  object({
    id: id('prd'),
    ...product.projectedAnswers,
    ...parts,
    media: label('Görseller', 'Pictures')(t.Array(picture, { description: 'In their order.' })),
  }),
);

export const shownCollection = typeNamed('Collection')(
  object({
    id: id('col'),
    ...collection.projectedAnswers,
    metafields,
    productCount: label('Ürün sayısı', 'Number of products')(t.Integer({ minimum: 0, ...unit('count') })),
  }),
);

export const shownCategory = typeNamed('Category')(object({ id: id('cat'), ...category.projectedAnswers }));

export const shownStore = typeNamed('Store')(
  object({
    id: id('str'),
    ...store.projectedAnswers,
    metafields,
    identity: label(
      'Satıcı kimliği',
      'Identity of the merchant',
    )(
      nullable(
        typeNamed('Seller')(
          object(identity.projectedAnswers, {
            description: 'Who sells, for the footer of the shop. Null as long as nobody has stated it.',
          }),
        ),
      ),
    ),
  }),
);
