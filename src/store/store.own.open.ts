import { command } from '../kernel/declaration/command';
import { id, object } from '../kernel/schema/schema';
import { assertRoom, confirmedAccount } from './own/account';
import open from './store.open';
import { store } from './table';

export default command({
  id: 'store.own.open',
  label: { tr: 'Başka bir mağaza aç', en: 'Open another store' },
  summary: 'Open a further store with the same login. The session stays in its own store.',
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
    const account = await confirmedAccount(context, storeId);
    assertRoom(account);
    const { loginId, email } = account;
    await context.elsewhere({ storeId, ownerId }, open, { name: context.payload.name, email, loginId });
    return { storeId };
  },
});
