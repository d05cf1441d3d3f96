import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { customer, identityId } from '../order/customer/aggregate';
import { changeCustomer, lockLinked } from '../order/customer/store';
import { customerReceipt, receiptOf } from '../order/customer/view';
import { firstOrderOf } from '../order/order/store';

export default command({
  id: 'customer.identity.unlink',
  label: { tr: 'Alıcı kimliği bağını kaldır', en: 'Unlink a shopper identity' },
  summary: 'Clear the pointer to a shopper identity from the customers of this store; orders stay.',
  policy: 'propose',
  scope: 'orders:write',
  removes: true,
  payload: object({ identityId, customerId: t.Optional(customer.reference) }),
  result: object({ customers: t.Array(customerReceipt) }),
  refuses: ['not_found'],
  example: { identityId: 'kimlik-ayse' },

  async run(context) {
    const { payload, storeId, tx, inverse } = context;
    const { identityId, customerId = null } = payload;
    const linked = await lockLinked(tx, storeId, identityId, customerId);
    if (linked.length === 0) refuse('not_found', 'No customer is attached to this identity.', { quotesNobody: true });
    const customers = linked.map((before) => receiptOf(changeCustomer(context, before, { identityId: null })));
    const [only] = linked;
    // Several are attached again one by one.
    const orderId = only && linked.length === 1 ? await firstOrderOf(tx, storeId, only.id) : undefined;
    if (orderId !== undefined) inverse('customer.identity.attach', { orderId, identityId });
    return { customers };
  },
});
