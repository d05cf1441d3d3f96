import { Facts, type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { describedOrder } from './described-store';

/** The order that a call acts upon at a provider: its number, its buyer, its goods and what it costs. */
export async function orderUpon({
  db,
  storeId,
  payload: { orderId },
}: UponCall<{ readonly orderId: string }>): Promise<readonly Upon[]> {
  const found = await describedOrder(db, storeId, orderId);
  if (!found) return [];
  const facts = new Facts()
    .add('text', uponWords.order, found.number)
    .add('text', uponWords.buyer, found.buyerName)
    .add('money', { tr: 'Sipariş tutarı', en: 'Total of the order' }, found.total);
  for (const { title, variantTitle, quantity } of found.lines)
    facts.add('text', uponWords.goods, `${quantity} × ${title}${variantTitle === null ? '' : `, ${variantTitle}`}`);
  return facts.all;
}
