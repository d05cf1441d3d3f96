import { address } from '../checkout/buyer/fields';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, label, object, personal } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { note } from './event/store';
import { addressChanged } from './letter/letters';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { assertAddressable } from './order/state';
import { changeOrder, lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';

export default command({
  id: 'order.address.set',
  label: { tr: 'Teslimat adresini değiştir', en: 'Change the address of delivery' },
  summary:
    'Change where an order of the shop is delivered, before any parcel of it is made. The buyer is written to; invoice, prices and documents stay.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  // The envelope does not know it, so nothing that undoes by commands could call it again.
  irreversible: true,
  payload: object({
    orderId: order.reference,
    shippingAddress: personal(label('Teslimat adresi', 'Address of delivery')(address)),
    expectedRev,
  }),
  result: orderReceipt,
  refuses: ['not_found', 'invalid_state', 'marketplace_order', 'rev_conflict'],
  example: {
    orderId: exampleId('ord', 'KAPDA'),
    shippingAddress: {
      name: 'Ayşe Yılmaz',
      phone: '+905321234567',
      address: 'Bağdat Caddesi 12/3',
      district: 'Kadıköy',
      province: 'İstanbul',
      postalCode: '34710',
    },
  },
  route: { http: 'POST /v1/account/orders/{ord}/address', names: { ord: 'orderId' } },
  subject: order.by('orderId'),

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    assertOfShop(before);
    assertAddressable(before);
    const after = changeOrder(context, before, { shippingAddress: payload.shippingAddress });
    note(context, before.id, { kind: 'readdressed' });
    postLetter(context, addressChanged, before.id);
    return receiptOf(after);
  },
});
