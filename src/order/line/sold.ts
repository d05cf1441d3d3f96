/**
 * SQL of orders that count as sold: they are paid, or are paid for at the door. Of those whose transfer has not come nobody knows whether
 * it will. @param of the alias of the orders with its point, or nothing
 */
export const isSold = (of: string): string => `${of}payment IN ('paid', 'pending_cod')`;
