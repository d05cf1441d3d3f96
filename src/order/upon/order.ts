import { type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { codesShort } from '../epin/short';
import type { OrderLine } from '../line/table';
import { leftToShip } from '../piece/progress';
import { addGoods, allOf, type CountedPieces, factsOf, orderThere, placed, unlessRefused, worthOf } from './goods';

interface OfOrder {
  readonly orderId: string;
}

const TOTAL = { tr: 'Sipariş tutarı', en: 'Total of the order' };

/** The order that a call acts upon as a whole: its number, its buyer, its total and its goods. */
export async function orderUpon({ db, storeId, payload }: UponCall<OfOrder>): Promise<readonly Upon[]> {
  const found = await unlessRefused(() => orderThere(db, storeId, payload.orderId));
  if (!found) return [];
  const { order, lines } = found;
  return addGoods(factsOf(found).add('money', TOTAL, order.total), lines, allOf(lines)).all;
}

/** The pieces of an order that a call acts upon, with their price. */
async function piecesUpon(
  { db, storeId, payload }: UponCall<OfOrder>,
  meant: (lines: readonly OrderLine[]) => readonly CountedPieces[],
): Promise<readonly Upon[]> {
  const found = await unlessRefused(() => orderThere(db, storeId, payload.orderId));
  if (!found) return [];
  const { lines } = found;
  const pieces = meant(lines);
  return addGoods(factsOf(found).add('money', uponWords.money, worthOf(lines, placed(pieces))), lines, pieces).all;
}

/** The pieces that a call has shipped, or that it will ship: those that it states, or all that may leave. */
export const shippedUpon = (
  call: UponCall<
    OfOrder & { readonly lines?: readonly CountedPieces[] | undefined },
    { readonly pieces: readonly CountedPieces[] }
  >,
): Promise<readonly Upon[]> =>
  piecesUpon(
    call,
    (lines) =>
      call.result?.pieces ??
      call.payload.lines ??
      lines.map((line) => ({ lineId: line.id, quantity: leftToShip(line) })),
  );

/** The pieces that a call states. */
export const statedUpon = (
  call: UponCall<OfOrder & { readonly lines: readonly CountedPieces[] }>,
): Promise<readonly Upon[]> => piecesUpon(call, () => call.payload.lines);

/** The pieces of a line that wait for their codes. */
export const codesUpon = (call: UponCall<OfOrder & { readonly lineId: string }>): Promise<readonly Upon[]> =>
  piecesUpon(call, (lines) =>
    lines.flatMap((line) => (line.id === call.payload.lineId ? [{ lineId: line.id, quantity: codesShort(line) }] : [])),
  );
