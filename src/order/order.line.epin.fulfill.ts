import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, id, label, object, t, unit } from '../kernel/schema/schema';
import { reachOfCustomer } from './customer/store';
import { giveCodes, tellGiven } from './epin/give';
import { codesShort } from './epin/short';
import { linesOf } from './line/store';
import { shownLineSchema } from './line/table';
import { order } from './order/aggregate';
import { goesBackWhole } from './order/state';
import { lockOrder } from './order/store';
import { saveProgress } from './piece/save';
import { codesUpon } from './upon/order';

export default command({
  id: 'order.line.epin.fulfill',
  label: { tr: 'Eksik kodları ver', en: 'Give the codes that were short' },
  summary: 'Allocate codes that the pool has by now to a line of a paid order that was left short of some.',
  policy: 'propose',
  scope: 'orders:write',
  // The buyer has seen them.
  irreversible: true,
  payload: object({
    orderId: order.reference,
    lineId: label('Sipariş satırı', 'Line of an order')(id('oln')),
    expectedRev,
  }),
  result: object({
    orderId: order.reference,
    lineId: id('oln'),
    given: label('Verilen kod', 'Codes given')(t.Integer(unit('count'))),
    codesShort: shownLineSchema.properties.codesShort,
  }),
  refuses: ['not_found', 'invalid_state', 'out_of_stock', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'BAR'), lineId: exampleId('oln', 'BAR') },
  subject: order.by('orderId'),

  actsUpon: codesUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { orderId, lineId } = payload;
    const before = await lockOrder(tx, storeId, orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    const lines = await linesOf(tx, storeId, orderId);
    const line =
      lines.find((each) => each.id === lineId) ??
      refuse('not_found', 'The order has no such line.', { quotesNobody: true });
    if (before.payment !== 'paid' || goesBackWhole(before) || codesShort(line) === 0)
      refuse('invalid_state', 'The line is owed no codes.', { facts: { state: before.payment }, quotesNobody: true });
    if ((await reachOfCustomer(tx, storeId, before.customerId)).email === null)
      refuse('invalid_state', 'Nobody would be sent the codes: the buyer of the order was forgotten.', {
        facts: { state: 'anonymized' },
        quotesNobody: true,
      });
    const given = await giveCodes(context, [line]);
    const after = given.lines[0] as typeof line;
    if (given.codes.size === 0) refuse('out_of_stock', 'The pool has no codes.', { quotesNobody: true });
    const all = lines.map((each) => (each.id === lineId ? after : each));
    saveProgress(context, before, lines, all);
    tellGiven(context, before, given, 'later');
    return { orderId, lineId, given: given.codes.get(lineId) as number, codesShort: codesShort(after) };
  },
});
