import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';
import { confirmedAccount } from './own/account';
import open from './store.open';
import { store } from './table';

/** Of one login: enough for whoever has shops, and few enough that a stolen session makes no thousands of them. */
const STORES_MAX = 20;

export default command({
  id: 'store.own.open',
  label: { tr: 'Başka bir mağaza aç', en: 'Open another store' },
  summary: 'Open a further store with the same login. The session stays in its own.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  payload: object({ name: store.columns.name.schema }),
  redact: () => ({}),
  result: object({ storeId: id('str') }),
  refuses: ['confirm_needed', 'stores_full'],
  example: { name: 'Çay Dükkânı' },
  route: { http: 'POST /v1/account/stores', status: 201 },

  async run(context) {
    const [storeId, ownerId] = [context.newId('str'), context.newId('own')];
    const { loginId, email, stores } = await confirmedAccount(context, storeId);
    if (stores >= STORES_MAX) refuse('stores_full', `An owner has ${STORES_MAX} stores at most.`);
    await context.elsewhere({ storeId, ownerId }, open, { name: context.payload.name, email, loginId });
    return { storeId };
  },
});
