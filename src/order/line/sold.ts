/**
 * Orders that count as sold: they are paid, or are paid for at the door. Of those whose transfer has not come nobody knows whether it will.
 */
const SOLD: readonly string[] = ['paid', 'pending_cod'];

/** SQL of orders that count as sold. @param of the alias of the orders with its point, or nothing */
export const isSold = (of: string): string => `${of}payment IN (${SOLD.map((state) => `'${state}'`).join(', ')})`;

/** Tells of an order that was read whether it counts as sold. */
export const countsAsSold = ({ payment }: { readonly payment: string }): boolean => SOLD.includes(payment);
