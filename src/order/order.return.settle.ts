import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, kurus, label, object } from '../kernel/schema/schema';
import { saveMoved } from './piece/staying';
import { orderReturn } from './return/aggregate';
import { owedNow } from './return/owed';
import { ended, standingOf } from './return/settle';
import { lockReturn } from './return/store';
import { owedUpon } from './upon/return';

export default command({
  id: 'order.return.settle',
  label: { tr: 'Ürün iadesini kapat', en: 'Settle a return' },
  summary:
    'End a return whose money was given back; it moves no money, and changes nothing while some is owed. orders.refund gives it back.',
  policy: 'propose',
  scope: 'orders:write',
  // A return that has ended is not opened again.
  irreversible: true,
  payload: object({ returnId: orderReturn.reference, expectedRev }),
  result: object({
    ...orderReturn.answers,
    owed: label(
      'Verilecek tutar',
      'Owed',
    )(kurus({ description: 'Nobody has asked for its refund yet; 0: nothing is owed now.' })),
  }),
  refuses: ['not_found', 'rev_conflict'],
  example: { returnId: exampleId('ret', 'TAMAM') },
  subject: orderReturn.by('returnId'),

  actsUpon: owedUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    const standing = await standingOf(context, order);
    const after = ended(context, before, standing);
    if (after === before) return { ...before, owed: owedNow(before, standing).amount };
    await saveMoved(context, order, standing.lines, standing.lines);
    return { ...after, owed: 0 };
  },
});
