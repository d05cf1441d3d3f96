import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema/schema';
import { DAY_MS } from '../kernel/shop-time';
import { postLetter } from '../mail/letters';
import { findCheckout } from '../store/checkout/store';
import { note } from './event/store';
import { lawAt } from './law/withdrawal';
import { linesOf } from './line/store';
import { outside, placesIn } from './piece/returns';
import { fields, orderReturn, returnSchema } from './return/aggregate';
import { returnApproved } from './return/letters';
import { moved } from './return/state';
import { changeReturn, lockReturn } from './return/store';
import { returnUpon } from './upon/return';

export default command({
  id: 'order.return.approve',
  label: { tr: 'Ürün iadesini onayla', en: 'Approve a return' },
  summary:
    'Accept a return and mail the buyer how to send it: the carrier whom the shop pays, a code, and instructions.',
  policy: 'propose',
  scope: 'orders:write',
  // The buyer has been told.
  irreversible: true,
  payload: object({
    returnId: orderReturn.reference,
    carrier: t.Optional({ ...fields.carrier, description: 'Left out: that of the checkout settings.' }),
    code: t.Optional(fields.code),
    text: t.Optional(fields.instructions),
    expectedRev,
  }),
  result: returnSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state', 'rev_conflict'],
  example: { returnId: exampleId('ret', 'TAZE'), carrier: 'yurtici', code: '4417290' },
  subject: orderReturn.by('returnId'),
  route: { id: 'returns.approve', http: 'POST /v1/returns/{ret}/onayla', names: { ret: 'returnId' } },

  actsUpon: returnUpon,

  async run(context) {
    const { payload, storeId, tx, now, later, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    const state = moved(before.state, 'order.return.approve', 'approved');
    const lines = await linesOf(tx, storeId, order.id);
    const hasLeft = lines.some(
      (line) => line.requiresShipping && placesIn(before.pieces, line.id).length > 0 && outside(line) > 0,
    );
    // A buyer whose goods have not left is asked to send nothing.
    const usual = hasLeft ? (await findCheckout(tx, storeId))?.returnCarrier : undefined;
    const carrier = payload.carrier ?? usual ?? null;
    if (hasLeft && carrier === null) refuseUncarried();
    const at = now.toISOString();
    const sendUntil = later(lawAt(before.noticedAt).sendDays * DAY_MS).toISOString();
    const { code = null, text = null } = payload;
    const after = changeReturn(context, before, { state, instructions: { carrier, code, text, sendUntil, at } });
    note(context, order.id, { kind: 'return_approved', subjectId: before.id });
    postLetter(context, returnApproved, before.id);
    return after;
  },
});

/**
 * Refuses a return without a named carrier: nothing may be charged then, and the shop has to collect (Art. 12(5)).
 * @throws {Refusal} invalid_request
 */
const refuseUncarried = (): never =>
  refuse('invalid_request', 'The buyer has to be told with whom to send the goods.', {
    errors: [{ pointer: '/carrier', message: 'is needed: the checkout settings name none' }],
    quotesNobody: true,
  });
