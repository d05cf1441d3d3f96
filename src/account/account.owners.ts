import { readRoute } from '../kernel/declaration/route';
import { object, page, pageQuery } from '../kernel/schema/schema';
import { listOwners } from './owner/store';
import { ownerSchema, ownerView } from './owner/view';

export default readRoute({
  id: 'account.owners',
  http: 'GET /v1/account/owners',
  summary: 'The owners of the store and the invited owners, newest first.',
  policy: 'owner',
  scope: null,
  query: object(pageQuery),
  result: page(ownerSchema),
  refuses: [],

  run: ({ db, storeId, cursors }) =>
    cursors.pageById({ rows: (before, most) => listOwners(db, storeId, before, most), view: ownerView }),
});
