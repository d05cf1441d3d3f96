import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import { kurusOf } from '../kit/kurus';
import { leadingPage } from '../kit/pages';
import { cardOf, cardWith, plans, totalOf } from './cards';
import { badRequest, Failure, notFound } from './errors';
import type { Signer } from './keys';
import type { Ledger, Order, Payment } from './ledger';
import type { PaymentNotices } from './payment-notices';
import { envelope, failureView, lira, paidView, reportView } from './wire';

export interface Shop {
  readonly ledger: Ledger;
  readonly signer: Signer;
  readonly told: PaymentNotices;
  readonly now: () => number;
  /** How much later reports know, milliseconds. */
  reportLagMs: number;
}

type Body = Readonly<Record<string, unknown>>;
type Answer = (body: Body, call: Call) => object;

const FORM = '/payment/iyzipos/checkoutform';

/** Every service that the simulator has. */
export function endpoints(shop: Shop): Endpoint[] {
  const { ledger, signer, told, now } = shop;
  const named = (body: Body) => envelope(text(body, 'conversationId'), now());

  const post = (path: string, answer: Answer): Endpoint =>
    endpoint(`POST ${path}`, (call) => {
      signer.assertSigned(path, call);
      const body = bodyOf(call);
      return { ...named(body), ...answer(body, call) };
    });

  const captured = (payment: Payment, body: Body) => {
    const view = paidView(payment, needed(body, 'conversationId'), shop);
    return { paymentStatus: 'SUCCESS', ...view };
  };
  const detailOf = (payment: Payment, body: Body) => {
    if (payment.state === 'SUCCESS') return captured(payment, body);
    const { id, basketId, state, failure } = payment;
    return { paymentId: id, basketId, paymentStatus: state, ...(failure ? failureView(failure) : {}) };
  };
  const refunded = (payment: Payment, price: number, body: Body) => ({
    paymentId: payment.id,
    price: lira(price),
    currency: 'TRY',
    authCode: '115446',
    hostReference: `mock${payment.id}`,
    refundHostReference: `mockrefund${payment.id}`,
    signature: signer.sign(payment.id, lira(price), 'TRY', needed(body, 'conversationId')),
  });
  const capture = (body: Body) => {
    const payment = ledger.payment(needed(body, 'paymentId'));
    if (payment.conversationId !== needed(body, 'conversationId')) throw notFound('Ödeme');
    told.around(payment, () => ledger.capture(payment));
    return paidView(payment, payment.conversationId, shop);
  };

  return [
    post('/payment/3dsecure/initialize', (body, { headers }) => {
      const { cardNumber } = (body.paymentCard ?? {}) as Body;
      const card = cardOf(String(cardNumber));
      if (!card) throw new Failure('12', 'Kart numarası geçersizdir');
      const payment = ledger.initialize(orderOf(body), card, Number(body.installment), amount(body, 'paidPrice'));
      const html = leadingPage(`http://${headers.host}/sandbox/3ds/${payment.id}`, {});
      return {
        paymentId: payment.id,
        threeDSHtmlContent: Buffer.from(html).toString('base64'),
        signature: signer.sign(payment.id, payment.conversationId),
      };
    }),
    post('/payment/3dsecure/auth', capture),
    post('/payment/v2/3dsecure/auth', (body) => {
      const { paidPrice, basketId } = ledger.payment(needed(body, 'paymentId'));
      if (amount(body, 'paidPrice') !== paidPrice || body.basketId !== basketId || body.currency !== 'TRY')
        throw badRequest('paidPrice, basketId veya currency ödemeninki değil');
      return capture(body);
    }),
    post(`${FORM}/initialize/auth/ecom`, (body, { headers }) => {
      const enabled = Array.isArray(body.enabledInstallments) ? body.enabledInstallments : plans;
      const order = orderOf(body);
      const form = ledger.openForm(
        order,
        plans.filter((plan) => enabled.includes(plan)),
      );
      const url = `http://${headers.host}/sandbox/form/${form.token}`;
      return {
        token: form.token,
        tokenExpireTime: 1_800,
        paymentPageUrl: url,
        checkoutFormContent: `<iframe src="${url}"></iframe>`,
        signature: signer.sign(order.conversationId, form.token),
      };
    }),
    post(`${FORM}/auth/ecom/detail`, (body) => {
      const token = needed(body, 'token');
      const form = ledger.forms.get(token) ?? unknownForm();
      const { payment } = form;
      if (!payment) throw notFound('Bu sayfada ödeme');
      const conversationId = needed(body, 'conversationId');
      if (payment.state !== 'SUCCESS') return { token, ...detailOf(payment, body) };
      const view = paidView(payment, conversationId, shop, ['SUCCESS', token]);
      return { token, paymentStatus: 'SUCCESS', ...view };
    }),
    post('/payment/detail', (body) => {
      const id = text(body, 'paymentId');
      return detailOf(id ? ledger.payment(id) : ledger.paymentNamed(needed(body, 'paymentConversationId')), body);
    }),
    post('/payment/refund', (body) => {
      const transactionId = needed(body, 'paymentTransactionId');
      const price = amount(body, 'price');
      const payment = ledger.refundItem(transactionId, price, needed(body, 'conversationId'));
      return { ...refunded(payment, price, body), paymentTransactionId: transactionId };
    }),
    post('/v2/payment/refund', (body) => {
      const price = amount(body, 'price');
      return refunded(
        ledger.refundPayment(needed(body, 'paymentId'), price, needed(body, 'conversationId')),
        price,
        body,
      );
    }),
    post('/payment/cancel', (body) => {
      const payment = ledger.cancel(needed(body, 'paymentId'), needed(body, 'conversationId'));
      const { signature: _, refundHostReference: __, ...view } = refunded(payment, payment.paidPrice, body);
      return { ...view, connectorName: 'iyzico' };
    }),
    post('/payment/iyzipos/installment', (body) => {
      const price = amount(body, 'price');
      const bin = text(body, 'binNumber');
      const card = bin === undefined ? cardWith('5526') : cardWith(bin);
      if (!card) return { installmentDetails: [] };
      const offered = card.credit ? plans : [1];
      return {
        installmentDetails: [
          {
            ...(bin === undefined ? {} : { binNumber: bin }),
            price: lira(price),
            cardType: card.credit ? 'CREDIT_CARD' : 'DEBIT_CARD',
            cardFamilyName: card.family,
            bankName: card.bank,
            force3ds: 0,
            installmentPrices: offered.map((instalments) => {
              const total = totalOf(price, instalments) as number;
              return {
                installmentNumber: instalments,
                installmentPrice: lira(Math.round(total / instalments)),
                totalPrice: lira(total),
              };
            }),
          },
        ],
      };
    }),
    endpoint('GET /v2/reporting/payment/details', (call) => {
      signer.assertSigned('/v2/reporting/payment/details', call);
      const [id, name] = [call.query.get('paymentId'), call.query.get('paymentConversationId')];
      if (id === null && name === null) throw badRequest('paymentId veya paymentConversationId zorunludur');
      const untilMs = now() - shop.reportLagMs;
      const found = ledger.payments.filter((payment) => payment.id === id || payment.conversationId === name);
      const known = found.filter(({ atMs }) => atMs <= untilMs);
      return { ...envelope(undefined, now()), payments: known.map((payment) => reportView(payment, untilMs)) };
    }),
  ];
}

