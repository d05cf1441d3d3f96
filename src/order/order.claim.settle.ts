import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { label, nullable, object, oneOf, words } from '../kernel/schema/schema';
import { defaultStockPolicy } from '../store/stock/aggregate';
import { findStockPolicy } from '../store/stock/store';
import { unitFor } from './claim/choose';
import { acceptedPiece } from './claim/fields';
import { note } from './event/store';
import { assertMarketplace } from './import/marketplace';
import { noteRefund } from './import/refund';
import { lockImported } from './import/store';
import { linesOf } from './line/store';
import type { OrderLine } from './line/table';
import { type OrderRow, order } from './order/aggregate';
import { pieceNamed } from './package/pieces';
import { joined, received } from './piece/progress';
import { restock } from './piece/restock';
import { saveMoved } from './piece/staying';
import { orderReturn, type ReturnRow } from './return/aggregate';
import { insertReturn, lastDelivery, returnsOf } from './return/store';

const outcome = label(
  'Sonuç',
  'Outcome',
)(
  oneOf(['returned', 'given_back', 'cancelled', 'waiting'], {
    description:
      'given_back: the money of the piece was given back before. cancelled: somebody has cancelled the order here. waiting: no package of the order tells of the piece yet.',
    ...words({
      returned: ['iade alındı', 'returned'],
      given_back: ['parası önceden iade edilmiş', 'given back before'],
      cancelled: ['sipariş burada iptal', 'cancelled here'],
      waiting: ['paketi bekleniyor', 'waits for its package'],
    }),
  }),
);

const settled = object({
  outcome,
  orderId: nullable(order.reference),
  returnId: nullable(orderReturn.reference),
});

export default command({
  id: 'order.claim.settle',
  label: { tr: 'Pazaryerinin kabul ettiği iadeyi yaz', en: 'Write down a claim that a marketplace has accepted' },
  summary:
    'Write down a piece that a marketplace has accepted back: its return, its refund by the marketplace, and stock by policy; once.',
  policy: 'propose',
  scope: 'orders:write',
  runtimeOnly: true,
  // The marketplace has given the money back.
  irreversible: true,
  payload: acceptedPiece,
  result: settled,
  refuses: ['extension_unknown', 'extension_not_installed'],
  example: {
    extension: exampleMarketplace,
    externalNumber: '10264512345',
    itemId: 'c81aa5b8-3a5b-4b5e-9c1a-000000000001',
    claimedAt: '2026-11-21T10:00:00Z',
    pieceId: '7100000001',
    lineId: '4765432100',
    barcode: '8690000004765',
    price: 24_995,
  },

  async run(context) {
    const { payload, storeId, tx, about } = context;
    await assertMarketplace(tx, storeId, payload.extension);
    const { order: held, packages } = await lockImported(tx, storeId, payload, []);
    if (!held) return { outcome: 'waiting' as const, orderId: null, returnId: null };
    about([held.customerId]);
    const known = (await returnsOf(tx, storeId, held.id)).find(({ externalClaim }) => externalClaim === payload.itemId);
    if (known) return { outcome: 'returned' as const, orderId: held.id, returnId: known.id };
    if (held.payment === 'cancelled') return { outcome: 'cancelled' as const, orderId: held.id, returnId: null };
    const piece = pieceNamed(packages, payload);
    if (!piece) return { outcome: 'waiting' as const, orderId: held.id, returnId: null };
    const lines = await linesOf(tx, storeId, held.id);
    const unit = unitFor(lines, { key: piece.key, price: piece.price ?? payload.price });
    if (!unit) return { outcome: 'given_back' as const, orderId: held.id, returnId: null };
    const made = await comeBack(context, held, lines, [{ lineId: unit.lineId, units: [unit.unit] }]);
    return { outcome: 'returned' as const, orderId: held.id, returnId: made.id };
  },
});

type Context = MutationContext & { readonly payload: { readonly itemId: string; readonly claimedAt: string } };
type Pieces = ReturnRow['pieces'];

/** Writes the return of pieces, the refund that the marketplace has made, and what goes back to stock. */
async function comeBack(
  context: Context,
  held: OrderRow,
  before: readonly OrderLine[],
  pieces: Pieces,
): Promise<ReturnRow> {
  const { tx, storeId, now, record } = context;
  const counted = before.map((line) => {
    const units = pieces.find(({ lineId }) => lineId === line.id)?.units ?? [];
    return units.length === 0 ? line : { ...received(line, units), refundedUnits: joined(line.refundedUnits, units) };
  });
  const { restockOnReturn } = (await findStockPolicy(tx, storeId)) ?? defaultStockPolicy;
  const wanted = new Map(pieces.map(({ lineId, units }) => [lineId, units.length]));
  const stock = restockOnReturn
    ? await restock(context, counted, wanted)
    : { back: new Map<string, number>(), lines: counted };
  const refunded = noteRefund(context, held, pieces, before);
  const made = await madeReturn(context, held, pieces, { back: stock.back, refundId: refunded?.id ?? null });
  refunded?.write();
  insertReturn(tx, storeId, made, now);
  record(orderReturn.word, made.id, null, orderReturn.snapshot(made));
  note(context, held.id, { kind: 'return_received', subjectId: made.id, state: made.state });
  const more = { refunded: held.refunded + (refunded?.amount ?? 0) };
  await saveMoved(context, held, before, stock.lines, { last: pieces, more });
  return made;
}

async function madeReturn(
  { payload, tx, storeId, now, newId }: Context,
  held: OrderRow,
  pieces: Pieces,
  { back, refundId }: { readonly back: ReadonlyMap<string, number>; readonly refundId: string | null },
): Promise<ReturnRow> {
  const at = now.toISOString();
  return {
    id: newId(orderReturn.prefix),
    rev: 1,
    orderId: held.id,
    customerId: held.customerId,
    kind: 'claim',
    state: 'refunded',
    noticedAt: payload.claimedAt,
    deliveredAt: held.fulfilment === 'delivered' ? await lastDelivery(tx, storeId, held.id) : null,
    withdrawalUntil: null,
    externalClaim: payload.itemId,
    note: null,
    pieces,
    instructions: null,
    rejection: null,
    receipts: pieces.map(({ lineId, units }) => ({
      lineId,
      units,
      condition: 'saleable' as const,
      restocked: back.get(lineId) ?? 0,
      at,
    })),
    refundUntil: null,
    refunds: refundId === null ? [] : [refundId],
    createdAt: at,
    updatedAt: at,
  };
}
