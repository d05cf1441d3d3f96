import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { patchBack } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { category, categorySchema } from './category/aggregate';
import { changeCategory, getCategory } from './category/store';

export default command({
  id: 'catalog.category.update',
  label: { tr: 'Kategoriyi düzenle', en: 'Edit a category' },
  summary: 'Change the name, instalment cap or position of a category; fields left out stay.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ categoryId: category.reference, expectedRev, ...category.updates }, { minProperties: 2 }),
  result: categorySchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { categoryId: exampleId('cat', 'KAHVE'), name: 'Taze Kahve', taksitCap: 3 },
  subject: category.by('categoryId'),

  async run(context) {
    const { categoryId, expectedRev: _guarded, ...patch } = context.payload;
    const before = await getCategory(context.tx, context.storeId, categoryId);
    context.guardRev(categoryId, before.rev);
    assertActive(before, 'The category');
    const after = changeCategory(context, before, patch);
    context.inverse('catalog.category.update', { categoryId, expectedRev: after.rev, ...patchBack(before, patch) });
    return after;
  },
});
