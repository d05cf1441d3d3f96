import { exampleId } from '../kernel/declaration/example';
import { label, paragraphs } from '../kernel/schema/schema';
import { ground, orderReturn } from '../order/return/aggregate';
import { bulkAct } from './act';

export default bulkAct({
  id: 'bulk.returns.reject',
  label: { tr: 'Ürün iadelerini reddet', en: 'Reject returns' },
  summary:
    'Refuse many returns on one ground and in the same words, as one proposal; a withdrawal that stands is left out.',
  path: 'return-rejections',
  of: orderReturn.reference,
  terms: {
    ground,
    text: label('Ret açıklaması', 'Explanation')(paragraphs(2_000, { description: 'The same for all buyers.' })),
  },
  example: { ids: [exampleId('ret', 'TAZE')], ground: 'unfounded', text: 'Üründe ayıp bulunmadı.' },

  async plan({ ids, terms }) {
    return ids.map((returnId) => ({ command: 'order.return.reject', payload: { returnId, ...terms } }));
  },
});
