import type { Queryable } from '../../kernel/database/queryable';
import { Facts, uponWords } from '../../kernel/declaration/upon';
import { Refusal } from '../../kernel/errors';
import type { Words } from '../../kernel/schema/schema';
import { linesOf } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { findOrder } from '../order/store';

/** Pieces of a line by their number. */
export interface CountedPieces {
  readonly lineId: string;
  readonly quantity: number;
}

/** Pieces of a line by their places. */
export interface Placed {
  readonly lineId: string;
  readonly units: readonly number[];
}

export interface OrderThere {
  readonly order: OrderRow;
  readonly lines: readonly OrderLine[];
}

/** Reads what a call names or works out. @returns undefined where the call would be refused by now */
export async function unlessRefused<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Reads an order with its lines. @throws {Refusal} not_found */
export async function orderThere(db: Queryable, storeId: string, orderId: string): Promise<OrderThere> {
  const order = await findOrder(db, storeId, orderId);
  return { order, lines: await linesOf(db, storeId, orderId) };
}

/** Begins the facts about an order: its number and its buyer. */
export const factsOf = ({ order: { number, buyerName } }: Pick<OrderThere, 'order'>): Facts =>
  new Facts().add('text', uponWords.order, number).add('text', uponWords.buyer, buyerName);

/** The first places of the stated pieces: pieces of a line differ by some kuruş at most. */
export const placed = (pieces: readonly CountedPieces[]): Placed[] =>
  pieces.map(({ lineId, quantity }) => ({ lineId, units: [...Array(quantity).keys()] }));

/** Counts all pieces of the lines. */
export const allOf = (lines: readonly OrderLine[]): CountedPieces[] =>
  lines.map(({ id, quantity }) => ({ lineId: id, quantity }));

/** The price of pieces, without shipping, in kuruş. */
export const worthOf = (lines: readonly OrderLine[], pieces: readonly Placed[]): number =>
  pieces.reduce((sum, { lineId, units }) => {
    const shares = lines.find(({ id }) => id === lineId)?.units ?? [];
    return (
      sum + units.reduce((all, place) => all + (shares[place] ? shares[place].price - shares[place].discount : 0), 0)
    );
  }, 0);

/** Adds pieces by the titles under which they were sold, in the order of the lines. */
export function addGoods(
  facts: Facts,
  lines: readonly OrderLine[],
  pieces: readonly CountedPieces[],
  named: Words = uponWords.goods,
): Facts {
  for (const { id, title, variantTitle } of lines) {
    const quantity = pieces.reduce((sum, each) => sum + (each.lineId === id ? each.quantity : 0), 0);
    if (quantity > 0)
      facts.add('text', named, `${quantity} × ${title}${variantTitle === null ? '' : `, ${variantTitle}`}`);
  }
  return facts;
}

/** Places as numbers of pieces. */
export const counted = (pieces: readonly Placed[]): CountedPieces[] =>
  pieces.map(({ lineId, units }) => ({ lineId, quantity: units.length }));
