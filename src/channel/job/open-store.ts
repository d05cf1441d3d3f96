import type { Queryable } from '../../kernel/database/queryable';

/** The number of jobs of a kind in a state. */
export interface OpenJobs {
  readonly kind: string;
  readonly state: string;
  readonly jobs: number;
}

/** Marketplace jobs of all stores that have not ended. */
export const countOpenJobs = (system: Queryable): Promise<OpenJobs[]> =>
  system.query<OpenJobs>('SELECT kind, state, jobs FROM open_jobs()');
