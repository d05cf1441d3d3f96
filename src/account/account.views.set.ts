import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, oneOf, words } from '../kernel/schema/schema';
import { assertViews, listViewsFields, listViewsSchema, viewedLists } from './views/schema';
import { saveViews } from './views/store';

export default command({
  id: 'account.views.set',
  label: { tr: 'Liste görünümlerini kaydet', en: 'Save views of a list' },
  summary:
    'Put the own views and columns of a list in this store in the place of those before. The last call counts: they are of one person.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({
    list: label(
      'Liste',
      'List',
    )(oneOf(viewedLists, words({ orders: ['siparişler', 'orders'], products: ['ürünler', 'products'] }))),
    ...listViewsFields,
  }),
  result: listViewsSchema,
  refuses: ['invalid_request', 'not_found'],
  example: {
    list: 'orders',
    views: [{ name: 'Gönderilecek', filter: { payment: 'paid', fulfilment: 'unfulfilled' } }],
    columns: null,
  },
  route: { http: 'PUT /v1/account/views/{list}', names: { list: 'list' } },

  async run({ payload: { list, ...kept }, storeId, principal, tx, about }) {
    assertViews(list, kept.views);
    if (!(await saveViews(tx, storeId, principal.id, { list, kept }))) refuse('not_found', 'There is no such owner.');
    about([principal.id]);
    return kept;
  },
});
