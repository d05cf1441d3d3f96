import { type Endpoint, endpoint } from '../kit/endpoint';
import { askingPage, escaped, formOf, leadingPage, page } from '../kit/pages';
import { cardOf, totalOf } from './cards';
import { Failure } from './errors';
import type { Form, Payment } from './ledger';
import type { Shop } from './routes';

/** What the bank sends to the telephone of every buyer. */
const SMS_CODE = '123456';

/** The pages that a browser sees: the bank that asks for a code, and the page on which a card is entered. */
export function sandboxPages({ ledger, signer, told, now }: Shop): Endpoint[] {
  const bank = (id: string): string | Payment => {
    try {
      const payment = ledger.payment(id);
      return payment.state === 'INIT_THREEDS' ? payment : page('<p>Bu ödeme bitti.</p>');
    } catch {
      return page('<p>Ödeme bulunamadı.</p>');
    }
  };
  const backFromBank = (payment: Payment, codeIsRight: boolean): string => {
    const mdStatus = ledger.verified(payment, codeIsRight);
    const status = mdStatus === '1' ? 'success' : 'failure';
    const { id: paymentId, conversationId, callbackUrl } = payment;
    const conversationData = `conversation-${paymentId}`;
    const signature = signer.sign(conversationData, conversationId, mdStatus, paymentId, status);
    return leadingPage(callbackUrl, { status, paymentId, conversationData, conversationId, mdStatus, signature });
  };
  const ask = `<label>SMS kodu <input name="code" value="${SMS_CODE}"></label>`;

  const open = (token: string): Form | undefined => {
    const form = ledger.forms.get(token);
    return form && form.untilMs > now() && form.payment?.state !== 'SUCCESS' ? form : undefined;
  };
  const gone = page('<p>Bu sayfa artık açık değil.</p>');
  const entry = (form: Form, message = ''): string =>
    askingPage(
      `${(form.price / 100).toFixed(2)} TL`,
      '',
      `<p>${escaped(message)}</p>
<label>Kart numarası <input name="cardNumber" value="5526080000000006"></label>
<label>Taksit <select name="instalments">${form.plans.map((plan) => `<option>${plan}</option>`).join('')}</select></label>`,
    );
  const pay = (form: Form, number: string, instalments: number): string => {
    const card = cardOf(number);
    const total = totalOf(form.price, instalments);
    if (!card || total === undefined || !form.plans.includes(instalments))
      return entry(form, 'Kart numarası geçersizdir');
    try {
      const payment = ledger.initialize(form, card, instalments, total);
      form.payment = payment;
      told.around(
        payment,
        () => {
          if (ledger.verified(payment, true) === '1') ledger.capture(payment);
        },
        form.token,
      );
      if (payment.state !== 'SUCCESS') return entry(form, '3-D Secure doğrulaması başarısız');
    } catch (error) {
      if (error instanceof Failure) return entry(form, error.message);
      throw error;
    }
    return leadingPage(form.callbackUrl, { token: form.token });
  };

  return [
    endpoint('POST /sandbox/3ds/{id}', ({ path: { id = '' }, body }) => {
      const payment = bank(id);
      if (typeof payment === 'string') return payment;
      const code = formOf(body).get('code');
      if (code === null) return askingPage('Bankanız', '', ask);
      return backFromBank(payment, code === SMS_CODE);
    }),
    endpoint('GET /sandbox/form/{token}', ({ path: { token = '' } }) => {
      const form = open(token);
      return form ? entry(form) : gone;
    }),
    endpoint('POST /sandbox/form/{token}', ({ path: { token = '' }, body }) => {
      const form = open(token);
      const entered = formOf(body);
      return form ? pay(form, String(entered.get('cardNumber')), Number(entered.get('instalments') ?? 1)) : gone;
    }),
  ];
}
