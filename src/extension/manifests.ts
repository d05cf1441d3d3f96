import { object, type TSchema, t } from '../kernel/schema';

export interface ManifestSecret {
  readonly key: string;
  readonly label: string;
}

/** One thing that an extension can do for an agent, and what it needs first. */
export interface ManifestOp {
  /** Capability id. */
  readonly op: string;
  readonly summary: string;
  readonly needsEnabled: boolean;
}

export interface Manifest {
  readonly key: string;
  readonly name: string;
  readonly kind: 'channel' | 'cargo' | 'payment';
  readonly version: string;
  readonly summary: string;
  readonly secrets: readonly ManifestSecret[];
  readonly config: TSchema;
  readonly ops: readonly ManifestOp[];
}

/**
 * Trendyol's limit is 50 requests in 10 s on one endpoint; sellers with more listings have higher tiers
 * (developers.trendyol.com, "Servis limitleri").
 */
const TRENDYOL_REQUESTS_PER_10_SECONDS = 50;

export const trendyolConfig = object({
  sellerId: t.String({ pattern: '^[0-9]{1,12}$', description: 'Satıcı numarası.' }),
  integrator: t.Optional(
    t.String({
      pattern: '^[A-Za-z0-9]{1,30}$',
      default: 'SelfIntegration',
      description: 'Name in the User-Agent header.',
    }),
  ),
  requestsPer10Seconds: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 1000,
      default: TRENDYOL_REQUESTS_PER_10_SECONDS,
      description: 'Request budget of the seller tier, shared by all workers; 0: no limit on our side.',
    }),
  ),
});

/** First-party extensions. A manifest names only what the platform can do. */
export const manifests: readonly Manifest[] = [
  {
    key: 'trendyol',
    name: 'Trendyol',
    kind: 'channel',
    version: '1.0.0',
    summary: 'Trendyol pazaryeri: ürün kataloğunu içe aktarır.',
    secrets: [
      { key: 'apiKey', label: 'API anahtarı' },
      { key: 'apiSecret', label: 'API gizli anahtarı' },
    ],
    config: trendyolConfig,
    ops: [
      {
        op: 'channel.connect.test',
        summary: 'Probe the marketplace with the stored credentials.',
        needsEnabled: false,
      },
      {
        op: 'channel.remote.products',
        summary: "The seller's products as the marketplace sees them.",
        needsEnabled: false,
      },
      { op: 'channel.catalog.pull', summary: 'Import the marketplace catalog.', needsEnabled: true },
      { op: 'channel.listings.list', summary: 'Listings of the store on the marketplace.', needsEnabled: false },
      { op: 'channel.jobs.list', summary: 'Jobs with their progress.', needsEnabled: false },
      { op: 'channel.health.get', summary: 'Credentials, budget and queue.', needsEnabled: false },
    ],
  },
];

export const manifestOf = (key: string): Manifest | undefined => manifests.find((manifest) => manifest.key === key);
