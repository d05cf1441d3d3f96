import { exampleId } from '../kernel/declaration/example';
import { label, t } from '../kernel/schema/schema';
import { linesOf } from '../order/line/store';
import type { OrderLine } from '../order/line/table';
import type { Condition } from '../order/piece/condition';
import { leftFor } from '../order/piece/returns';
import { condition, orderReturn } from '../order/return/aggregate';
import { type NamedReturn, returnsNamed } from '../order/return/named-store';
import { type BulkCall, bulkAct } from './act';

export default bulkAct({
  id: 'bulk.returns.receive',
  label: { tr: 'İade ürünleri teslim al', en: 'Receive returned goods of many returns' },
  summary:
    'Record that all pieces of many returns have come, in one condition, as one proposal; pieces that had never left are recorded as such.',
  path: 'return-receipts',
  of: orderReturn.reference,
  // Returns of one product, or of one order, move the same numbers.
  isStacked: true,
  terms: { condition, restock: t.Optional(label('Stoğa dön', 'Restock')(t.Boolean())) },
  example: { ids: [exampleId('ret', 'HAREKET')], condition: 'saleable' },

  async plan({ db, storeId, ids, terms: { condition, restock } }) {
    const returns = new Map((await returnsNamed(db, storeId, ids)).map((each) => [each.id, each]));
    const calls: BulkCall[] = [];
    for (const returnId of ids) {
      const named = returns.get(returnId);
      const lines = named ? arriving(named, await linesOf(db, storeId, named.orderId), condition) : [];
      if (lines.length > 0)
        calls.push({
          command: 'order.return.receive',
          payload: {
            returnId,
            lines: lines.map((each) => ({ ...each, ...(restock === undefined ? {} : { restock }) })),
          },
        });
    }
    return calls;
  },
});

/** The pieces of a return that have not come yet, in the condition in which each can have come. */
function arriving(
  { pieces, receipts }: NamedReturn,
  lines: readonly OrderLine[],
  stated: Condition,
): readonly { readonly lineId: string; readonly quantity: number; readonly condition: Condition }[] {
  const countOf = (
    list: readonly { readonly lineId: string; readonly units: readonly number[] }[],
    id: string,
  ): number => list.reduce((sum, { lineId, units }) => sum + (lineId === id ? units.length : 0), 0);
  return lines.flatMap((line) => {
    let left = countOf(pieces, line.id) - countOf(receipts, line.id);
    return ([stated, 'unsent'] as const).flatMap((condition, nth, all) => {
      if (all.indexOf(condition) < nth) return [];
      const quantity = Math.min(left, leftFor(condition, line));
      left -= Math.max(0, quantity);
      return quantity > 0 ? [{ lineId: line.id, quantity, condition }] : [];
    });
  });
}
