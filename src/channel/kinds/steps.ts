import { brandCreateSteps } from '../brand/create';
import { catalogPullSteps } from '../import/pull';
import type { JobKindName } from '../job/contract';
import type { JobSteps } from '../job/steps';

/** The steps that the one workflow `channelJob` runs for each kind. */
export const jobSteps: Readonly<Record<JobKindName, JobSteps>> = {
  'catalog.pull': catalogPullSteps,
  'brand.create': brandCreateSteps,
};
