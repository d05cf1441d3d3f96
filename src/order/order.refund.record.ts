import { command, type MutationContext } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, oneOf, t, words } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { defaultStockPolicy } from '../store/stock/aggregate';
import { findStockPolicy } from '../store/stock/store';
import { note } from './event/store';
import { refundGiven } from './letter/letters';
import { givenBack, notGivenBack } from './line/progress';
import { linesOf, saveLines } from './line/store';
import type { OrderLine } from './line/table';
import { type RefundRow, refund, refundFailure, refundReference, refundSchema } from './refund/aggregate';
import { changeRefund, lockRefund, sendWaitsNoMore } from './refund/store';
import { restock } from './restock';
import type { ReturnRow } from './return/aggregate';
import { takenBy, unsentOf } from './return/pieces';
import { endReturns } from './return/settle';
import { returnsOf } from './return/store';

export default command({
  id: 'order.refund.record',
  label: { tr: 'Para iadesinin sonucunu kaydet', en: 'Record what became of a refund' },
  summary: 'Note that the money of a refund was given back, or not: then what was reserved is free again.',
  policy: 'propose',
  scope: 'orders:write',
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
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { refundId: exampleId('rfn', 'ARTAN'), outcome: 'succeeded', reference: 'FT2611250001' },
  subject: refund.by('refundId'),

  async run(context) {
    const { payload, storeId, tx, now, guardRev, about, principal } = context;
    const { order, refund: before } = await lockRefund(tx, storeId, payload.refundId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    const { outcome: state, reference = null, failure = null } = payload;
    assertRecordable(before, state, principal);
    if (before.waitingFor !== null) sendWaitsNoMore(tx, storeId, before.id);
    if (state === 'unknown') {
      note(context, order.id, { kind: 'refund_unknown', subjectId: before.id });
      return refund.answer({ ...changeRefund(context, order, before, { state, failure }), waitingFor: null });
    }
    const after = changeRefund(context, order, before, { state, reference, failure, settledAt: now.toISOString() });
    const refundReserved = order.refundReserved - before.amount;
    const lines = await linesOf(tx, storeId, order.id);
    const returns = await returnsOf(tx, storeId, order.id);
    if (state === 'succeeded') {
      const counted = await stayedHere(context, lines, before, returns);
      const more = { refundReserved, refunded: order.refunded + before.amount };
      await endReturns(context, saveLines(context, order, lines, counted, more));
      postLetter(context, refundGiven, before.id);
    } else {
      const kept = notGivenBack(lines, before.pieces, returns.flatMap(unsentOf));
      saveLines(context, order, lines, kept, { refundReserved });
    }
    note(context, order.id, { kind: state === 'succeeded' ? 'refunded' : 'refund_failed', subjectId: before.id });
    return refund.answer({ ...after, waitingFor: null });
  },
});

/** Pieces that had not left never do: they go back to stock as the settings say, unless a return says where they are. */
async function stayedHere(
  context: MutationContext,
  lines: readonly OrderLine[],
  { pieces }: RefundRow,
  returns: readonly ReturnRow[],
): Promise<readonly OrderLine[]> {
  const given = givenBack(lines, pieces, returns.flatMap(takenBy));
  if (given.stay.size === 0) return given.lines;
  const { restockOnReturn } = (await findStockPolicy(context.tx, context.storeId)) ?? defaultStockPolicy;
  return restockOnReturn ? (await restock(context, given.lines, given.stay)).lines : given.lines;
}

/**
 * Of what a provider gives back the product itself says how it ended, since it asks there; anybody else only when it could not find out.
 * @throws {Refusal} invalid_state
 */
function assertRecordable({ state, method }: RefundRow, outcome: RefundRow['state'], { kind }: Principal): void {
  const unfit = (why: string): never => refuse('invalid_state', why, { facts: { state }, quotesNobody: true });
  if (state !== 'requested' && state !== 'unknown') unfit(`The refund has ${state}.`);
  if (kind === 'system') return;
  if (outcome === 'unknown') unfit('Only the product itself gives up finding out.');
  if (method === 'provider' && state === 'requested') unfit('The payment provider is being asked.');
}
