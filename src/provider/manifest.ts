import type { TObject } from '../kernel/schema/schema';

export interface ManifestSecret {
  readonly key: string;
  /** In Turkish; `english` is the same for who reads that. */
  readonly label: string;
  readonly english: string;
}

/** What an extension is, and what a store enters for it. */
export interface Manifest {
  readonly key: string;
  readonly name: string;
  readonly kind: 'channel' | 'cargo' | 'payment';
  readonly version: string;
  /** In Turkish; `english` is the same for who reads that. */
  readonly summary: string;
  readonly english: string;
  readonly secrets: readonly ManifestSecret[];
  readonly config: TObject;
}
