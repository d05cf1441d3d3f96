import type { Queryable } from '../../kernel/database/queryable';

/** An order whose transfer has not come by the day that its buyer was told. */
export interface OverdueTransfer {
  readonly storeId: string;
  readonly orderId: string;
  /** The end of the time to transfer, as ISO 8601. */
  readonly transferUntil: string;
}

const OVERDUE = `
  SELECT store_id AS "storeId", id AS "orderId", transfer_until AS "transferUntil" FROM overdue_transfers($1, $2, $3, $4)`;

/**
 * Orders of all stores whose transfer was awaited until before a moment, the longest due first.
 * @param after the last one of the page before @param most orders at most
 */
export const overdueTransfers = (
  maintenance: Queryable,
  by: Date,
  after: Pick<OverdueTransfer, 'orderId' | 'transferUntil'>,
  most: number,
): Promise<OverdueTransfer[]> =>
  maintenance.query<OverdueTransfer>(OVERDUE, [by, after.transferUntil, after.orderId, most]);

/** @returns since when somebody has looked without a gap as long as that, e.g. `1 day` */
export async function watchOverdue(maintenance: Queryable, now: Date, gap: string): Promise<Date> {
  const [row] = await maintenance.query<{ since: string }>('SELECT watch_overdue_transfers($1, $2) AS since', [
    now,
    gap,
  ]);
  return row ? new Date(row.since) : now;
}
