import { setting, url } from '../../kernel/declaration/setting';
import { label, object, type Static, t, unit } from '../../kernel/schema/schema';
import { pictureHosts } from '../picture/hosts';
import { provider } from '../provider';
import { GeliverCargo } from './cargo';
import { GeliverClient } from './client';
import { booked, demoSenderId, underWay } from './demo';

/** A box of shoes, about: what a store sends that does not measure each parcel. */
const defaults = {
  parcelLengthCm: 30,
  parcelWidthCm: 20,
  parcelHeightCm: 12,
  parcelWeightGrams: 1_000,
  testMode: false,
  storeUrl: '',
};

const SIDE_CM_MAX = 300;
const WEIGHT_GRAMS_MAX = 300_000;

const side = (tr: string, en: string, value: number) =>
  t.Optional(label(tr, en)(t.Integer({ minimum: 1, maximum: SIDE_CM_MAX, default: value, ...unit('count') })));

const configSchema = object({
  senderAddressId: t.Optional(
    label(
      'Gönderici adresi',
      'Sender address',
    )(
      t.String({
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'Its id at Geliver; without one no parcel can be sent.',
      }),
    ),
  ),
  parcelLengthCm: side('Koli uzunluğu (cm)', 'Length of a parcel (cm)', defaults.parcelLengthCm),
  parcelWidthCm: side('Koli genişliği (cm)', 'Width of a parcel (cm)', defaults.parcelWidthCm),
  parcelHeightCm: side('Koli yüksekliği (cm)', 'Height of a parcel (cm)', defaults.parcelHeightCm),
  parcelWeightGrams: t.Optional(
    label(
      'Koli ağırlığı (g)',
      'Weight of a parcel (g)',
    )(t.Integer({ minimum: 1, maximum: WEIGHT_GRAMS_MAX, default: defaults.parcelWeightGrams, ...unit('count') })),
  ),
  testMode: t.Optional(
    label(
      'Deneme modu',
      'Test mode',
    )(
      t.Boolean({
        default: defaults.testMode,
        description: 'Shipments cost nothing, and no courier comes.',
      }),
    ),
  ),
  storeUrl: t.Optional(
    label(
      'Mağaza adresi',
      'Address of the store',
    )(
      t.String({
        pattern: '^https://[A-Za-z0-9.-]{1,200}$',
        description: 'The shop as Geliver names it on a shipment, e.g. https://magazam.com.',
      }),
    ),
  ),
});

const configOf = (config: Readonly<Record<string, unknown>>) => ({
  ...defaults,
  ...(config as Static<typeof configSchema>),
});

export const geliver = provider({
  manifest: {
    key: 'geliver',
    name: 'Geliver',
    kind: 'cargo',
    version: '1.0.0',
    summary:
      'Geliver kargo pazaryeri: kargo firmalarından teklif alır, gönderi oluşturur, etiketini getirir ve takip eder.',
    english:
      'The Geliver shipping marketplace: asks carriers for offers, books parcels, brings their labels and tracks them.',
    scopes: ['orders:read', 'orders:write'],
    personalData: ['name', 'email', 'telephone', 'address', 'order'],
    actions: ['senders.create', 'parcels.book', 'parcels.cancel'],
    secrets: [
      { key: 'apiToken', label: 'API anahtarı', english: 'API token' },
      // Without it parcels are tracked by asking alone.
      {
        key: 'webhookSecret',
        label: 'Webhook adresindeki sır',
        english: 'Secret in the webhook address',
        required: false,
      },
    ],
    config: configSchema,
  },
  settings: {
    url: setting(
      'TEZGAH_GELIVER_URL',
      'https://api.geliver.io/api/v1',
      'Base URL of the Geliver API.',
      url('https:', 'http:'),
    ),
    labels: setting(
      'TEZGAH_GELIVER_LABELS',
      'labels3.geliver.io,api.geliver.io',
      'Hosts from which labels of parcels are fetched, over https and at public addresses alone; an origin such as `http://127.0.0.1:4022` is fetched from wherever it is. `none`: no labels are fetched.',
      pictureHosts,
    ),
  },
  cargo: {
    webhookSecret: 'webhookSecret',
    operations: [
      'test',
      'createSender',
      'findSender',
      'requestOffers',
      'readOffers',
      'book',
      'findBooking',
      'track',
      'cancel',
      'label',
      'readWebhook',
    ],
    connect({ config, secrets }, { url, labels }, http) {
      const { testMode, storeUrl } = configOf(config);
      const { apiToken = '', webhookSecret = '' } = secrets;
      const options = { test: testMode, storeUrl, webhookSecret, labelHosts: labels };
      return new GeliverCargo(new GeliverClient(url, apiToken, http), options);
    },
    parcel: (config) => {
      const { parcelLengthCm, parcelWidthCm, parcelHeightCm, parcelWeightGrams } = configOf(config);
      return {
        lengthCm: parcelLengthCm,
        widthCm: parcelWidthCm,
        heightCm: parcelHeightCm,
        weightGrams: parcelWeightGrams,
      };
    },
    senderId: (config) => configOf(config).senderAddressId ?? null,
    withSender: (config, senderAddressId) => ({ ...config, senderAddressId }),
  },
  simulator: {
    program: 'simulator/geliver/main.js',
    port: 4022,
    args: () => ['--asked', `${booked.reference},${underWay.reference}`],
    environment: (address) => ({ TEZGAH_GELIVER_URL: `${address}/api/v1`, TEZGAH_GELIVER_LABELS: address }),
    account: {
      config: { testMode: true, senderAddressId: demoSenderId },
      secrets: { apiToken: 'demo-token', webhookSecret: 'demo-webhook-secret' },
    },
  },
});
