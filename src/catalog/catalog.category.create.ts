import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { category, categorySchema } from './category/aggregate';
import { insertCategory } from './category/store';

export default command({
  id: 'catalog.category.create',
  label: { tr: 'Kategori oluştur', en: 'Create a category' },
  summary: 'Create a category of the flat taxonomy, with an optional instalment cap.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ ...category.creates, position: category.updates.position }),
  result: categorySchema,
  refuses: [],
  example: { name: 'Elbise', taksitCap: 6 },

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const { position = null, ...stated } = payload;
    const row = { ...category.initial, ...stated, id: newId(category.prefix), position };
    const created = await insertCategory(tx, storeId, row, now);
    record('category', created.id, null, category.snapshot(created));
    // The nearest there is: nothing deletes a category.
    inverse('catalog.category.archive', { categoryId: created.id, expectedRev: created.rev });
    return created;
  },
});
