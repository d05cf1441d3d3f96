import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { identityId } from '../order/customer/aggregate';
import { changeCustomer, lockCustomer } from '../order/customer/store';
import { customerReceipt, receiptOf } from '../order/customer/view';
import { order } from '../order/order/aggregate';
import { customerOfOrder } from '../order/order/store';

export default command({
  id: 'customer.identity.attach',
  label: { tr: 'Müşteriyi alıcı kimliğine bağla', en: 'Attach a customer to a shopper identity' },
  summary: 'Attach the customer of an order to the identity of the shopper who asks for it.',
  policy: 'owner',
  scope: 'checkout',
  role: 'manager',
  payload: object({ orderId: order.reference, identityId }),
  result: customerReceipt,
  refuses: ['not_found', 'invalid_state'],
  example: { orderId: exampleId('ord', 'EFT'), identityId: 'kimlik-mehmet' },

  async run(context) {
    const { payload, storeId, tx, about, inverse } = context;
    const { orderId, identityId } = payload;
    const before = await lockCustomer(tx, storeId, await customerOfOrder(tx, storeId, orderId));
    about([before.id]);
    if (before.anonymizedAt !== null)
      refuse('invalid_state', 'The customer is forgotten.', { facts: { state: 'anonymized' }, quotesNobody: true });
    if (before.identityId === identityId) return receiptOf(before);
    // The holder of somebody else's order must not take the customer over.
    if (before.identityId !== null)
      refuse('invalid_state', 'The customer is attached to another identity, which is unlinked first.', {
        facts: { state: 'attached' },
        quotesNobody: true,
      });
    const after = changeCustomer(context, before, { identityId });
    inverse('customer.identity.unlink', { identityId, customerId: before.id });
    return receiptOf(after);
  },
});
