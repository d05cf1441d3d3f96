import { command } from '../kernel/declare';
import { expectedRev, id, object } from '../kernel/schema';
import { getCategory, saveCategory } from './category.store';
import { categorySchema, categorySnapshot } from './category.view';
import { assertActive } from './product.state';

export default command({
  id: 'catalog.category.archive',
  summary: 'Archive a category: its products keep the assignment, active lists no longer show it.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ categoryId: id('cat'), expectedRev }),
  result: categorySchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],

  async run({ payload, storeId, tx, now, record, guardRev }) {
    const before = await getCategory(tx, storeId, payload.categoryId);
    guardRev(before.id, before.rev);
    assertActive(before, 'The category');
    const after = await saveCategory(tx, storeId, { ...before, status: 'archived' }, now);
    record('category', before.id, categorySnapshot(before), categorySnapshot(after));
    return after;
  },
});
