import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { note } from './event/store';
import { saveReleased } from './piece/staying';
import { orderReturn, returnSchema } from './return/aggregate';
import { returnWithdrawn } from './return/letters';
import { moved } from './return/state';
import { changeReturn, lockReturn } from './return/store';
import { returnUpon } from './upon/return';

export default command({
  id: 'order.return.cancel',
  label: { tr: 'Ürün iadesinden vazgeç', en: 'Withdraw a return' },
  summary: 'The buyer keeps the goods after all; only before any of them were received.',
  policy: 'owner',
  scope: 'checkout',
  role: 'manager',
  // A buyer who wants to give the goods back after all asks anew.
  irreversible: true,
  payload: object({ returnId: orderReturn.reference, expectedRev }),
  result: returnSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { returnId: exampleId('ret', 'TAZE') },
  subject: orderReturn.by('returnId'),

  actsUpon: returnUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    const after = changeReturn(context, before, { state: moved(before.state, 'order.return.cancel', 'withdrawn') });
    await saveReleased(context, order);
    note(context, order.id, { kind: 'return_withdrawn', subjectId: before.id });
    postLetter(context, returnWithdrawn, before.id);
    return after;
  },
});
