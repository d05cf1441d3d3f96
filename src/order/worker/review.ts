import type { CommandBus } from '../../kernel/bus';
import { recordTold } from '../../provider/conversation/record';
import review from '../order.payment.review';
import refund from '../orders.refund';
import { paymentAttempt } from '../payment/contract';

const NOT_TRUSTED = 'Ödeme sağlayıcısı bu ödemeye güvenmedi';

/**
 * Records what the provider has found of the payment of an order. Of one that it does not trust the money is given back first: until
 * that is asked for the payment is looked at again.
 * @throws when one of both is refused although there was something to be done
 */
export async function recordReview(
  bus: CommandBus,
  storeId: string,
  { id, orderId }: { readonly id: string; readonly orderId: string },
  outcome: 'passed' | 'rejected',
): Promise<void> {
  const told = { storeId, by: paymentAttempt.workflowId(id), cause: { paymentId: id } };
  // Somebody has given it back, or has said what it is, meanwhile.
  if (outcome === 'rejected') {
    const payload = { orderId, reason: NOT_TRUSTED };
    await recordTold(bus, refund, { ...told, payload, once: { of: id, step: 'not-trusted' } });
  }
  await recordTold(bus, review, { ...told, payload: { orderId, outcome }, once: { of: id, step: outcome } });
}
