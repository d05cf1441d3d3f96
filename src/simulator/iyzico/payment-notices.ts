import type { Notice, Notices } from '../kit/notices';
import { Failure } from './errors';
import type { Signer } from './keys';
import type { Payment } from './ledger';

/** What the shop is told by webhook, of each payment that came to an end. */
export class PaymentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly signer: Signer,
    private readonly now: () => number,
  ) {}

  /** Does something with a payment, and tells how it ended, also of one that failed. @param token of the page that it was made on */
  around(payment: Payment, act: () => void, token?: string): void {
    try {
      act();
    } catch (error) {
      if (error instanceof Failure && payment.state === 'FAILURE') this.tell(payment, token);
      throw error;
    }
    this.tell(payment, token);
  }

  private tell({ id, conversationId, state }: Payment, token: string | undefined): void {
    const iyziEventType = token === undefined ? 'THREE_DS_AUTH' : 'CHECKOUT_FORM_AUTH';
    const body = {
      paymentConversationId: conversationId,
      merchantId: 12_345,
      ...(token === undefined ? { paymentId: Number(id) } : { token, iyziPaymentId: Number(id) }),
      status: state,
      iyziReferenceCode: `ref-${id}`,
      iyziEventType,
      iyziEventTime: this.now(),
    };
    const signed = [iyziEventType, id, ...(token === undefined ? [] : [token]), conversationId, state];
    const headers = {
      'content-type': 'application/json',
      'x-iyz-signature-v3': this.signer.signWebhook(...signed),
    };
    this.notices.announce({ headers, body: JSON.stringify(body) });
  }
}

/** What was a failure says that it was none, and the other way round. */
export const mutate = ({ headers, body }: Notice): Notice => {
  const said = JSON.parse(body) as { status: string };
  return { headers, body: JSON.stringify({ ...said, status: said.status === 'SUCCESS' ? 'FAILURE' : 'SUCCESS' }) };
};
