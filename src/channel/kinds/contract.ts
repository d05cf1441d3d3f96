import { brandCreateTerms } from '../brand/contract';
import { catalogPullTerms } from '../import/contract';
import type { JobKindTerms } from '../job/terms';

/** What is known of each kind of marketplace job before one of it runs. */
export const jobKindTerms = {
  'catalog.pull': catalogPullTerms,
  'brand.create': brandCreateTerms,
} satisfies Record<string, JobKindTerms>;
