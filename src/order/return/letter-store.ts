import type { Queryable } from '../../kernel/database/queryable';
import { COLUMNS, type Goods, type LetterOrder, TITLE, WRITTEN_TO } from '../letter/store';
import type { Condition } from '../piece/condition';
import type { ReturnRow } from './aggregate';

/** The facts that a letter about a return tells. */
export interface LetterReturn extends LetterOrder, Pick<ReturnRow, 'kind' | 'instructions' | 'rejection'> {
  readonly goods: readonly Goods[];
  /** The goods that have come by now, with their condition. */
  readonly came: readonly (Goods & { readonly condition: Condition })[];
}

const GOODS = `json_agg(json_build_object('title', ${TITLE},
     'quantity', jsonb_array_length(part -> 'units'), 'condition', part ->> 'condition') ORDER BY nth)`;
const goodsIn = (column: string): string => `
  (SELECT ${GOODS} FROM jsonb_array_elements(r.${column}) WITH ORDINALITY AS each(part, nth)
   JOIN order_line l ON l.store_id = $1 AND l.id = part ->> 'lineId')`;

const OF_RETURNS = `
  SELECT r.id AS "subjectId", ${COLUMNS}, NULL AS carrier, NULL AS "trackingNumber", NULL AS "trackingUrl",
    r.kind, r.instructions, r.rejection, ${goodsIn('pieces')} AS goods, coalesce(${goodsIn('receipts')}, '[]') AS came
  FROM order_return r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id ${WRITTEN_TO}
    AND r.store_id = $1 AND r.id = ANY ($2)`;

/** Returns of orders whose buyer is written to. */
export const returnsToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterReturn[]> =>
  db.query<LetterReturn>(OF_RETURNS, [storeId, ids]);
