import type { NewOrderLine } from '../line/table';

/**
 * Pieces of a line of a paid order that wait for their codes. A piece whose money is given back is owed none, and neither is one that
 * stays; of pieces that are alike the ones without a code are given back first, since a code that
 * somebody has seen is never sold again.
 */
export const codesShort = ({
  codes,
  quantity,
  refundedUnits,
  keptUnits,
}: Pick<NewOrderLine, 'codes' | 'quantity' | 'refundedUnits' | 'keptUnits'>) =>
  codes === null ? 0 : Math.max(0, quantity - codes - Math.max(refundedUnits.length, keptUnits.length));

/** SQL of the same of a line, by its alias. */
export const codesShortOf = (line: string): string =>
  `CASE WHEN ${line}.codes IS NULL THEN 0
    ELSE greatest(0, ${line}.quantity - ${line}.codes - greatest(cardinality(${line}.refunded_units), cardinality(${line}.kept_units))) END`;
