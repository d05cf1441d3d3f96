import { command } from '../kernel/declare';
import { object, t } from '../kernel/schema';
import { insertCategory } from './category.store';
import { categoryFields, categorySchema, categorySnapshot } from './category.view';

export default command({
  id: 'catalog.category.create',
  summary: 'Create a category of the flat taxonomy, with an optional instalment cap.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({
    name: categoryFields.name,
    taksitCap: t.Optional(categoryFields.taksitCap),
    position: t.Optional(categoryFields.position),
  }),
  result: categorySchema,
  refuses: [],
  example: { name: 'Elbise', taksitCap: 6 },

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const { name, taksitCap = null, position = null } = payload;
    const category = await insertCategory(tx, storeId, { id: newId('cat'), name, taksitCap, position }, now);
    record('category', category.id, null, categorySnapshot(category));
    // The nearest there is: nothing deletes a category.
    inverse('catalog.category.archive', { categoryId: category.id, expectedRev: category.rev });
    return category;
  },
});
