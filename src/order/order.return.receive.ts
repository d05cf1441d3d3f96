import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t, time } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { defaultStockPolicy } from '../store/stock/aggregate';
import { findStockPolicy } from '../store/stock/store';
import { note } from './event/store';
import { isSaleable } from './piece/condition';
import { restock } from './piece/restock';
import { type Arriving, arrived, isWhole } from './piece/returns';
import { saveMoved } from './piece/staying';
import { condition, orderReturn, type Receipt, type ReturnRow, returnSchema } from './return/aggregate';
import { refundEnd } from './return/deadline';
import { returnReceived } from './return/letters';
import { standingOf } from './return/settle';
import { moved, receivedState } from './return/state';
import { changeReturn, lockReturn } from './return/store';
import { shippedPiece } from './shipment/aggregate';
import { returnUpon } from './upon/return';

const arriving = object({
  ...shippedPiece.properties,
  condition,
  restock: t.Optional(
    label(
      'Stoğa dön',
      'Restock',
    )(t.Boolean({ description: 'Of saleable pieces; left out: as the stock settings say.' })),
  ),
});

export default command({
  id: 'order.return.receive',
  label: { tr: 'İade ürünü teslim al', en: 'Receive returned goods' },
  summary: 'Record which pieces of a return have come and in which condition; saleable ones go back to stock.',
  policy: 'propose',
  scope: 'orders:write',
  // Goods that have come stay where they are; stock is corrected by an adjustment.
  irreversible: true,
  payload: object({
    returnId: orderReturn.reference,
    lines: label('Satırlar', 'Lines')(t.Array(arriving, { minItems: 1, maxItems: 100 })),
    sentAt: t.Optional(
      label(
        'Kargoya verilme zamanı',
        'Handed to the carrier',
      )(time({ description: 'From then on the 14 days to refund a withdrawal run; left out: from now.' })),
    ),
    expectedRev,
  }),
  result: returnSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state', 'rev_conflict', 'line_unknown', 'more_than_left'],
  example: {
    returnId: exampleId('ret', 'HAREKET'),
    lines: [{ lineId: exampleId('oln', 'ADRES'), quantity: 1, condition: 'saleable' }],
  },
  subject: orderReturn.by('returnId'),

  actsUpon: returnUpon,

  async run(context) {
    const { payload, storeId, tx, now, guardRev, about } = context;
    const { order, before } = await lockReturn(tx, storeId, payload.returnId);
    guardRev(before.id, before.rev);
    about([order.customerId]);
    moved(before.state, 'order.return.receive', receivedState(before.state, false));
    const at = now.toISOString();
    const sentAt = sentOf(before, payload.sentAt, at);
    const standing = await standingOf(context, order);
    const { lines } = standing;
    const { receipts: came, lines: counted } = arrived(before, lines, payload.lines, at);
    const { restockOnReturn } = (await findStockPolicy(tx, storeId)) ?? defaultStockPolicy;
    const stock = await restock(context, counted, wantedBack(payload.lines, restockOnReturn));
    const told = withRestocked(came, payload.lines, { back: stock.back, restockOnReturn });
    const receipts = [...before.receipts, ...told];
    const state = receivedState(before.state, isWhole({ ...before, receipts }));
    const come = { ...before, state: moved(before.state, 'order.return.receive', state), receipts };
    const returns = standing.returns.map((each) => (each.id === before.id ? come : each));
    const after = changeReturn(context, before, {
      state: come.state,
      receipts,
      refundUntil: refundEnd(come, { ...standing, lines: stock.lines, returns }, sentAt),
    });
    await saveMoved(context, order, lines, stock.lines);
    note(context, order.id, { kind: 'return_received', subjectId: before.id, state: after.state });
    postLetter(context, returnReceived, before.id);
    return after;
  },
});

const goesBack = ({ condition: of, restock: stated }: Arriving, byDefault: boolean): boolean =>
  isSaleable(of) && (stated ?? byDefault);

function wantedBack(stated: readonly Arriving[], byDefault: boolean): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const each of stated.filter((one) => goesBack(one, byDefault)))
    wanted.set(each.lineId, (wanted.get(each.lineId) ?? 0) + each.quantity);
  return wanted;
}

/** Adds to each receipt the number of its pieces that went back to stock. */
function withRestocked(
  came: readonly Receipt[],
  stated: readonly Arriving[],
  { back, restockOnReturn }: { readonly back: ReadonlyMap<string, number>; readonly restockOnReturn: boolean },
): Receipt[] {
  const left = new Map(back);
  return came.map((receipt, index) => {
    const mayGo = goesBack(stated[index] as Arriving, restockOnReturn);
    const restocked = mayGo ? Math.min(left.get(receipt.lineId) ?? 0, receipt.units.length) : 0;
    left.set(receipt.lineId, (left.get(receipt.lineId) ?? 0) - restocked);
    return { ...receipt, restocked };
  });
}

/** @throws {Refusal} invalid_request of goods that were sent before the notice or in the future @returns null: nobody says when they were sent */
function sentOf({ noticedAt }: ReturnRow, stated: string | undefined, now: string): string | null {
  if (stated === undefined) return null;
  const at = new Date(stated).toISOString();
  if (at < noticedAt || at > now)
    refuse('invalid_request', 'The goods were sent after the notice, and not in the future.', {
      errors: [{ pointer: '/sentAt', message: 'is before the notice or in the future' }],
      quotesNobody: true,
    });
  return at;
}
