import { Kernel1763700000000 } from './1763700000000-kernel';

/** In order. A released migration is never edited. */
export const migrations = [Kernel1763700000000];
