import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { countedPage, countedPageQuery, object, oneOf, t } from '../kernel/schema/schema';
import { searchPatterns } from '../kernel/search-patterns';
import { listedCustomerSchema } from '../order/customer/described';
import { customerSorts, listCustomers } from '../order/customer/list-store';
import { wantedText } from '../order/order/search';

export default readRoute({
  id: 'account.customers',
  http: 'GET /v1/account/customers',
  summary:
    'Customers with their orders in numbers: those who bought last come first, or those with the largest sum. Forgotten ones are left out.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({
    ...countedPageQuery,
    text: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Words of name, e-mail or telephone; case, accents and ı/i make no difference, nor how a telephone number is written.',
      }),
    ),
    sort: t.Optional(oneOf(customerSorts, { default: '-lastOrderAt' })),
  }),
  result: countedPage(listedCustomerSchema),
  refuses: ['invalid_request'],

  run({ db, storeId, query: { text, sort = '-lastOrderAt' }, cursors }) {
    const search = text === undefined ? undefined : searchPatterns(wantedText(text));
    if (text !== undefined && !search)
      return refuse('invalid_request', 'text holds no word.', {
        errors: [{ pointer: '/query/text', message: 'holds no word' }],
      });
    return cursors.countedPage(db, {
      kinds: [sort === '-total' ? 'int8' : 'time', 'text'] as const,
      rows: (from, after, most) => listCustomers(from, storeId, { search, sort }, after, most),
      position: ({ sortKey, sortId }) => [sortKey, sortId],
      view: ({ sortKey: _, sortId: _id, ...row }) => row,
    });
  },
});
