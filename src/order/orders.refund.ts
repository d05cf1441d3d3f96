import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { order } from './order/aggregate';
import record from './order.refund.record';
import { wayOf } from './payment/way';
import { refund, refundSchema } from './refund/aggregate';
import { askFor } from './refund/book';
import { refundNeeds } from './refund/needs';
import { settledBy } from './refund/settles';
import { getRefund } from './refund/store';
import { reserve, reserveRefuses, wanted } from './return/reserve';
import { refundUpon } from './upon/refund';

export default command({
  id: 'orders.refund',
  label: { tr: 'Parayı karta iade et', en: 'Give money back to the card' },
  summary: 'Give back part or all of a payment through the provider that took it; followed in the order.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'owner',
  asksProvider: true,
  needs: refundNeeds,
  // No provider takes money back that it has given back.
  irreversible: true,
  issues: [record],
  payload: wanted,
  result: refundSchema,
  refuses: reserveRefuses,
  settles: {
    async look(db, storeId, { id }) {
      const row = await getRefund(db, storeId, id);
      return settledBy(row, refund.answer(row));
    },
  },
  example: { orderId: exampleId('ord', 'KART'), amount: 5_000, reason: 'Kutusu ezik geldi' },
  subject: order.by('orderId'),
  route: { http: 'POST /v1/orders/{ord}/refund', names: { ord: 'orderId' } },

  actsUpon: refundUpon,

  async run(context) {
    const made = await reserve(context, async (found) => {
      const way = await wayOf(context, found);
      if (way.method === 'provider') return way;
      return refuse(
        'invalid_state',
        'No payment provider took its money: order.refund.request is for the shop itself.',
        {
          facts: { state: found.payment },
          quotesNobody: true,
        },
      );
    });
    askFor(context, made);
    return refund.answer(made);
  },
});
