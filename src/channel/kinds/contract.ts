import { brandCreateTerms } from '../brand/contract';
import { catalogPullTerms } from '../import/contract';
import type { JobKindTerms } from '../job/terms';

/** The terms of each kind of marketplace job. */
export const jobKindTerms = {
  'catalog.pull': catalogPullTerms,
  'brand.create': brandCreateTerms,
} satisfies Record<string, JobKindTerms>;
