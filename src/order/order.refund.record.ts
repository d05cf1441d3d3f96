import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, oneOf, t, words } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { reopenLinks } from './epin/give';
import { note } from './event/store';
import { refundGiven } from './letter/letters';
import { linesOf } from './line/store';
import { assertOfShop } from './order/of-shop';
import { notGivenBack } from './piece/progress';
import { removedOf } from './piece/removal';
import { unsentOf } from './piece/returns';
import { saveMoved } from './piece/staying';
import { type RefundRow, refund, refundFailure, refundReference, refundSchema } from './refund/aggregate';
import { refundBook } from './refund/asked-store';
import { changeRefund, lockRefund } from './refund/store';
import { noteOwedAgain } from './return/deadline';
import { endReturns, standingOf } from './return/settle';
import { refundThereUpon } from './upon/refund';

export default command({
  id: 'order.refund.record',
  label: { tr: 'Para iadesinin sonucunu kaydet', en: 'Record what became of a refund' },
  summary: 'Note that the money of a refund was given back, or not: then what was reserved is free again.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'owner',
  // Money that was given back does not come back; what failed is asked for anew.
  irreversible: true,
  payload: object({
    refundId: refund.reference,
    outcome: label(
      'Sonuç',
      'Outcome',
    )(
      oneOf(
        ['succeeded', 'failed', 'unknown'],
        words({
          succeeded: ['iade edildi', 'given back'],
          failed: ['yapılamadı', 'failed'],
          unknown: ['sonucu bilinmiyor', 'outcome unknown'],
        }),
      ),
    ),
    reference: t.Optional(refundReference),
    failure: t.Optional(refundFailure),
    expectedRev,
  }),
  result: refundSchema,
  refuses: ['not_found', 'invalid_state', 'marketplace_order', 'rev_conflict'],
  example: { refundId: exampleId('rfn', 'ARTAN'), outcome: 'succeeded', reference: 'FT2611250001' },
  subject: refund.by('refundId'),

  actsUpon: refundThereUpon,

  async run(context) {
    const { payload, storeId, tx, now, guardRev, about, principal } = context;
    const { order, refund: before } = await lockRefund(tx, storeId, payload.refundId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    assertOfShop(order);
    const { outcome: state, reference = null, failure = null } = payload;
    assertRecordable(before, state, principal);
    if (before.waitingFor !== null) refundBook.sendWaitsNoMore(tx, storeId, before.id);
    if (state === 'unknown') {
      note(context, order.id, { kind: 'refund_unknown', subjectId: before.id });
      return refund.answer({ ...changeRefund(context, order, before, { state, failure }), waitingFor: null });
    }
    const after = changeRefund(context, order, before, { state, reference, failure, settledAt: now.toISOString() });
    const refundReserved = order.refundReserved - before.amount;
    const lines = await linesOf(tx, storeId, order.id);
    if (state === 'succeeded') {
      const more = { refundReserved, refunded: order.refunded + before.amount };
      // A return that ends by this tells no more of what did not come.
      await endReturns(context, { ...order, ...more });
      await saveMoved(context, order, lines, lines, { more });
      postLetter(context, refundGiven, before.id);
    } else {
      const standing = await standingOf(context, order);
      const found = [...standing.returns.flatMap(unsentOf), ...removedOf(lines)];
      const opened = reopenLinks(context, { ...order, refundReserved }, notGivenBack(lines, before.pieces, found));
      noteOwedAgain(context, { ...standing, order: { ...order, refundReserved }, lines: opened });
      await saveMoved(context, order, lines, opened, { more: { refundReserved } });
    }
    note(context, order.id, { kind: state === 'succeeded' ? 'refunded' : 'refund_failed', subjectId: before.id });
    return refund.answer({ ...after, waitingFor: null });
  },
});

/**
 * The product itself records how a refund by the provider ended, since it asks there. Others record it only when the product could not find
 * out.
 * @throws {Refusal} invalid_state
 */
function assertRecordable({ state, method }: RefundRow, outcome: RefundRow['state'], { kind }: Principal): void {
  const unfit = (why: string): never => refuse('invalid_state', why, { facts: { state }, quotesNobody: true });
  if (state !== 'requested' && state !== 'unknown') unfit(`The refund has ${state}.`);
  if (kind === 'system') return;
  if (outcome === 'unknown') unfit('Only the product itself gives up finding out.');
  if (method === 'provider' && state === 'requested') unfit('The payment provider is being asked.');
}
