import { groupedBy } from '../../kernel/grouped';
import { leftToShip } from '../piece/progress';
import { type Hold, holdOf } from '../shipment/pack';
import type { PrintedLine, PrintedOrder } from './store';

/** An order with its lines. */
export interface PackedOrder {
  readonly order: PrintedOrder;
  readonly lines: readonly PrintedLine[];
}

/** Gives each order its lines. */
export function withLines(orders: readonly PrintedOrder[], lines: readonly PrintedLine[]): PackedOrder[] {
  const byOrder = groupedBy(lines, ({ orderId }) => orderId);
  return orders.map((order) => ({ order, lines: byOrder.get(order.id) ?? [] }));
}

/**
 * Pieces of a line that are to be packed: those that may still leave, and those of parcels that wait for their carrier. Digital goods are
 * packed nowhere.
 */
export const toPack = (line: PrintedLine): number => (line.requiresShipping ? leftToShip(line) + line.booked : 0);

/** Pieces of a line that the carrier has had, and has not brought back. */
export const sentOf = ({ shipped, delivered }: PrintedLine): number => shipped + delivered;

const WORDS: Readonly<Record<Hold, string>> = {
  review_pending: 'ödeme inceleniyor',
  review_rejected: 'ödemeye güvenilmedi',
  given_back: 'parası iade edildi',
  awaiting_transfer: 'havale bekleniyor',
  cancelled: 'iptal edildi',
};

/** The reason for which nothing of an order leaves, in words; null: its goods may leave. */
export function holdText(order: PrintedOrder): string | null {
  const hold = holdOf(order);
  return hold === undefined ? null : WORDS[hold];
}

/** Goods as papers call them in one line. */
export const goodsText = ({ title, variantTitle }: Pick<PrintedLine, 'title' | 'variantTitle'>): string =>
  variantTitle === null ? title : `${title} · ${variantTitle}`;

/** The codes by which goods are found on a shelf. */
export const codesOf = ({ sku, barcode }: Pick<PrintedLine, 'sku' | 'barcode'>): string[] => [
  ...(sku === null ? [] : [`SKU ${sku}`]),
  ...(barcode === null ? [] : [`Barkod ${barcode}`]),
];
