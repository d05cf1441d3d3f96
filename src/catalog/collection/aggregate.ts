import { type Answer, id, label, line, nullable, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { shownValues } from '../../metafield/value/aggregate';
import { archivable } from '../archivable/column';
import { handleOf } from '../handle/column';

/** As many as fit a request body of 1 MiB several times over: each is audited before and after. */
const MEMBERS_MAX = 5000;

export const collection = aggregate({
  word: 'collection',
  prefix: 'col',
  label: label('Koleksiyon', 'Collection'),
  table: 'catalog_collection',
  columns: {
    ...archivable,
    title: { type: 'text', schema: label('Ad', 'Title')(line(200)), writers: ['create', 'update'], projected: 'shown' },
    ...handleOf('collection'),
    description: {
      type: 'text',
      schema: label('Açıklama', 'Description')(nullable(t.String({ maxLength: 20_000 }))),
      writers: ['create', 'update'],
    },
    productCount: {
      type: 'integer',
      schema: label(
        'Ürün sayısı',
        'Number of products',
      )(t.Integer({ ...unit('count'), description: 'Members, archived products included.' })),
      kept: 'apart',
    },
    ...times,
  },
});

export type CollectionRow = Row<typeof collection>;

/** The members in their manual order. The caller looks for repeated ones, and names them beside all other faults. */
export const members = label(
  'Ürünler',
  'Products',
)(t.Array(id('prd'), { maxItems: MEMBERS_MAX, description: 'The products in their order of display, each once.' }));

const productIds = label(
  'Ürünler',
  'Products',
)(t.Array(id('prd'), { description: 'Members in their manual order, as setProducts takes them.' }));

/** The answer of commands on a collection: where it stands now. */
export const collectionReceipt = typeNamed('CollectionReceipt')(object(collection.answers));
export const listedCollectionSchema = typeNamed('CollectionRow')(object({ ...collection.answers, ...shownValues }));
export const collectionSchema = typeNamed('Collection')(object({ ...collection.answers, productIds, ...shownValues }));

/** As a list shows it. */
export type ShownCollection = Answer<typeof listedCollectionSchema>;

/** The collection as previews and audit rows compare it. */
export const collectionEntity = collection.label(object({ ...collection.answers, productIds }));
