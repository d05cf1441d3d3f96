import { setting, url } from '../../kernel/declaration/setting';
import { label, object, type Static, t, unit } from '../../kernel/schema/schema';
import type { Manifest } from '../manifest';
import { provider } from '../provider';
import { readCallback } from './callback';
import { IyzicoClient, NAME } from './client';
import { IyzicoPayments, verdicts } from './payment';

/** The values of settings that nobody has made, or that an earlier version does not know. */
const defaults = { threeDSecure: true, instalmentsMax: 12, tellsIdentity: false };

const threeDSecure = t.Optional(
  label(
    'Her kartta 3-D Secure',
    '3-D Secure of every card',
  )(
    t.Boolean({
      default: defaults.threeDSecure,
      description: 'Whether the page of iyzico asks every card for it; without, iyzico decides.',
    }),
  ),
);

const instalmentsMax = t.Optional(
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
);

const tellsIdentity = t.Optional(
  label(
    'Kimlik numarasını ilet',
    'Hand on the identity number',
  )(
    t.Boolean({
      default: defaults.tellsIdentity,
      description: 'Whether iyzico is told the identity number of a buyer who has entered one.',
    }),
  ),
);

const configSchema = object({ threeDSecure, instalmentsMax, tellsIdentity });

const first: Manifest = {
  key: 'iyzico',
  name: NAME,
  kind: 'payment',
  version: '1.0.0',
  summary: 'iyzico ile kart ödemesi: ortak ödeme sayfası veya 3-D Secure, iade ve gün içinde iptal.',
  english: 'Card payments with iyzico: on its page or by 3-D Secure, refunds, and cancellation on the day itself.',
  personalData: ['name', 'email', 'telephone', 'address', 'order'],
  actions: ['payments.take', 'payments.refund'],
  secrets: [
    { key: 'apiKey', label: 'API anahtarı', english: 'API key' },
    { key: 'secretKey', label: 'Güvenlik anahtarı', english: 'Secret key' },
  ],
  config: object({ threeDSecure }),
};

/** The simulator numbers its payments from here. */
const taken = { reference: 'DEMOKART', paymentId: '25000001', amount: 54_900 };

export const iyzico = provider({
  earlier: [first],
  manifest: {
    ...first,
    version: '1.1.0',
    summary: 'iyzico ile kart ödemesi: taksit sınırı, ortak ödeme sayfası veya 3-D Secure, iade ve gün içinde iptal.',
    english:
      'Card payments with iyzico: a limit of instalments, on its page or by 3-D Secure, refunds, and cancellation on the day itself.',
    personalData: [...(first.personalData ?? []), 'identity_number'],
    config: configSchema,
    migrations: [
      {
        from: '1.0.0',
        to: '1.1.0',
        lossless: true,
        // As it was: as many as iyzico offers, and a number that stands for nobody.
        steps: [
          { default: { field: 'instalmentsMax', value: defaults.instalmentsMax } },
          { default: { field: 'tellsIdentity', value: defaults.tellsIdentity } },
        ],
      },
    ],
  },
  settings: {
    url: setting('TEZGAH_IYZICO_URL', 'https://api.iyzipay.com', 'Base URL of the iyzico API.', url('https:', 'http:')),
  },
  payment: {
    operations: ['test', 'begin', 'complete', 'readPayment', 'refund', 'cancel', 'readRefund', 'instalments'],
    connect({ config, secrets }, { url }, http) {
      const { apiKey = '', secretKey = '' } = secrets;
      const terms = { ...defaults, ...(config as Static<typeof configSchema>) };
      return new IyzicoPayments(new IyzicoClient(url, { apiKey, secretKey }, http), terms);
    },
    readCallback,
    cardEntry: ['provider', 'shop'],
    refundsBy: ['line', 'payment'],
    // conversationId is only echoed (docs.iyzico.com, "Idempotency"); reports show it some seconds later.
    afterLostAnswer: 'readback',
    readBackLagMs: 60_000,
    verdicts,
  },
  simulator: {
    program: 'simulator/iyzico/main.js',
    port: 4020,
    args: () => ['--taken', taken.reference, '--taken-kurus', String(taken.amount)],
    environment: (address) => ({ TEZGAH_IYZICO_URL: address }),
    account: { config: {}, secrets: { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' } },
    taken,
  },
});
