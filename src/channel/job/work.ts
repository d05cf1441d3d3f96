import { work } from '../../kernel/work';
import { channelJob } from './contract';
import { endJob, findOpenJobs } from './store';

export const channelJobWork = work(channelJob, {
  find: findOpenJobs,
  /** One that has ended stays as it is. */
  abandon: ({ database }, storeId, jobId, { code, reason }) =>
    endJob(database.writer(storeId), storeId, jobId, 'failed', { code, message: reason }),
});
