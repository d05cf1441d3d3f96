import { ConfigError, integer, sealed, setting, text, url } from '../kernel/declaration/setting';
import { hostPattern } from '../kernel/process/host-pattern';
import { entriesIn, orEmpty, port, portOrNone, serviceKey } from './readers';

/** Reads hosts by name, each with the store that answers there. */
const hostsOfStores = (raw: string): ReadonlyMap<string, string> =>
  new Map(
    entriesIn(raw).map((pair) => {
      const [, host, storeId] = /^([a-z0-9.-]+)=(str_[0-9A-Z]{26})$/.exec(pair) ?? [];
      if (host === undefined || storeId === undefined)
        throw new ConfigError('must be pairs of host=str_… with commas between them, the host in small letters');
      return [host, storeId];
    }),
  );

/** Settings of the checkout, the storefront, and previews of shops. */
export const shops = {
  checkoutPort: setting(
    'TEZGAH_CHECKOUT_PORT',
    '',
    'Port on which the API process answers the servers of a storefront, what the shop shows and the steps of shoppers; 0: any free one; empty: none, and of `npm start` a free one, which run.json names. Needs TEZGAH_CHECKOUT_KEY, which `npm start` makes by itself.',
    portOrNone,
  ),
  checkoutHost: setting('TEZGAH_CHECKOUT_HOST', '127.0.0.1', 'Address on which it does.', text),
  checkoutKey: sealed(
    setting(
      'TEZGAH_CHECKOUT_KEY',
      '',
      'What the servers of a storefront send there as `Authorization: Bearer`, 32 characters or more. No token of the API is let in.',
      orEmpty(serviceKey),
    ),
  ),
  checkoutUrl: setting(
    'TEZGAH_CHECKOUT_URL',
    '',
    'Address of that listener, for the storefront: with it, and with TEZGAH_CHECKOUT_KEY, shops take orders in their pages. Empty: they only show. `npm start` knows it.',
    (raw) => (raw === '' ? '' : url('http:', 'https:')(raw).replace(/\/$/, '')),
  ),
  checkoutPerMinute: setting(
    'TEZGAH_CHECKOUT_PER_MINUTE',
    '12000',
    'Calls that the servers of a storefront may make there for one store in any 60 seconds. They are no calls of a token.',
    integer(1, 100_000_000),
  ),
  storefrontPort: setting(
    'TEZGAH_STOREFRONT_PORT',
    '4200',
    'Port of the storefront, where shoppers see the shops of this installation. 0: any free one; `npm start` without one moves on to a free one.',
    port,
  ),
  storefrontPerMinute: setting(
    'TEZGAH_STOREFRONT_PER_MINUTE',
    '600',
    'Steps of carts and orders that one client address may ask of one shop in any 60 seconds, at each process of the storefront. It is a small part of TEZGAH_CHECKOUT_PER_MINUTE, so that nobody closes the checkout for all.',
    integer(1, 100_000_000),
  ),
  storefrontHost: setting('TEZGAH_STOREFRONT_HOST', '127.0.0.1', 'Address that the storefront listens on.', text),
  storefrontUrl: setting(
    'TEZGAH_STOREFRONT_URL',
    'http://*.localhost:4200',
    'Address of a shop: `*` is the name of its store in addresses.',
    hostPattern,
  ),
  previewUrl: setting(
    'TEZGAH_PREVIEW_URL',
    'http://*.onizleme.localhost:4200',
    'Address of the previews of a shop, as TEZGAH_STOREFRONT_URL: a host that the shop itself never answers at.',
    hostPattern,
  ),
  storefrontHosts: setting(
    'TEZGAH_STOREFRONT_HOSTS',
    '',
    'Further hosts of shops, e.g. `www.example.com=str_…`; several with commas between them.',
    hostsOfStores,
  ),
  storefrontDatabaseUrl: sealed(
    setting(
      'TEZGAH_STOREFRONT_DATABASE_URL',
      '',
      'The same database for the storefront alone, by a login that only reads what a shop shows. The migrations make it. Empty: no storefront.',
      orEmpty(url('postgres:', 'postgresql:')),
    ),
  ),
  previewKey: sealed(
    setting(
      'TEZGAH_PREVIEW_KEY',
      '',
      'Key that signs links of previews, 32 characters or more: the API makes them and the storefront reads them. Empty: no previews. `npm start` makes one in TEZGAH_DATA.',
      orEmpty(serviceKey),
    ),
  ),
};
