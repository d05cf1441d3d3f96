import { setting, url } from '../../kernel/declaration/setting';
import { label, object, type Static, t, unit } from '../../kernel/schema/schema';
import { provider } from '../provider';
import { readCallback } from './callback';
import { NAME, PaytrClient } from './client';
import { PaytrPayments } from './payment';

const defaults = { instalmentsMax: 12, test: false };

const configSchema = object({
  merchantId: label(
    'Mağaza numarası',
    'Merchant id',
  )(
    t.String({
      pattern: '^[0-9]{1,12}$',
      description: 'The number in the panel of PayTR, where its address for notifications is entered too.',
    }),
  ),
  instalmentsMax: t.Optional(
    label(
      'En çok taksit',
      'Most instalments',
    )(
      t.Integer({
        minimum: 1,
        maximum: 12,
        default: defaults.instalmentsMax,
        ...unit('count'),
        description: '1: in one payment only. The goods may be limited to fewer.',
      }),
    ),
  ),
  test: t.Optional(
    label(
      'Deneme modu',
      'Test mode',
    )(t.Boolean({ default: defaults.test, description: 'Payments are tried out, and no money moves.' })),
  ),
});

const configOf = (config: Readonly<Record<string, unknown>>) => ({
  ...defaults,
  ...(config as Static<typeof configSchema>),
});

export const paytr = provider({
  manifest: {
    key: 'paytr',
    name: NAME,
    kind: 'payment',
    version: '1.0.0',
    summary: 'PayTR ile kart ödemesi: mağazanın içinde PayTR sayfası, taksit ve iade.',
    english: 'Card payments with PayTR: on its page within the shop, with instalments, and refunds.',
    personalData: ['name', 'email', 'telephone', 'address', 'order'],
    actions: ['payments.take', 'payments.refund'],
    secrets: [
      { key: 'merchantKey', label: 'Mağaza parolası', english: 'Merchant key' },
      { key: 'merchantSalt', label: 'Mağaza gizli anahtarı', english: 'Merchant salt' },
    ],
    config: configSchema,
  },
  settings: {
    url: setting('TEZGAH_PAYTR_URL', 'https://www.paytr.com', 'Base URL of PayTR.', url('https:', 'http:')),
  },
  payment: {
    operations: ['test', 'begin', 'readPayment', 'refund', 'readRefund'],
    connect({ config, secrets }, { url }, http) {
      const { merchantId, instalmentsMax, test } = configOf(config);
      const { merchantKey = '', merchantSalt = '' } = secrets;
      return new PaytrPayments(new PaytrClient(url, { merchantId, merchantKey, merchantSalt }, http), {
        instalmentsMax,
        test,
      });
    },
    readCallback,
    cardEntry: ['provider'],
    refundsBy: ['payment'],
    // Nothing is known of a reference that comes twice; durum-sorgu lists it.
    afterLostAnswer: 'readback',
    readBackLagMs: 60_000,
    // The codes answer the question for a payment (dev.paytr.com, "Durum Sorgu"): the first is about the merchant, the second about its
    // token.
    verdicts: { '001': 'identity_refused', '003': 'credentials_refused' },
  },
  simulator: {
    program: 'simulator/paytr/main.js',
    port: 4021,
    args: () => [],
    environment: (address) => ({ TEZGAH_PAYTR_URL: address }),
    account: {
      config: { merchantId: '123456' },
      secrets: { merchantKey: 'demo-merchant-key', merchantSalt: 'demo-merchant-salt' },
    },
  },
});
