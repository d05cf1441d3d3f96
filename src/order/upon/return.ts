import type { Facts, Upon, UponCall } from '../../kernel/declaration/upon';
import type { Words } from '../../kernel/schema/schema';
import type { OrderLine } from '../line/table';
import type { Condition } from '../piece/condition';
import type { ReturnRow } from '../return/aggregate';
import { owedNow } from '../return/owed';
import type { ReturnKind } from '../return/state';
import { getReturn, returnsOf } from '../return/store';
import { addGoods, type CountedPieces, counted, factsOf, orderThere, unlessRefused, worthOf } from './goods';

interface Arriving extends CountedPieces {
  readonly condition: Condition;
}

interface OfReturn {
  readonly returnId: string;
  /** Pieces that the call receives. */
  readonly lines?: readonly Arriving[] | undefined;
}

/** Names of returned goods by the reason of the return. */
const GOODS: Readonly<Record<ReturnKind, Words>> = {
  withdrawal: { tr: 'Cayma hakkıyla iade edilen', en: 'Returned by withdrawal' },
  claim: { tr: 'Ayıplı diye iade edilen', en: 'Returned as faulty' },
};

/** Names of goods by the condition in which they came. */
const CAME: Readonly<Record<Condition, Words>> = {
  saleable: { tr: 'Gelen, satılabilir', en: 'Came, saleable' },
  damaged: { tr: 'Gelen, hasarlı', en: 'Came, damaged' },
  unsent: { tr: 'Hiç gönderilmemiş', en: 'Never sent' },
  missing: { tr: 'Gelmeyen', en: 'Missing' },
  wrong: { tr: 'Yerine başka ürün gelen', en: 'Came as another item' },
};

/**
 * Adds a return: the worth of its goods, the words of its buyer, its pieces, and those that came.
 * @param arriving the pieces that a call receives
 */
export function addReturn(
  facts: Facts,
  lines: readonly OrderLine[],
  { kind, note, refundUntil, pieces, receipts }: ReturnRow,
  arriving: readonly Arriving[] = [],
): Facts {
  facts
    .add('money', { tr: 'Ürünlerin tutarı', en: 'Worth of the goods' }, worthOf(lines, pieces))
    .add('text', { tr: 'Alıcının açıklaması', en: 'Note of the buyer' }, note)
    .add('time', { tr: 'Para iadesinin son günü', en: 'Refund until' }, refundUntil);
  addGoods(facts, lines, counted(pieces), GOODS[kind]);
  const came = [
    ...receipts.map(({ lineId, units, condition }) => ({ lineId, quantity: units.length, condition })),
    ...arriving,
  ];
  for (const condition of Object.keys(CAME) as Condition[])
    addGoods(
      facts,
      lines,
      came.filter((each) => each.condition === condition),
      CAME[condition],
    );
  return facts;
}

const returnThere = (call: UponCall<OfReturn>) =>
  unlessRefused(async () => {
    const row = await getReturn(call.db, call.storeId, call.payload.returnId);
    return { row, ...(await orderThere(call.db, call.storeId, row.orderId)) };
  });

/** The return that a call decides on. */
export async function returnUpon(call: UponCall<OfReturn>): Promise<readonly Upon[]> {
  const found = await returnThere(call);
  return found ? addReturn(factsOf(found), found.lines, found.row, call.payload.lines).all : [];
}

/** The return that a call ends, with the money that is owed for it. */
export async function owedUpon(call: UponCall<OfReturn>): Promise<readonly Upon[]> {
  const found = await returnThere(call);
  if (!found) return [];
  const { row, order, lines } = found;
  const returns = await returnsOf(call.db, call.storeId, order.id);
  const { amount } = owedNow(row, { order, lines, returns });
  return addReturn(factsOf(found).add('money', { tr: 'Verilecek tutar', en: 'Owed' }, amount), lines, row).all;
}
