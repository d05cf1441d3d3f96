import type { FulfilmentState } from '../order/state';
import type { waitsToLeave } from './progress';

type Progress = Parameters<typeof waitsToLeave>[0];

/** Counts the pieces that are on their way to the buyer or there. */
export const underWayIn = (lines: readonly Pick<Progress, 'booked' | 'shipped' | 'delivered'>[]): number =>
  lines.reduce((sum, { booked, shipped, delivered }) => sum + booked + shipped + delivered, 0);

/**
 * Computes the fulfilment of an order: the state of the piece that is least far. Pieces that stay do not count; lost pieces are sent again.
 */
export function fulfilmentOf(lines: readonly Progress[]): FulfilmentState {
  const sum = (of: (line: Progress) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const all = sum((line) => line.quantity - line.unsent - staying(line));
  const [booked, bounced] = [sum((line) => line.booked), sum((line) => line.bounced)];
  const [shipped, delivered] = [sum((line) => line.shipped), sum((line) => line.delivered)];
  if (all === 0) return 'unfulfilled';
  if (bounced === all) return 'returned_to_sender';
  const underWay = booked + shipped + delivered + bounced;
  if (underWay === 0) return 'unfulfilled';
  if (underWay < all) return 'partially_fulfilled';
  if (delivered + bounced === all) return 'delivered';
  return booked > 0 ? 'fulfilled' : 'shipped';
}

/** Pieces that are neither sent nor to be sent, beside those that were given back unsent. */
const staying = ({ quantity, unsent, booked, shipped, delivered, bounced, keptUnits }: Progress): number =>
  Math.min(quantity - unsent - booked - shipped - delivered - bounced, keptUnits.length - unsent);
