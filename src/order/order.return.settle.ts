import { command } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, kurus, label, object } from '../kernel/schema/schema';
import record from './order.refund.record';
import { saveMoved } from './piece/staying';
import { askFor } from './refund/reserve';
import { orderReturn } from './return/aggregate';
import { ended, reserved, settlesByRefund, standingOf } from './return/settle';
import { mayMove, type ReturnState } from './return/state';
import { lockReturn } from './return/store';

export default command({
  id: 'order.return.settle',
  label: { tr: 'Ürün iadesini kapat', en: 'Settle a return' },
  summary:
    'Reserve a refund of what is owed for pieces that came back; the return is refunded once that was given back.',
  policy: 'propose',
  scope: 'orders:write',
  asksProvider: true,
  // What is reserved is freed by the record of its refund.
  irreversible: true,
  issues: [record],
  settles: settlesByRefund,
  payload: object({ returnId: orderReturn.reference, expectedRev }),
  result: object({
    ...orderReturn.answers,
    reserved: label(
      'Şimdi ayrılan',
      'Reserved now',
    )(kurus({ description: 'To be given back by a refund that this call asks for; 0: none is owed now.' })),
  }),
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { returnId: exampleId('ret', 'TAMAM') },
  subject: orderReturn.by('returnId'),

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    if (before.state === 'refunded') return { ...before, reserved: 0 };
    if (!mayMove(before.state, 'order.return.settle', 'refunded')) inState(before.state, 'no money is owed for it');
    if (order.payment !== 'paid') inState(before.state, 'no money of the order has come yet');
    const standing = await standingOf(context, order);
    const { row, made } = await reserved(context, before, standing);
    if (made) {
      askFor(context, made);
      return { ...row, reserved: made.amount };
    }
    const after = ended(context, row, standing);
    if (after !== row) await saveMoved(context, order, standing.lines, standing.lines);
    return { ...after, reserved: 0 };
  },
});

/** @throws {Refusal} invalid_state */
const inState = (state: ReturnState, why: string): never =>
  refuse('invalid_state', `The return is ${state}: ${why}.`, { facts: { state }, quotesNobody: true });
