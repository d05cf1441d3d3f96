import type { OrderLine } from './table';

/*
 * Lines of marketplaces with which something is amiss: nobody knows their product, or their pieces were not there. Pieces that the
 * marketplace has cancelled, and others that were given back unsent, need neither a product nor stock. Rules of SQL and of TypeScript stand
 * side by side. The first condition of each is that of an index.
 */

type Line = Pick<OrderLine, 'productId' | 'quantity' | 'unsent' | 'oversold'>;

/** Pieces of a line that are not given back unsent. */
const going = ({ quantity, unsent }: Line): number => quantity - unsent;

/** Pieces of a line whose product nobody knows. */
export const unmappedPieces = (line: Line): number => (line.productId === null ? going(line) : 0);

/** Pieces of a line that were not there when they were sold, as far as they still go. */
export const oversoldPieces = (line: Line): number => Math.min(line.oversold, going(line));

/** SQL that finds lines whose product nobody knows. @param line the name of the table in the statement */
export const unmappedIn = (line: string): string => `${line}.product_id IS NULL AND ${line}.unsent < ${line}.quantity`;

/** SQL that finds lines with pieces that were not there. @param line the name of the table in the statement */
export const oversoldIn = (line: string): string => `${line}.oversold > 0 AND ${line}.unsent < ${line}.quantity`;

/** SQL of the pieces of such a line, as `oversoldPieces`. @param line the name of the table in the statement */
export const oversoldPiecesOf = (line: string): string => `least(${line}.oversold, ${line}.quantity - ${line}.unsent)`;

/** SQL of the pieces of a line that `unmappedIn` finds. @param line the name of the table in the statement */
export const unmappedPiecesOf = (line: string): string => `(${line}.quantity - ${line}.unsent)`;
