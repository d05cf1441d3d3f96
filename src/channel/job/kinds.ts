import { catalogPull } from '../import/pull';
import type { JobKind } from './kind';

/** What the one workflow `channelJob` drives, by name: the id of the capability that asks for it, without `channel.`. */
export const jobKinds = { 'catalog.pull': catalogPull } satisfies Record<string, JobKind>;

export type JobKindName = keyof typeof jobKinds;

export const jobKindNames = Object.keys(jobKinds) as [JobKindName, ...JobKindName[]];
