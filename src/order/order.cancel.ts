import { sendUsesBack } from '../coupon/use/store';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, label, object, t, unit } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { defaultStockPolicy } from '../store/stock/aggregate';
import { findStockPolicy } from '../store/stock/store';
import { note } from './event/store';
import { orderCancelled } from './letter/letters';
import { linesOf } from './line/store';
import { cancelReason, order } from './order/aggregate';
import { cancelled } from './order/state';
import { lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';
import { underWayIn } from './piece/fulfilment';
import { restock, whatIsLeft } from './piece/restock';
import { saveProgress } from './piece/save';
import { withdrawReturns } from './return/settle';
import { orderUpon } from './upon/order';

export default command({
  id: 'order.cancel',
  label: { tr: 'Siparişi iptal et', en: 'Cancel an order' },
  summary: 'Cancel an order that is not paid, or a paid one of a marketplace that has refunded its buyer.',
  policy: 'propose',
  scope: 'orders:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({
    orderId: order.reference,
    reason: cancelReason,
    restock: t.Optional(
      label(
        'Stoğa dön',
        'Restock',
      )(t.Boolean({ description: 'Whether pieces come back to stock; left out: as the stock settings say.' })),
    ),
    expectedRev,
  }),
  result: object({
    ...orderReceipt.properties,
    restocked: label('Stoğa dönen', 'Restocked')(t.Integer(unit('count'))),
  }),
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'EFT'), reason: 'customer' },
  subject: order.by('orderId'),

  actsUpon: orderUpon,

  async run(context) {
    const { payload, storeId, tx, now, guardRev, about } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    const lines = await linesOf(tx, storeId, before.id);
    const payment = cancelled({ ...before, underWay: underWayIn(lines) }, payload.reason, now);
    const { restockOnCancel } = (await findStockPolicy(tx, storeId)) ?? defaultStockPolicy;
    const isRestocked = payload.restock ?? restockOnCancel;
    const stock = await restock(context, lines, isRestocked ? whatIsLeft(lines) : new Map());
    const restocked = [...stock.back.values()].reduce((sum, pieces) => sum + pieces, 0);
    const after = saveProgress(context, before, lines, stock.lines, {
      payment,
      cancelReason: payload.reason,
      cancelledAt: now.toISOString(),
    });
    await withdrawReturns(context, before.id);
    if (before.channel === 'store') sendUsesBack(context, before.id);
    note(context, before.id, { kind: 'cancelled', state: payload.reason });
    if (before.channel === 'store') postLetter(context, orderCancelled, before.id);
    return { ...receiptOf(after), restocked };
  },
});
