import { exampleId } from '../kernel/declaration/example';
import { label, line, paragraphs, t } from '../kernel/schema/schema';
import { orderReturn } from '../order/return/aggregate';
import { bulkAct } from './act';

const carrier = label(
  'Kargo firması',
  'Carrier',
)(line(60, { description: 'A code of `cargo.carriers.list`. Left out: that of the checkout settings.' }));
const text = label('İade talimatı', 'Instructions')(paragraphs(2_000, { description: 'The same for all buyers.' }));

export default bulkAct({
  id: 'bulk.returns.approve',
  label: { tr: 'Ürün iadelerini onayla', en: 'Approve returns' },
  summary: 'Accept many returns and mail each buyer how to send the goods, as one proposal.',
  path: 'return-approvals',
  of: orderReturn.reference,
  terms: { carrier: t.Optional(carrier), text: t.Optional(text) },
  example: { ids: [exampleId('ret', 'TAZE')], carrier: 'yurtici' },

  async plan({ ids, terms }) {
    return ids.map((returnId) => ({ command: 'order.return.approve', payload: { returnId, ...terms } }));
  },
});
