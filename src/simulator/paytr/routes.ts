import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import { kurusOf } from '../kit/kurus';
import { askingPage, escaped, formOf, page } from '../kit/pages';
import { no, noPage } from './errors';
import { type Keys, tokenOf } from './keys';
import { type Ledger, type Payment, plans } from './ledger';
import type { PaymentNotices } from './payment-notices';

const FORM = 'application/x-www-form-urlencoded';

const fieldsOf = ({ headers, body }: Call): ((name: string) => string) => {
  const form = formOf(headers['content-type']?.startsWith(FORM) ? body : Buffer.alloc(0));
  return (name) => form.get(name) ?? '';
};

/** Kuruş as PayTR writes them in answers: lira, a comma, and no zeros at the end. */
const lira = (kurus: number): string => String(kurus / 100).replace('.', ',');

/** As PayTR writes them: in Turkey, which has no summer time. */
const dateOf = (atMs: number): string => new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const PAGE_SIGNED = [
  'user_ip',
  'merchant_oid',
  'email',
  'payment_amount',
  'user_basket',
  'no_installment',
  'max_installment',
  'currency',
  'test_mode',
];
const PAGE_NEEDED = [...PAGE_SIGNED, 'user_name', 'user_address', 'user_phone', 'merchant_ok_url', 'merchant_fail_url'];

/** Every service that the simulator has. */
export function endpoints(ledger: Ledger, keys: Keys): Endpoint[] {
  const { merchantId, merchantSalt } = keys;
  return [
    endpoint('POST /odeme/api/get-token', (call) => {
      const field = fieldsOf(call);
      const missing = PAGE_NEEDED.find((name) => field(name) === '');
      if (missing) throw noPage(`Zorunlu alan değeri geçersiz veya gönderilmedi: ${missing}`);
      if (field('merchant_id') !== merchantId) throw noPage('merchant_id geçersiz');
      if (field('paytr_token') !== tokenOf(keys, merchantId, ...PAGE_SIGNED.map(field), merchantSalt))
        throw noPage('paytr_token geçersiz');
      return { status: 'success', token: ledger.open(orderOf(field)).token };
    }),
    endpoint('POST /odeme/durum-sorgu', (call) => {
      const field = fieldsOf(call);
      const oid = field('merchant_oid');
      if (field('merchant_id') !== merchantId) throw no('001', 'Geçersiz istek veya mağaza aktif değil');
      if (oid === '') throw no('002', 'merchant_oid gönderilmedi');
      if (field('paytr_token') !== tokenOf(keys, merchantId, oid, merchantSalt))
        throw no('003', 'paytr_token geçersiz');
      const { amount, total, atMs, instalments, test, returns } = ledger.paid(oid);
      return {
        status: 'success',
        payment_amount: lira(amount),
        payment_total: lira(total),
        payment_date: dateOf(atMs),
        currency: 'TL',
        taksit: String(instalments === 1 ? 0 : instalments),
        kart_marka: 'WORLD',
        odeme_tipi: 'KART',
        test_mode: test ? '1' : '0',
        returns: returns.map(({ reference, amount: returned, atMs: at }) => ({
          return_amount: returned / 100,
          return_date: dateOf(at),
          date_completed: dateOf(at),
          return_ref_num: null,
          reference_no: reference,
        })),
      };
    }),
    endpoint('POST /odeme/iade', (call) => {
      const field = fieldsOf(call);
      const [oid, sent, reference] = [field('merchant_oid'), field('return_amount'), field('reference_no')];
      if (field('merchant_id') !== merchantId) throw no('001', 'Geçersiz istek veya mağaza aktif değil');
      if (oid === '') throw no('002', 'merchant_oid gönderilmedi');
      const amount = kurusOf(sent);
      if (amount === undefined || amount <= 0) throw no('003', 'return_amount gönderilmedi veya geçersiz');
      if (field('paytr_token') !== tokenOf(keys, merchantId, oid, sent, merchantSalt))
        throw no('004', 'paytr_token gönderilmedi veya geçersiz');
      const { test } = ledger.refund(oid, amount, reference);
      return {
        status: 'success',
        is_test: test ? 1 : 0,
        merchant_oid: oid,
        return_amount: sent,
        reference_no: reference === '' ? null : reference,
      };
    }),
  ];
}

function orderOf(field: (name: string) => string) {
  const oid = field('merchant_oid');
  if (!/^[A-Za-z0-9]{1,64}$/.test(oid)) throw noPage('merchant_oid alfanumerik olmalıdır');
  const amount = field('payment_amount');
  if (!/^[1-9]\d{0,13}$/.test(amount)) throw noPage('payment_amount geçersiz');
  if (sumOf(field('user_basket')) !== Number(amount)) throw noPage('user_basket geçersiz');
  return {
    oid,
    amount: Number(amount),
    email: field('email'),
    okUrl: field('merchant_ok_url'),
    failUrl: field('merchant_fail_url'),
    instalmentsMax: field('no_installment') === '1' ? 1 : Number(field('max_installment')) || 12,
    test: field('test_mode') === '1',
  };
}

/** What all lines of a basket cost, kuruş; undefined of what is none. */
function sumOf(basket: string): number | undefined {
  try {
    const lines = JSON.parse(Buffer.from(basket, 'base64').toString('utf8')) as [string, string, number][];
    return lines.reduce((sum, [, price, quantity]) => sum + (kurusOf(price) ?? Number.NaN) * quantity, 0);
  } catch {
    return undefined;
  }
}

/** The page that the shop shows in a frame. */
export function pagesOf(ledger: Ledger, told: PaymentNotices): Endpoint[] {
  const open = (token: string): Payment | undefined =>
    ledger.payments.find((payment) => payment.token === token && payment.state === 'open');
  const gone = page('<p>Bu sayfa artık açık değil.</p>');
  const entry = ({ amount, instalmentsMax }: Payment, message = ''): string =>
    askingPage(
      `${lira(amount)} TL`,
      '',
      `<p>${escaped(message)}</p>
<label>Kart numarası <input name="cardNumber" value="4355084355084358"></label>
<label>Taksit <select name="instalments">${plans
        .filter((plan) => plan <= instalmentsMax)
        .map((plan) => `<option>${plan}</option>`)
        .join('')}</select></label>`,
    );
  return [
    endpoint('GET /odeme/guvenli/{token}', ({ path: { token = '' } }) => {
      const payment = open(token);
      return payment ? entry(payment) : gone;
    }),
    endpoint('POST /odeme/guvenli/{token}', ({ path: { token = '' }, body }) => {
      const payment = open(token);
      if (!payment) return gone;
      const entered = formOf(body);
      const [card, instalments] = [String(entered.get('cardNumber')), Number(entered.get('instalments') ?? 1)];
      if (!ledger.pay(payment, card, instalments)) return entry(payment, 'Kart numarası geçersizdir');
      told.tell(payment);
      const url = payment.state === 'success' ? payment.okUrl : payment.failUrl;
      return page(`<a href="${escaped(url)}">Mağazaya dön</a><script>top.location = document.links[0].href</script>`);
    }),
  ];
}