function bodyOf({ body }: Call): Body {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Body;
  } catch {
    // Told below.
  }
  throw badRequest('gövde JSON olmalıdır');
}

function text(body: Body, name: string): string | undefined {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

const needed = (body: Body, name: string): string => {
  const value = text(body, name);
  if (value === undefined) throw badRequest(`${name} gönderilmesi zorunludur`);
  return value;
};

function amount(body: Body, name: string): number {
  const value = kurusOf(needed(body, name));
  if (value === undefined || value <= 0) throw badRequest(`${name} geçersizdir`);
  return value;
}

function orderOf(body: Body): Order {
  const { buyer, billingAddress, basketItems } = body;
  for (const name of [
    'id',
    'name',
    'surname',
    'email',
    'identityNumber',
    'registrationAddress',
    'city',
    'country',
    'ip',
  ])
    needed((buyer ?? {}) as Body, name);
  for (const name of ['contactName', 'address', 'city', 'country']) needed((billingAddress ?? {}) as Body, name);
  const items = Array.isArray(basketItems) ? (basketItems as Body[]) : [];
  if (items.some(({ itemType }) => itemType === 'PHYSICAL') && !body.shippingAddress)
    throw badRequest('shippingAddress gönderilmesi zorunludur');
  return {
    conversationId: needed(body, 'conversationId'),
    basketId: needed(body, 'basketId'),
    price: amount(body, 'price'),
    callbackUrl: needed(body, 'callbackUrl'),
    identityNumber: needed(buyer as Body, 'identityNumber'),
    items: items.map((item) => {
      for (const name of ['name', 'category1', 'itemType']) needed(item, name);
      return { id: needed(item, 'id'), price: amount(item, 'price') };
    }),
  };
}

const unknownForm = (): never => {
  throw notFound('Sayfa');
};
