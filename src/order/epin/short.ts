import type { NewOrderLine } from '../line/table';

/**
 * Pieces of a line of a paid order that wait for their codes. A piece whose money is given back is owed none, and neither is one that the
 * buyer has given back before it had one; of pieces that are alike the ones without a code are given back first, since a code that
 * somebody has seen is never sold again.
 */
export const codesShort = ({
  codes,
  quantity,
  refundedUnits,
  unsent,
}: Pick<NewOrderLine, 'codes' | 'quantity' | 'refundedUnits' | 'unsent'>) =>
  codes === null ? 0 : Math.max(0, quantity - codes - Math.max(refundedUnits.length, unsent));
