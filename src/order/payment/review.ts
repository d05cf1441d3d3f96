import type { CommandBus } from '../../kernel/bus';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import type { Problem } from '../../kernel/errors';
import { stepKey } from '../../kernel/ids';
import review from '../order.payment.review';
import refund from '../orders.refund';
import { paymentAttempt } from './contract';
import type { PaymentRow } from './table';

const NOT_TRUSTED = 'Ödeme sağlayıcısı bu ödemeye güvenmedi';

/**
 * Records what the provider has found of the payment of an order. Of one that it does not trust the money is given back first: until
 * that is asked for the payment is looked at again.
 * @throws when one of both is refused although there was something to be done
 */
export async function recordReview(
  bus: CommandBus,
  storeId: string,
  { id, orderId }: Pick<PaymentRow, 'id' | 'orderId'>,
  outcome: 'passed' | 'rejected',
): Promise<void> {
  const record = async (mutation: Command, payload: object, step: string): Promise<void> => {
    const { status, body } = await bus.execute({
      principal: systemPrincipal(storeId, paymentAttempt.workflowId(id)),
      mutation,
      payload,
      key: stepKey(id, step),
      cause: { paymentId: id },
    });
    // Somebody has given it back, or has said what it is, meanwhile.
    if (status >= 400 && (body as Problem).code !== 'invalid_state')
      throw new Error(`the review of ${id} could not be recorded: ${(body as Problem).detail}`);
  };
  if (outcome === 'rejected')
    await record(refund as unknown as Command, { orderId, reason: NOT_TRUSTED }, 'not-trusted');
  await record(review as unknown as Command, { orderId, outcome }, outcome);
}
