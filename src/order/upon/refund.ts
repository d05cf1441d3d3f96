import type { Queryable } from '../../kernel/database/queryable';
import type { Facts, Upon, UponCall } from '../../kernel/declaration/upon';
import type { Static } from '../../kernel/schema/schema';
import type { OrderRow } from '../order/aggregate';
import { leftToRefund, shareOf } from '../refund/shares';
import { getRefund } from '../refund/store';
import type { ReturnRow } from '../return/aggregate';
import { owedNow } from '../return/owed';
import type { wanted } from '../return/reserve';
import { returnsOf } from '../return/store';
import { addGoods, allOf, counted, factsOf, type OrderThere, orderThere, unlessRefused } from './goods';
import { addReturn } from './return';

type Wanted = Static<typeof wanted>;

/** Adds the money of a refund, and the money of its order. @param amount in kuruş; undefined: nothing can be given back now */
const addMoney = (facts: Facts, order: OrderRow, amount: number | undefined): Facts =>
  addOrderMoney(facts.move(TO_GIVE_BACK, amount), order);

const TO_GIVE_BACK = { tr: 'İade edilecek', en: 'To give back' };

const addOrderMoney = (facts: Facts, order: OrderRow): Facts =>
  facts
    .add('money', { tr: 'Tahsil edilen', en: 'Captured' }, order.captured)
    .add('money', { tr: 'İade edilebilecek kalan', en: 'Left to give back' }, leftToRefund(order));

/** The money that a call gives back, as the call would work it out now, with the pieces or the return that it is for. */
export async function refundUpon({ db, storeId, payload }: UponCall<Wanted>): Promise<readonly Upon[]> {
  const found = await unlessRefused(() => orderThere(db, storeId, payload.orderId));
  if (!found) return [];
  const { order, lines } = found;
  if (payload.returnId !== undefined) return ofReturn(db, storeId, found, payload.returnId);
  const { amount, lines: stated, delivery = false } = payload;
  const share = await unlessRefused(() =>
    shareOf(order, lines, {
      ...(amount === undefined ? {} : { amount }),
      ...(stated ? { lines: stated, delivery } : {}),
    }),
  );
  return addGoods(addMoney(factsOf(found), order, share?.amount ?? amount), lines, stated ?? allOf(lines)).all;
}

async function ofReturn(db: Queryable, storeId: string, found: OrderThere, returnId: string): Promise<readonly Upon[]> {
  const { order, lines } = found;
  const returns: readonly ReturnRow[] = await returnsOf(db, storeId, order.id);
  const row = returns.find(({ id }) => id === returnId);
  const facts = addMoney(factsOf(found), order, row && owedNow(row, { order, lines, returns }).amount);
  return row ? addReturn(facts, lines, row).all : facts.all;
}

/** The refund of which a call tells the outcome: its amount, its reason and its pieces. */
export async function refundThereUpon({
  db,
  storeId,
  payload,
}: UponCall<{ readonly refundId: string }>): Promise<readonly Upon[]> {
  const found = await unlessRefused(async () => {
    const row = await getRefund(db, storeId, payload.refundId);
    return { row, ...(await orderThere(db, storeId, row.orderId)) };
  });
  if (!found) return [];
  const { row, order, lines } = found;
  // The refund has moved the money already, or has not.
  const facts = addOrderMoney(factsOf(found).add('money', TO_GIVE_BACK, row.amount), order).add(
    'text',
    { tr: 'Gerekçe', en: 'Reason' },
    row.reason,
  );
  return addGoods(facts, lines, counted(row.pieces)).all;
}
