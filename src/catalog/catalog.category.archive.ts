import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { category, categorySchema } from './category/aggregate';
import { changeCategory, getCategory } from './category/store';

export default command({
  id: 'catalog.category.archive',
  label: { tr: 'Kategoriyi arşivle', en: 'Archive a category' },
  summary: 'Archive a category: its products keep the assignment, active lists no longer show it.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ categoryId: category.reference, expectedRev }),
  result: categorySchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { categoryId: exampleId('cat', 'KAHVE') },
  subject: category.by('categoryId'),

  async run(context) {
    const { payload, storeId, tx, guardRev } = context;
    const before = await getCategory(tx, storeId, payload.categoryId);
    guardRev(before.id, before.rev);
    assertActive(before, 'The category');
    return changeCategory(context, before, { status: 'archived' });
  },
});
