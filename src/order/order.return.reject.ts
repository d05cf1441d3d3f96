import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { note } from './event/store';
import { RECOURSE } from './law/withdrawal';
import { linesOf } from './line/store';
import type { OrderLine } from './line/table';
import { saveReleased } from './piece/staying';
import { fields, ground, orderReturn, type ReturnRow, returnSchema } from './return/aggregate';
import { holds } from './return/grounds';
import { returnRejected } from './return/letters';
import { type Ground, groundsOf, moved } from './return/state';
import { changeReturn, lockReturn } from './return/store';
import { returnUpon } from './upon/return';

export default command({
  id: 'order.return.reject',
  label: { tr: 'Ürün iadesini reddet', en: 'Reject a return' },
  summary:
    'Refuse a return with a reason and mail the buyer, with where to turn. A withdrawal stands unless late or excluded.',
  policy: 'propose',
  scope: 'orders:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ returnId: orderReturn.reference, ground, text: fields.rejection, expectedRev }),
  result: returnSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state', 'rev_conflict', 'withdrawal_stands'],
  example: { returnId: exampleId('ret', 'TAZE'), ground: 'unfounded', text: 'Üründe ayıp bulunmadı.' },
  subject: orderReturn.by('returnId'),
  route: { id: 'returns.reject', http: 'POST /v1/returns/{ret}/reddet', names: { ret: 'returnId' } },

  actsUpon: returnUpon,

  async run(context) {
    const { payload, storeId, tx, now, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    const state = moved(before.state, 'order.return.reject', 'rejected');
    const { ground: stated, text } = payload;
    assertGround(before, await linesOf(tx, storeId, order.id), stated);
    const rejection = { ground: stated, text, recourse: RECOURSE, at: now.toISOString() };
    const after = changeReturn(context, before, { state, rejection });
    await saveReleased(context, order);
    note(context, order.id, { kind: 'return_rejected', subjectId: before.id, state: stated });
    postLetter(context, returnRejected, before.id);
    return after;
  },
});

/**
 * Goods that have come are rejected for their condition alone, and what is already refunded is not. Before that, a withdrawal is no
 * matter of opinion: whether it is late or excluded stands in what was sold and when it was delivered.
 * @throws {Refusal} withdrawal_stands, invalid_state; invalid_request of a ground that is none of such a return
 */
function assertGround(row: ReturnRow, lines: readonly OrderLine[], stated: Ground): void {
  const may = groundsOf(row);
  if (!may.includes(stated))
    refuse('invalid_request', `The ground of such a return is ${may.join(' or ')}.`, {
      errors: [{ pointer: '/ground', message: `has to be ${may.join(' or ')}` }],
      quotesNobody: true,
    });
  if (holds(stated, row, lines)) return;
  if (stated !== 'condition') refuse('withdrawal_stands', undefined, { quotesNobody: true });
  refuse('invalid_state', 'Some of the goods can be sold again, or their money is given back.', {
    facts: { state: 'received' },
    quotesNobody: true,
  });
}
