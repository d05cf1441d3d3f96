import { extensionKey } from '../extension/aggregate';
import { writeRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { id, label, object } from '../kernel/schema';
import { nameOf } from '../provider/providers';
import { channelJob } from './job/contract';
import { cancelJob, isOpen, lockJob } from './job/store';
import { job } from './job/table';
import { jobSchema, jobView } from './job/view';

export default writeRoute({
  id: 'channel.jobs.cancel',
  label: { tr: 'İşi iptal et', en: 'Cancel a job' },
  http: 'POST /v1/channel/{ext}/jobs/{cjb}/cancel',
  summary: 'Cancel a queued or running job; what it has written stays.',
  policy: 'propose',
  scope: 'catalog:write',
  // A cancelled job never goes on.
  irreversible: true,
  params: object({ ext: extensionKey, cjb: label('Pazar yeri işi', 'Marketplace job')(id('cjb')) }),
  result: jobSchema,
  refuses: ['not_found', 'invalid_state'],
  example: { params: { ext: 'trendyol', cjb: exampleId('cjb', 'AKTARMA') } },

  /** A page holds the row's lock until it is written or given up, so this is the end whether or not a worker is there to hear of it. */
  async run({ params, storeId, tx, effects, record, now }) {
    const before = await lockJob(tx, storeId, params.cjb);
    if (before.extension !== params.ext) refuse('not_found', 'There is no such job.');
    if (!isOpen(before)) {
      refuse('invalid_state', `The job is ${before.state}.`, { facts: { state: before.state } });
    }
    await cancelJob(tx, storeId, before);
    const { id: jobId, extension, kind, mode, state } = before;
    record(job.word, jobId, { state }, { state: 'cancelled' }, { extension });
    effects.cancelWorkflow(channelJob, { storeId, jobId, extension, kind, mode, extensionName: nameOf(extension) });
    const finishedAt = now.toISOString();
    return jobView({ ...before, state: 'cancelled', waitingFor: null, waitingBehind: null, finishedAt });
  },
});
