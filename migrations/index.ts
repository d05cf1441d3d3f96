import { Kernel1763700000000 } from './1763700000000-kernel';
import { Catalog1763700100000 } from './1763700100000-catalog';
import { Extension1763700200000 } from './1763700200000-extension';
import { Channel1763700300000 } from './1763700300000-channel';
import { StorefrontKv1763700400000 } from './1763700400000-storefront-kv';
import { Proposal1763700500000 } from './1763700500000-proposal';

/** In order. A released migration is never edited. */
export const migrations = [
  Kernel1763700000000,
  Catalog1763700100000,
  Extension1763700200000,
  Channel1763700300000,
  StorefrontKv1763700400000,
  Proposal1763700500000,
];
