import type { UnreadableRow } from './unreadable';

/**
 * The subjects of rows of a settlement. `sale` to `correction` come of an order's pieces, `cargo` and `deduction` are invoiced to the seller,
 * and the rest moves money without an order.
 */
export const settlementKinds = [
  'sale',
  'return',
  'discount',
  'revenue_correction',
  'commission_correction',
  'delivery_fee',
  'cargo',
  'deduction',
  'invoice',
  'payment',
  'stoppage',
  'other',
  'unknown',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** A row of a settlement. Times are UTC. Money is in kuruş. */
export interface RemoteSettlement {
  /** The id of the row, unique at the marketplace. */
  readonly rowId: string;
  readonly kind: SettlementKind;
  /** The marketplace's own word for it. */
  readonly typeWord: string;
  readonly at: string;
  readonly orderNumber: string | null;
  readonly packageId: string | null;
  readonly barcode: string | null;
  readonly description: string | null;
  /** Paid to the seller, or taken from him; at least 0. */
  readonly credit: number;
  readonly debt: number;
  /** The amount by which the row raises the seller's payment; below 0 it lowers that. */
  readonly revenue: number;
  /** The amount by which it raises the seller's commission; below 0 it lowers that. */
  readonly commission: number;
  readonly commissionPercent: number | null;
  readonly currency: string;
  /** The payment in which it was paid; null: not yet. */
  readonly paymentOrderId: string | null;
  readonly paymentAt: string | null;
  /** The invoice whose items say to which orders it belongs; null: it has none. */
  readonly invoiceId: string | null;
  /** The invoice of which it is an item; null: of none. */
  readonly itemOf: string | null;
  /** The parts of it contradict each other, in words. */
  readonly oddity: string | null;
}

export type SettlementRow = RemoteSettlement | UnreadableRow;

export const isSettlement = (row: SettlementRow): row is RemoteSettlement => 'rowId' in row;

export interface SettlementPage {
  readonly rows: readonly SettlementRow[];
  /** The list of which the rows are: a window has several, and two of them may show the same rows. */
  readonly list: string;
  /** Opaque; null after the last page. */
  readonly next: string | null;
}
