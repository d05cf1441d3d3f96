import { isSameText } from '../../kernel/same-text';
import { type Static, t } from '../../kernel/schema/schema';
import { formOf, notTaken, OK } from '../callback';
import type { CallbackReading, PaymentAccount, PaymentEvent, PostedCallback } from '../payment-port';
import { storable } from '../text';
import { tokenOf } from './client';
import { isLira } from './payment';

/**
 * The notice that PayTR posts to the address in its panel ("Bildirim URL"). It repeats the notice until the answer is OK: only then is a
 * payment final.
 */
const notice = t.Object({
  merchant_oid: t.String({ pattern: '^[A-Za-z0-9]{1,64}$' }),
  status: t.String({ maxLength: 20 }),
  total_amount: t.String({ pattern: '^[0-9]{1,14}$' }),
  hash: t.Optional(t.String({ maxLength: 128 })),
  currency: t.Optional(t.String({ maxLength: 8 })),
  failed_reason_code: t.Optional(t.String({ maxLength: 100 })),
  failed_reason_msg: t.Optional(t.String({ maxLength: 2_000 })),
});

export function readCallback({ secrets }: PaymentAccount, posted: PostedCallback): CallbackReading {
  const { merchantKey = '', merchantSalt = '' } = secrets;
  // Anybody can sign with a key that nobody has set.
  if (merchantKey === '' || merchantSalt === '') return notTaken('unsigned');
  const said = formOf<Static<typeof notice>>(posted, notice);
  if (!said) return notTaken('malformed');
  const { merchant_oid, status, total_amount, hash } = said;
  if (hash === undefined) return notTaken('unsigned');
  if (!isSameText(hash, tokenOf(merchantKey, [merchant_oid, merchantSalt, status, total_amount])))
    return notTaken('forged');
  return { accepted: true, from: 'server', signed: true, event: eventOf(said), answer: OK };
}

function eventOf(said: Static<typeof notice>): PaymentEvent {
  const known = { reference: said.merchant_oid, handle: null, ticket: null };
  const { failed_reason_code: code = null, failed_reason_msg: message = 'The payment failed.' } = said;
  if (said.status !== 'success')
    return {
      ...known,
      says: 'failed',
      paidAmount: null,
      code: code && storable(code, 100),
      message: storable(message),
    };
  // The signature covers a number without its currency.
  const paidAmount = isLira(said.currency ?? 'TL') ? Number(said.total_amount) : null;
  return { ...known, says: paidAmount === null ? 'read' : 'captured', paidAmount, code: null, message: null };
}
