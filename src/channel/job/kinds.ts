import { catalogPull } from '../import/pull';
import type { JobKindName } from './contract';
import type { JobKind } from './kind';

/** What the one workflow `channelJob` does for each kind. */
export const jobKinds: Readonly<Record<JobKindName, JobKind>> = { 'catalog.pull': catalogPull };
