import type { Queryable } from '../../kernel/database/queryable';
import { object, type Static, typeNamed } from '../../kernel/schema/schema';
import { searchedWords, searchPatterns } from '../../kernel/search-patterns';
import { customer } from '../customer/aggregate';
import { customerSearchText } from '../customer/search';
import { order } from '../order/aggregate';
import { wantedText } from '../order/search';
import { type OrderHit, seekOrders } from './seek-store';

const { answers } = order;

export const orderHitSchema = typeNamed('OrderHit')(
  object({
    id: answers.id,
    number: answers.number,
    externalNumber: answers.externalNumber,
    channel: answers.channel,
    buyerName: answers.buyerName,
    total: answers.total,
    payment: answers.payment,
    fulfilment: answers.fulfilment,
    placedAt: answers.placedAt,
  }),
);

export const customerHitSchema = typeNamed('CustomerHit')(
  object({
    id: customer.answers.id,
    name: customer.answers.name,
    email: customer.answers.email,
    phone: customer.answers.phone,
  }),
);

interface Hits {
  readonly orders: Static<typeof orderHitSchema>[];
  readonly customers: Static<typeof customerHitSchema>[];
}

/**
 * Looks for orders, and for customers whose own data has the words, while somebody types. A forgotten customer has none.
 * @param text holds a word
 * @param most orders, and customers
 */
export async function seekOrdersAndCustomers(
  db: Queryable,
  storeId: string,
  text: string,
  most: number,
): Promise<Hits> {
  const wanted = wantedText(text);
  const patterns = searchPatterns(wanted);
  if (!patterns) return { orders: [], customers: [] };
  const hits = await seekOrders(db, storeId, patterns, text.trim());
  const words = searchedWords(wanted);
  const customers = new Map(hits.map(({ customer: found }) => [found.id, found]));
  return {
    orders: hits.slice(0, most).map(({ customer: _, ...hit }) => hit),
    customers: [...customers.values()].filter((found) => isMeant(found, words)).slice(0, most),
  };
}

function isMeant(customer: OrderHit['customer'], words: readonly string[]): boolean {
  const text = customerSearchText(customer);
  return words.every((word) => text.includes(word));
}
