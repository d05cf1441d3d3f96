import type { Notice, Notices } from '../kit/notices';
import { type Keys, tokenOf } from './keys';
import type { Payment } from './ledger';

/** What the shop is told of each payment that came to an end, until it says OK. */
export class PaymentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly keys: Keys,
  ) {}

  tell(payment: Payment): void {
    const { oid, state, total, amount, test } = payment;
    const failed = { failed_reason_code: '0', failed_reason_msg: 'Kartın limiti yetersiz' };
    const hash = tokenOf(this.keys, oid, this.keys.merchantSalt, state, String(total));
    const body = new URLSearchParams({
      merchant_oid: oid,
      status: state,
      total_amount: String(total),
      hash,
      ...(state === 'failed' ? failed : {}),
      payment_type: 'card',
      currency: 'TL',
      payment_amount: String(amount),
      test_mode: test ? '1' : '0',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    this.notices.announce({ headers, body: body.toString() }, () => {
      payment.notified = true;
    });
  }
}

/** It says of another amount that it was paid. */
export function mutate({ headers, body }: Notice): Notice {
  const said = new URLSearchParams(body);
  said.set('total_amount', `1${said.get('total_amount')}`);
  return { headers, body: said.toString() };
}
