import { extensionKey } from '../extension/extension.view';
import { writeRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema';
import { channelJobWorkflowId } from './channel.jobs';
import { lockJob, setJobState } from './job.store';
import { jobSchema, jobView } from './job.view';

export default writeRoute({
  id: 'channel.jobs.cancel',
  http: 'POST /v1/channel/{ext}/jobs/{cjb}/cancel',
  summary: 'Cancel a queued or running job; what it has written stays.',
  policy: 'propose',
  scope: 'catalog:write',
  params: object({ ext: extensionKey, cjb: id('cjb') }),
  result: jobSchema,
  refuses: ['not_found', 'invalid_state'],

  async run({ params, storeId, tx, effects, record }) {
    const job = await lockJob(tx, storeId, params.cjb);
    if (job.extension !== params.ext) refuse('not_found', 'There is no such job.');
    if (job.state !== 'queued' && job.state !== 'running') {
      refuse('invalid_state', `The job is ${job.state}.`, { facts: { state: job.state } });
    }
    await setJobState(tx, storeId, job.id, 'cancelling');
    record('channel job', job.id, { state: job.state }, { state: 'cancelling' });
    effects.cancelWorkflow(channelJobWorkflowId(job.id));
    return jobView({ ...job, state: 'cancelling' });
  },
});
