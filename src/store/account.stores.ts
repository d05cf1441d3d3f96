import { listOwnStores } from '../account/login-store';
import { readRoute } from '../kernel/declaration/route';
import { id, object, page, pageQuery, t, time } from '../kernel/schema/schema';
import { storeNames } from './store';

const ownStoreSchema = object({
  id: id('str'),
  name: t.String(),
  joinedAt: time(),
  isCurrent: t.Boolean({ description: 'The one that the session is of.' }),
});

export default readRoute({
  id: 'account.stores',
  http: 'GET /v1/account/stores',
  summary: 'The stores of the owner who asks, newest first. `POST /v1/auth/switch` moves the session to another one.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  query: object(pageQuery),
  result: page(ownStoreSchema),
  refuses: [],

  run: ({ db, principal, cursors }) =>
    cursors.pageById({
      rows: (before, most) =>
        db.snapshot(async (moment) => {
          const own = await listOwnStores(moment, principal.id, before, most);
          const ids = own.map(({ id }) => id);
          const names = await storeNames(moment, ids);
          return own.map((store) => ({ ...store, name: names.get(store.id) ?? '' }));
        }),
      view: (row) => ({ ...row, isCurrent: row.id === principal.storeId }),
    }),
});
