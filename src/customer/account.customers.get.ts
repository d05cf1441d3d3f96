import { readRoute } from '../kernel/declaration/route';
import { id, object, t, typeNamed } from '../kernel/schema/schema';
import { customer } from '../order/customer/aggregate';
import { customerHistory } from '../order/customer/described';
import { addressesOf, findCustomer, ordersOf, returnsOf } from '../order/customer/history-store';
import { NOTES_MAX, notesOf } from './note/store';
import { customerNoteSchema } from './note/table';

export default readRoute({
  id: 'account.customers.get',
  http: 'GET /v1/account/customers/{cus}',
  summary:
    'A customer with addresses, orders, returns and notes of the owners. Of a forgotten one, orders and returns are left.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: object({ cus: id(customer.prefix) }),
  result: typeNamed('CustomerHistory')(
    object({
      ...customerHistory,
      notes: t.Array(customerNoteSchema, { maxItems: NOTES_MAX, description: 'Newest first.' }),
    }),
  ),
  refuses: ['invalid_request', 'not_found'],

  run: ({ db, storeId, params: { cus } }) =>
    db.snapshot(async (moment) => ({
      ...(await findCustomer(moment, storeId, cus)),
      addresses: await addressesOf(moment, storeId, cus),
      lastOrders: await ordersOf(moment, storeId, cus),
      lastReturns: await returnsOf(moment, storeId, cus),
      notes: await notesOf(moment, storeId, cus),
    })),
});
