import { command } from '../kernel/declare';
import { expectedRev, id, object, t } from '../kernel/schema';
import { getCategory, saveCategory } from './category.store';
import { categoryFields, categorySchema, categorySnapshot } from './category.view';
import { assertActive } from './product.state';
import { patchBack } from './undo';

export default command({
  id: 'catalog.category.update',
  summary: 'Change the name, instalment cap or position of a category; fields left out stay.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object(
    {
      categoryId: id('cat'),
      expectedRev,
      name: t.Optional(categoryFields.name),
      taksitCap: t.Optional(categoryFields.taksitCap),
      position: t.Optional(categoryFields.position),
    },
    { minProperties: 2 },
  ),
  result: categorySchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { categoryId, expectedRev: _guarded, ...patch } = payload;
    const before = await getCategory(tx, storeId, categoryId);
    guardRev(categoryId, before.rev);
    assertActive(before, 'The category');
    const after = await saveCategory(tx, storeId, { ...before, ...patch }, now);
    record('category', categoryId, categorySnapshot(before), categorySnapshot(after));
    inverse('catalog.category.update', { categoryId, expectedRev: after.rev, ...patchBack(before, patch) });
    return after;
  },
});
