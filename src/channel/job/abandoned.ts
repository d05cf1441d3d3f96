import type { Database } from '../../kernel/database';
import type { Abandonment } from '../../kernel/job';
import { endJob } from './store';

/** A job that no workflow brings to its end has failed; one that has ended stays as it is. */
export const abandonJob = (
  database: Database,
  storeId: string,
  jobId: string,
  { code, reason }: Abandonment,
): Promise<void> => endJob(database.writer(storeId), storeId, jobId, 'failed', { code, message: reason });
