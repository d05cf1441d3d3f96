import { forgetShopper } from '../checkout/session/store';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t, unit } from '../kernel/schema/schema';
import { customer } from '../order/customer/aggregate';
import { forgetOrders } from '../order/customer/forget';
import { changeCustomer, lockCustomer, reachOfCustomer } from '../order/customer/store';
import { customerReceipt, receiptOf } from '../order/customer/view';
import { forgetNotes } from './note/store';

const count = t.Integer(unit('count'));

export default command({
  id: 'customer.anonymize',
  label: { tr: 'Müşteriyi anonimleştir', en: 'Anonymize a customer' },
  summary: 'End the data of a person for good; orders keep the parts that the law demands.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'owner',
  flags: ['destructive'],
  irreversible: true,
  forgets: customer.word,
  payload: object({ customerId: customer.reference, expectedRev }),
  result: object({
    ...customerReceipt.properties,
    ordersKept: label('Yasal süre boyunca saklanan sipariş', 'Orders kept by law')(count),
    ordersOpen: label(
      'Süren sipariş',
      'Orders that go on',
    )(
      t.Integer({
        description: 'Orders of the person that have not ended; no letter is sent for them any more.',
        ...unit('count'),
      }),
    ),
  }),
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { customerId: exampleId('cus', 'ZEYNEP') },
  subject: customer.by('customerId'),

  async run(context) {
    const { payload, storeId, tx, now, guardRev, forget } = context;
    // Sessions before the customer, as whoever places one locks them.
    const reach = await reachOfCustomer(tx, storeId, payload.customerId);
    const sessions = await forgetShopper(tx, storeId, reach, now);
    const before = await lockCustomer(tx, storeId, payload.customerId);
    guardRev(before.id, before.rev);
    if (before.anonymizedAt !== null)
      refuse('invalid_state', 'The customer is forgotten already.', {
        facts: { state: 'anonymized' },
        quotesNobody: true,
      });
    const after = changeCustomer(context, before, {
      name: null,
      email: null,
      phone: null,
      emailDigest: null,
      remoteDigest: null,
      identityId: null,
      anonymizedAt: now.toISOString(),
    });
    await forgetNotes(context, before.id);
    const { orderIds, open } = await forgetOrders(context, before.id, sessions);
    forget(before.id);
    return { ...receiptOf(after), ordersKept: orderIds.length, ordersOpen: open };
  },
});
