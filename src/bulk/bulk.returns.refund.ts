import { exampleId } from '../kernel/declaration/example';
import { label, line } from '../kernel/schema/schema';
import { orderReturn } from '../order/return/aggregate';
import { returnsNamed } from '../order/return/named-store';
import { type BulkCall, bulkAct } from './act';

export default bulkAct({
  id: 'bulk.returns.refund',
  label: { tr: 'İadelerin parasını geri ver', en: 'Give the money of returns back' },
  summary:
    'Give back what is owed for many returns, each by the provider that took it or by the shop itself, as one proposal.',
  path: 'return-refunds',
  role: 'owner',
  of: orderReturn.reference,
  // Returns of one product, or of one order, move the same numbers.
  isStacked: true,
  terms: { reason: label('Gerekçe', 'Reason')(line(300, { description: 'The same for all of them.' })) },
  example: { ids: [exampleId('ret', 'TAMAM')], reason: 'Ürün iadesi' },
  asksProvider: true,

  async plan({ db, storeId, ids, terms: { reason } }) {
    const returns = new Map((await returnsNamed(db, storeId, ids)).map((each) => [each.id, each]));
    return ids.flatMap((returnId): BulkCall[] => {
      const named = returns.get(returnId);
      if (!named) return [];
      const command = named.byProvider ? 'orders.refund' : 'order.refund.request';
      return [{ command, payload: { orderId: named.orderId, returnId, reason } }];
    });
  },
});
