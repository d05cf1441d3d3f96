import { object, type Static, type TObject, t } from '../kernel/schema';

export interface ManifestSecret {
  readonly key: string;
  /** In Turkish; `english` is the same for who reads that. */
  readonly label: string;
  readonly english: string;
}

/** How far an extension has to be: each stage holds those before it. `ready`: its secrets are set and its configuration is valid. */
export type Stage = 'known' | 'installed' | 'ready' | 'enabled';

export interface Manifest {
  readonly key: string;
  readonly name: string;
  readonly kind: 'channel' | 'cargo' | 'payment';
  readonly version: string;
  readonly summary: string;
  readonly secrets: readonly ManifestSecret[];
  readonly config: TObject;
  /** Ids of the capabilities that it serves, and how far it has to be for each. */
  readonly ops: Readonly<Record<string, Stage>>;
}

/**
 * Trendyol's limit is 50 requests in 10 s on one endpoint; sellers with more listings have higher tiers
 * (developers.trendyol.com, "Servis limitleri").
 */
export const trendyolDefaults = { integrator: 'SelfIntegration', requestsPer10Seconds: 50 };

const trendyolConfig = object({
  sellerId: t.String({ pattern: '^[0-9]{1,12}$', description: 'Satıcı numarası.' }),
  integrator: t.Optional(
    t.String({
      pattern: '^[A-Za-z0-9]{1,30}$',
      default: trendyolDefaults.integrator,
      description: 'Name in the User-Agent header.',
    }),
  ),
  requestsPer10Seconds: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 1000,
      default: trendyolDefaults.requestsPer10Seconds,
      description: 'Request budget of the seller tier, shared by all workers; 0: no limit on our side.',
    }),
  ),
});

export type TrendyolConfig = Static<typeof trendyolConfig>;

/** What every marketplace can do here. Its rows can be read and written before, and after, it can be reached. */
const channelOps: Manifest['ops'] = {
  'channel.connect.test': 'ready',
  'channel.health.get': 'installed',
  'channel.remote.products': 'ready',
  'channel.catalog.pull': 'enabled',
  'channel.jobs.list': 'known',
  'channel.jobs.get': 'known',
  'channel.jobs.cancel': 'known',
  'channel.listing.set': 'installed',
  'channel.listings.list': 'known',
  'channel.listings.get': 'known',
};

/** First-party extensions. A manifest names only what the platform can do. */
export const manifests: readonly Manifest[] = [
  {
    key: 'trendyol',
    name: 'Trendyol',
    kind: 'channel',
    version: '1.0.0',
    summary: 'Trendyol pazaryeri: ürün kataloğunu içe aktarır.',
    secrets: [
      { key: 'apiKey', label: 'API anahtarı', english: 'API key' },
      { key: 'apiSecret', label: 'API gizli anahtarı', english: 'API secret' },
    ],
    config: trendyolConfig,
    ops: channelOps,
  },
];

export const manifestOf = (key: string): Manifest | undefined => manifests.find((manifest) => manifest.key === key);

/** Every secret that some extension declares. */
export const secretNames: readonly string[] = [
  ...new Set(manifests.flatMap(({ secrets }) => secrets.map(({ key }) => key))),
];

/** What people call them, as `[Turkish, English]`. */
export const secretWords = Object.fromEntries(
  manifests.flatMap(({ secrets }) => secrets.map(({ key, label, english }) => [key, [label, english] as const])),
);
