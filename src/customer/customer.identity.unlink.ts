import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, type Static, t } from '../kernel/schema/schema';
import { customer, identityId } from '../order/customer/aggregate';
import { changeCustomer, lockLinked } from '../order/customer/store';
import { customerReceipt, receiptOf } from '../order/customer/view';
import { firstOrderOf } from '../order/order/store';

const payload = object({ identityId: t.Optional(identityId), customerId: t.Optional(customer.reference) });

export default command({
  id: 'customer.identity.unlink',
  label: { tr: 'Alıcı kimliği bağını kaldır', en: 'Unlink a shopper identity' },
  summary: 'Clear the pointer to a shopper identity from the customers of this store; orders stay.',
  policy: 'propose',
  scope: 'orders:write',
  removes: true,
  payload,
  result: object({ customers: t.Array(customerReceipt) }),
  refuses: ['not_found', 'invalid_request'],
  example: { identityId: 'kimlik-ayse' },

  async run(context) {
    const { storeId, tx, inverse } = context;
    const linked = await lockLinked(tx, storeId, checkNamed(context.payload));
    if (linked.length === 0) refuse('not_found', 'No customer is attached to this identity.', { quotesNobody: true });
    const customers = linked.map((before) => receiptOf(changeCustomer(context, before, { identityId: null })));
    const [only] = linked;
    // Several are attached again one by one.
    const orderId = only && linked.length === 1 ? await firstOrderOf(tx, storeId, only.id) : undefined;
    if (orderId !== undefined) inverse('customer.identity.attach', { orderId, identityId: only?.identityId });
    return { customers };
  },
});

/** An identity, a customer, or both. @throws {Refusal} invalid_request of neither, which would be everybody */
function checkNamed({ identityId, customerId }: Static<typeof payload>) {
  if (identityId === undefined && customerId === undefined)
    refuse('invalid_request', 'Either an identity is named or a customer.', {
      errors: [{ pointer: '/customerId', message: 'is needed where no identity is named' }],
      quotesNobody: true,
    });
  return { identityId: identityId ?? null, customerId: customerId ?? null };
}
