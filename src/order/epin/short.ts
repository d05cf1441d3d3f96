import type { NewOrderLine } from '../line/table';

type Owed = Pick<NewOrderLine, 'quantity' | 'refundedUnits' | 'keptUnits'>;

/** Pieces of a digital line of a paid order that are its buyer's: a piece whose money is given back is not, and neither is one that stays. */
export const owed = ({ quantity, refundedUnits, keptUnits }: Owed): number =>
  quantity - Math.max(refundedUnits.length, keptUnits.length);

/** SQL of the same of a line, by its alias. */
export const owedOf = (line: string): string =>
  `(${line}.quantity - greatest(cardinality(${line}.refunded_units), cardinality(${line}.kept_units)))`;

/**
 * Pieces of a line of a paid order that wait for their codes. Of pieces that are alike the ones without a code are given back first, since
 * a code that somebody has seen is never sold again.
 */
export const codesShort = (line: Owed & Pick<NewOrderLine, 'codes'>): number =>
  line.codes === null ? 0 : Math.max(0, owed(line) - line.codes);

/** SQL of the same of a line, by its alias. */
export const codesShortOf = (line: string): string =>
  `CASE WHEN ${line}.codes IS NULL THEN 0 ELSE greatest(0, ${owedOf(line)} - ${line}.codes) END`;
