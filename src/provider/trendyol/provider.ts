import { setting, url } from '../../kernel/declaration/setting';
import { help, label, object, type Static, t } from '../../kernel/schema/schema';
import { importedPictures, requestsPer10Seconds } from '../channel/config';
import type { Manifest } from '../manifest';
import { pictureHosts } from '../picture/hosts';
import { provider } from '../provider';
import { TrendyolChannel } from './channel';
import { claimLimits } from './claim';
import { claimGroups, claimOperations, claimsOf } from './claims';
import { TrendyolClient } from './client';
import { financeGroups, financeOf, financeOperations } from './finance';
import { listingLimits, productGroups } from './limits';
import { orderGroups, orderOperations, ordersOf } from './orders';
import { packageActs } from './package-acts';
import { questionGroups, questionOperations, questionsOf } from './questions';
import { subjectsOf } from './webhook';

/**
 * Trendyol's limit is 50 requests in 10 s on one endpoint; sellers with more listings have higher tiers
 * (developers.trendyol.com, "Servis limitleri").
 */
const defaults = { integrator: 'SelfIntegration', requestsPer10Seconds: 50, pictures: true };

const fields = {
  sellerId: label(
    'Satıcı numarası',
    'Seller id',
  )(
    t.String({
      pattern: '^[0-9]{1,12}$',
      description: 'The number that the seller panel of Trendyol shows.',
      ...help('Trendyol satıcı panelinde, hesap bilgilerinizde yazar.', 'As the seller panel of Trendyol shows it.'),
    }),
  ),
  integrator: t.Optional(
    label(
      'Entegratör adı',
      'Name of the integrator',
    )(
      t.String({
        pattern: '^[A-Za-z0-9]{1,30}$',
        default: defaults.integrator,
        description: 'Name in the User-Agent header.',
        ...help(
          'Entegrasyonu bir firma üzerinden kullanıyorsanız onun adı.',
          'Of the firm by which you integrate, if it is one.',
        ),
      }),
    ),
  ),
  requestsPer10Seconds: requestsPer10Seconds({
    default: defaults.requestsPer10Seconds,
    description: 'Request budget of the seller tier, shared by all workers; 0: no limit on our side.',
    help: [
      'Trendyol’un satıcı seviyenize tanıdığı sınır; 0: sınırsız.',
      'The limit of Trendyol for sellers of your tier; 0: none.',
    ],
  }),
};

const configSchema = object({ ...fields, pictures: importedPictures(defaults.pictures) });

const configOf = (config: Readonly<Record<string, unknown>>) => ({
  ...defaults,
  ...(config as Static<typeof configSchema>),
});

/** Products that the simulator shows with pictures: those of a whole shop would keep an import at work for half an hour. */
const DEMO_PICTURES = 24;

const first: Manifest = {
  key: 'trendyol',
  name: 'Trendyol',
  kind: 'channel',
  version: '1.0.0',
  summary:
    'Trendyol pazaryeri: ürünleri içe aktarır ve satışa sunar, stok ve fiyat gönderir, siparişleri, iadeleri, soruları ve hakedişleri alır.',
  english:
    'The Trendyol marketplace: imports and lists products, sends stock and prices, brings orders, claims, questions and settlements.',
  secrets: [
    { key: 'apiKey', label: 'API anahtarı', english: 'API key' },
    { key: 'apiSecret', label: 'API gizli anahtarı', english: 'API secret' },
  ],
  actions: ['brands.create'],
  config: object(fields),
};

const second: Manifest = {
  ...first,
  version: '1.1.0',
  config: configSchema,
  migrations: [
    {
      from: '1.0.0',
      to: '1.1.0',
      lossless: true,
      // Imports have always brought them: that stays so until somebody says otherwise.
      steps: [{ default: { field: 'pictures', value: true } }],
    },
  ],
};

export const trendyol = provider({
  earlier: [first, second],
  manifest: {
    ...second,
    version: '1.2.0',
    actions: [
      'brands.create',
      'listings.send',
      'listings.act',
      'offers.send',
      'orders.read',
      'packages.act',
      'claims.read',
      'claims.act',
      'questions.read',
      'questions.answer',
      'finance.read',
      'webhooks.register',
    ],
  },
  settings: {
    url: setting(
      'TEZGAH_TRENDYOL_URL',
      'https://apigw.trendyol.com/integration',
      'Base URL of the Trendyol API.',
      url('https:', 'http:'),
    ),
    pictures: setting(
      'TEZGAH_TRENDYOL_PICTURES',
      'cdn.dsmcdn.com',
      'Hosts from which imports fetch pictures of products, over https and at public addresses alone; an origin such as `http://127.0.0.1:4010` is fetched from wherever it is. `none`: no pictures are fetched.',
      pictureHosts,
    ),
  },
  channel: {
    operations: [
      'test',
      'products',
      'brands',
      'createBrand',
      'categories',
      'attributes',
      'attributeValues',
      'sendListings',
      'sendOffers',
      'batch',
      'offers',
      'unapproved',
      'unapprovedAmong',
      'actOnListings',
      'buybox',
      ...orderOperations,
      ...questionOperations,
      ...financeOperations,
      ...claimOperations,
    ],
    connect({ config, secrets }, { url }, http) {
      const { sellerId, integrator } = configOf(config);
      const { apiKey = '', apiSecret = '' } = secrets;
      const client = new TrendyolClient(url, { sellerId, integrator, apiKey, apiSecret }, http);
      return Object.assign(
        new TrendyolChannel(client),
        ordersOf(client),
        claimsOf(client),
        questionsOf(client),
        financeOf(client),
      );
    },
    requestsPer10Seconds: (config) => configOf(config).requestsPer10Seconds,
    groups(config) {
      const { requestsPer10Seconds } = configOf(config);
      return [
        ...productGroups,
        ...orderGroups(requestsPer10Seconds),
        ...claimGroups(requestsPer10Seconds),
        ...questionGroups(requestsPer10Seconds),
        ...financeGroups(requestsPer10Seconds),
      ];
    },
    readWebhook: subjectsOf,
    offerLimits: listingLimits,
    listingLimits,
    claimLimits,
    packageActs,
    pictureHosts: ({ pictures }) => pictures,
    wantsPictures: (config) => configOf(config).pictures,
    // providers.md §1: the key or the secret, the identity header, an address that is not on the allow-list of the stage.
    verdicts: { 401: 'credentials_refused', 403: 'identity_refused', 503: 'not_allow_listed' },
  },
  simulator: {
    program: 'simulator/trendyol/main.js',
    port: 4010,
    args: ({ products }) => ['--products', String(products), '--pictures', String(DEMO_PICTURES)],
    environment: (address) => ({
      TEZGAH_TRENDYOL_URL: `${address}/integration`,
      TEZGAH_TRENDYOL_PICTURES: address,
    }),
    account: {
      config: { sellerId: '424242' },
      secrets: { apiKey: 'demo-key', apiSecret: 'demo-secret' },
    },
  },
});
