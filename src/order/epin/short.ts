import type { NewOrderLine } from '../line/table';

/**
 * Pieces of a line of a paid order that wait for their codes. A piece whose money is given back is owed none; of pieces that are alike
 * the ones without a code are given back first, since a code that somebody has seen is never sold again.
 */
export const codesShort = ({
  codes,
  quantity,
  refundedUnits,
}: Pick<NewOrderLine, 'codes' | 'quantity' | 'refundedUnits'>) =>
  codes === null ? 0 : Math.max(0, quantity - codes - refundedUnits.length);
