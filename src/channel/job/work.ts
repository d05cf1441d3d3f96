import { work } from '../../kernel/work/work';
import { channelJob } from './contract';
import { endJob } from './moves';
import { findOpenJobs } from './store';

export const channelJobWork = work(channelJob, {
  find: findOpenJobs,
  abandon: ({ bus }, storeId, jobId, { code, reason }) =>
    endJob(bus, { storeId, jobId }, { state: 'failed', error: { code, message: reason } }),
});
