import { product } from '../catalog/product/aggregate';
import { tagsOf } from '../catalog/product/tag-store';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { label, t } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';

const { schema: tags } = product.columns.tags;

export default bulkAct({
  id: 'bulk.products.tag',
  label: { tr: 'Ürünleri etiketle', en: 'Tag products' },
  summary: 'Put tags on many products, and take tags off them, as one proposal.',
  path: 'tags',
  of: product.reference,
  terms: {
    add: t.Optional(label('Eklenecek etiketler', 'Tags to put on')(tags)),
    remove: t.Optional(label('Çıkarılacak etiketler', 'Tags to take off')(tags)),
  },
  example: { ids: [exampleId('prd', 'CEZVE')], add: ['el yapımı'] },

  check({ add = [], remove = [] }) {
    if (add.length + remove.length === 0)
      refuse('invalid_request', 'Tags to put on, or to take off, are stated.', {
        errors: [{ pointer: '/add', message: 'or remove names a tag' }],
      });
    const both = add.find((tag) => remove.includes(tag));
    if (both !== undefined)
      refuse('invalid_request', 'A tag is put on or taken off.', {
        errors: [{ pointer: '/remove', message: 'names a tag that add names, too' }],
      });
  },

  async plan({ db, storeId, ids, terms: { add = [], remove = [] } }) {
    const known = await tagsOf(db, storeId, ids);
    return ids.flatMap((productId): BulkCall[] => {
      const before = known.get(productId) ?? [];
      const after = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag));
      // The command says that there is no such product.
      if (known.has(productId) && after.length === before.length && after.every((tag) => before.includes(tag)))
        return [];
      return [{ command: 'catalog.product.update', payload: { productId, tags: after } }];
    });
  },
});
