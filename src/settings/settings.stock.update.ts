import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { type Answer, expectedRevOrNone, object } from '../kernel/schema/schema';
import { stockPolicy, stockPolicySchema } from '../store/stock/aggregate';
import { stateStockPolicy } from '../store/stock/store';

export default command({
  id: 'settings.stock.update',
  label: { tr: 'Stok ayarlarını belirle', en: 'Set the stock settings' },
  summary:
    'Set the whole stock policy: the stock that marketplaces are told, and its return. A marketplace without a policy of its own follows it.',
  policy: 'propose',
  scope: 'store:admin',
  role: 'manager',
  payload: object({ ...stockPolicy.states, expectedRev: expectedRevOrNone }),
  result: stockPolicySchema,
  refuses: ['rev_conflict'],
  example: {
    marketplaceBuffer: 2,
    untrackedQuantity: 100,
    restockOnCancel: true,
    restockOnReturn: false,
    zeroWhenArchived: true,
  },
  subject: soleSubject(stockPolicy.word),

  async run(context) {
    const policy = await stateStockPolicy(context, 'settings.stock.update', context.payload, () => {});
    return stockPolicy.answer(policy) as Answer<typeof stockPolicySchema>;
  },
});
