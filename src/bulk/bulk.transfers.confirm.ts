import { exampleId } from '../kernel/declaration/example';
import { order } from '../order/order/aggregate';
import { bulkAct } from './act';

export default bulkAct({
  id: 'bulk.transfers.confirm',
  label: { tr: 'Havaleleri onayla', en: 'Confirm transfers' },
  summary: 'Note that the transfers of many orders have arrived, as one proposal.',
  path: 'transfers',
  of: order.reference,
  terms: {},
  example: { ids: [exampleId('ord', 'EFT')] },

  async plan({ ids }) {
    return ids.map((orderId) => ({ command: 'order.transfer.confirm', payload: { orderId } }));
  },
});
