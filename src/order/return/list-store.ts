import type { Queryable } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import { orderReturn } from './aggregate';
import type { ReturnKind, ReturnState } from './state';

export interface ReturnFilter {
  readonly state?: ReturnState | undefined;
  readonly kind?: ReturnKind | undefined;
  readonly orderId?: string | undefined;
}

export type ListedReturn = Omit<Row<typeof orderReturn>, 'note' | 'instructions' | 'rejection'> & {
  /** Number of the order, as people call it. */
  readonly number: string;
  readonly buyerName: string;
  readonly quantity: number;
  /** Title of its first line. */
  readonly title: string;
  /** The number of its lines. */
  readonly lines: number;
  /** The price that was paid for its pieces, in kuruş. */
  readonly worth: number;
};

/** Newest first: identifiers are in the order of their times. Each finds by what tells most, so that rare states far back cost nothing. */
const list = (found: string): string => `
  SELECT ${orderReturn.selectListed('r')}, o.number, o.buyer_name AS "buyerName",
    (SELECT sum(jsonb_array_length(piece -> 'units'))::int FROM jsonb_array_elements(r.pieces) piece) AS quantity,
    goods.*
  FROM order_return r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
    CROSS JOIN LATERAL (
      SELECT (array_agg(l.title ORDER BY l.position))[1] AS title, count(*)::int AS lines,
        sum((SELECT sum((l.units -> place::int ->> 'price')::bigint - (l.units -> place::int ->> 'discount')::bigint)
          FROM jsonb_array_elements_text(piece -> 'units') place))::bigint AS worth
      FROM jsonb_array_elements(r.pieces) piece
        JOIN order_line l ON l.store_id = $1 AND l.order_id = r.order_id AND l.id = piece ->> 'lineId') goods
  WHERE r.store_id = $1 AND ${found} AND ($4::text IS NULL OR r.kind = $4) AND r.id < coalesce($5::text, 'ret_~')
  ORDER BY r.id DESC LIMIT $6`;

const OF_ORDER = list('r.order_id = $2 AND ($3::text IS NULL OR r.state = $3)');
const OF_STATE = list('$2::text IS NULL AND r.state = $3');
const ALL = list('$2::text IS NULL AND $3::text IS NULL');

/** @param before the id of the last row of the page before @param limit rows at most */
export function listReturns(
  db: Queryable,
  storeId: string,
  { state, kind, orderId }: ReturnFilter,
  before: string | null,
  limit: number,
): Promise<ListedReturn[]> {
  const values = [storeId, orderId ?? null, state ?? null, kind ?? null, before, limit];
  return db.query<ListedReturn>(orderId ? OF_ORDER : state ? OF_STATE : ALL, values);
}

/** The states that wait for somebody. Most returns have ended and are not looked at. */
export const openStates = ['requested', 'approved', 'partially_received', 'received'] as const;

const COUNT = `
  SELECT state, count(*)::int AS count FROM order_return WHERE store_id = $1 AND state = ANY ($2) GROUP BY state`;

export async function countOpen(
  db: Queryable,
  storeId: string,
): Promise<Readonly<Record<(typeof openStates)[number], number>>> {
  const rows = await db.query<{ state: string; count: number }>(COUNT, [storeId, openStates]);
  const of = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    requested: of('requested'),
    approved: of('approved'),
    partially_received: of('partially_received'),
    received: of('received'),
  };
}
