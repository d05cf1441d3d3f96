import { STUCK_REASON, work } from '../../kernel/work/work';
import { channelJob } from '../contract/job';
import { findOpenJobs, noteStall, type StallReason } from '../job/store';
import { endJob } from './ending';

const STUCK: StallReason = { reason: 'system', detail: STUCK_REASON };

export const channelJobWork = work(channelJob, {
  find: findOpenJobs,
  async abandon({ bus }, storeId, jobId, { code, reason }) {
    await endJob(bus, { storeId, jobId }, { state: 'failed', error: { code, message: reason } });
  },
  async noteStuck({ database }, storeId, jobId) {
    await noteStall(database.writer(storeId), storeId, jobId, STUCK, 0);
  },
});
