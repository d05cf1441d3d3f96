import { ConfigError, setting } from '../../kernel/declaration/setting';
import { help, label, object, type Static, t } from '../../kernel/schema/schema';
import { importedPictures, requestsPer10Seconds } from '../channel/config';
import { pictureHosts } from '../picture/hosts';
import { provider } from '../provider';
import { HepsiburadaClient, SERVICE } from './client';
import { groupsFor, offerLimits, packageActs } from './limits';
import { HepsiburadaListings, listingOperations } from './listing';
import { HepsiburadaOrders, orderOperations } from './orders';

/** All services together may be asked 180 times a minute from one address (providers.md §6). */
const defaults = { requestsPer10Seconds: 30, pictures: true };

const configSchema = object({
  merchantId: label(
    'Mağaza ID',
    'Merchant id',
  )(
    t.String({
      pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
      description: 'The id of the shop that the merchant panel of Hepsiburada shows.',
      ...help(
        'Hepsiburada satıcı panelinde Bilgilerim → Entegrasyon → Entegratör Bilgileri sayfasında yazar.',
        'In the merchant panel, on the page of your integrator.',
      ),
    }),
  ),
  integrator: label(
    'Entegratör adı',
    'Name of the integrator',
  )(
    t.String({
      pattern: '^[A-Za-z0-9_.-]{1,60}$',
      description: 'The registered name of the integrator, exactly; it goes along as the User-Agent header.',
      ...help(
        'Panelde kayıtlı adın aynısı olmalıdır; farklı yazılırsa Hepsiburada isteği reddeder.',
        'Exactly as it is registered: Hepsiburada refuses any other.',
      ),
    }),
  ),
  requestsPer10Seconds: requestsPer10Seconds({
    default: defaults.requestsPer10Seconds,
    description: 'Request budget, shared by all workers; 0: no limit on our side.',
    help: [
      'Hepsiburada’nın bir adresten kabul ettiği sınır; 0: sınırsız.',
      'The limit of Hepsiburada for one address; 0: none.',
    ],
  }),
  pictures: importedPictures(defaults.pictures),
});

const configOf = (config: Readonly<Record<string, unknown>>) => ({
  ...defaults,
  ...(config as Static<typeof configSchema>),
});

/** Hepsiburada has a host for each domain, so its base URL has a gap for the name of one. */
function baseUrl(raw: string): string {
  const url = raw.replace(SERVICE, 'oms-external');
  if (!raw.includes(SERVICE) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigError(`must be a URL with ${SERVICE} in it, e.g. https://${SERVICE}-sit.hepsiburada.com`);
  return raw;
}

export const hepsiburada = provider({
  manifest: {
    key: 'hepsiburada',
    name: 'Hepsiburada',
    kind: 'channel',
    version: '1.0.0',
    summary:
      'Hepsiburada pazaryeri: ürünleri içe aktarır, stok ve fiyat gönderir, siparişleri alır, paketler ve etiketini basar.',
    english:
      'The Hepsiburada marketplace: imports products, sends stock and prices, brings orders, packs them and prints labels.',
    actions: ['offers.send', 'orders.read', 'packages.act'],
    secrets: [{ key: 'serviceKey', label: 'Servis anahtarı', english: 'Service key' }],
    config: configSchema,
  },
  settings: {
    url: setting(
      'TEZGAH_HEPSIBURADA_URL',
      `https://${SERVICE}.hepsiburada.com`,
      'Base URL of the Hepsiburada API. Each of its services has a host of its own, whose name takes the place of `{service}`.',
      baseUrl,
    ),
    pictures: setting(
      'TEZGAH_HEPSIBURADA_PICTURES',
      'productimages.hepsiburada.net',
      'Hosts from which imports fetch pictures of products, over https and at public addresses alone; an origin such as `http://127.0.0.1:4011` is fetched from wherever it is. `none`: no pictures are fetched.',
      pictureHosts,
    ),
  },
  channel: {
    operations: [...listingOperations, ...orderOperations],
    connect({ config, secrets }, { url }, http) {
      const { merchantId, integrator } = configOf(config);
      const client = new HepsiburadaClient(url, { merchantId, integrator, serviceKey: secrets.serviceKey ?? '' }, http);
      return together(new HepsiburadaListings(client), new HepsiburadaOrders(client));
    },
    requestsPer10Seconds: (config) => configOf(config).requestsPer10Seconds,
    groups: (config) => groupsFor(configOf(config).requestsPer10Seconds),
    offerLimits,
    packageActs,
    pictureHosts: ({ pictures }) => pictures,
    wantsPictures: (config) => configOf(config).pictures,
    // The name of the integrator is a part of the credentials: a wrong one is refused as a wrong key is.
    verdicts: { 401: 'credentials_refused', 403: 'not_allow_listed' },
  },
  simulator: {
    program: 'simulator/hepsiburada/main.js',
    port: 4011,
    args: ({ products }) => ['--products', String(Math.min(products, DEMO_PRODUCTS))],
    environment: (address) => ({
      TEZGAH_HEPSIBURADA_URL: `${address}/${SERVICE}`,
      TEZGAH_HEPSIBURADA_PICTURES: address,
    }),
    account: {
      config: { merchantId: 'b2910839-83b9-4d45-adb6-86bad457edcb', integrator: 'tezgah_dev' },
      secrets: { serviceKey: 'demo-service-key' },
    },
  },
});

/** A second marketplace shows fewer products than the first. */
const DEMO_PRODUCTS = 200;

/** One adapter of two, whose methods are those of classes. */
function together(listings: HepsiburadaListings, orders: HepsiburadaOrders) {
  return {
    test: listings.test.bind(listings),
    products: listings.products.bind(listings),
    sendOffers: listings.sendOffers.bind(listings),
    batch: listings.batch.bind(listings),
    offers: listings.offers.bind(listings),
    packages: orders.packages.bind(orders),
    packagesById: orders.packagesById.bind(orders),
    packagesOfOrder: orders.packagesOfOrder.bind(orders),
    actOnPackage: orders.actOnPackage.bind(orders),
    labels: orders.labels.bind(orders),
  };
}
