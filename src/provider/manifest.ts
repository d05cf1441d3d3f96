import type { TObject } from '../kernel/schema/schema';

export interface ManifestSecret {
  readonly key: string;
  /** In Turkish; `english` is the same for who reads that. */
  readonly label: string;
  readonly english: string;
}

/** How far an extension has to be: each stage holds those before it. `ready`: its secrets are set and its configuration is valid. */
export type Stage = 'known' | 'installed' | 'ready' | 'enabled';

/** What an extension is, and what a store enters for it. It names only what the platform can do. */
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

/** What every marketplace can do here. Its rows can be read and written before, and after, it can be reached. */
export const channelOps: Manifest['ops'] = {
  'channel.connect.test': 'ready',
  'channel.health.get': 'installed',
  'channel.remote.products': 'ready',
  'channel.remote.brands': 'ready',
  'channel.catalog.pull': 'enabled',
  'channel.brand.create': 'enabled',
  'channel.jobs.list': 'known',
  'channel.jobs.get': 'known',
  'channel.jobs.cancel': 'known',
  'channel.listing.set': 'installed',
  'channel.listings.list': 'known',
  'channel.listings.get': 'known',
};
