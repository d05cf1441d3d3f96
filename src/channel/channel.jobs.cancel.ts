import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { nameOf } from '../extension/provider/providers';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object } from '../kernel/schema/schema';
import { channelJob } from './contract/job';
import { lockJob } from './job/store';
import { ended } from './kinds/ended';
import { endOf } from './kinds/ends';
import { reach } from './kinds/reach';
import { jobSchema, jobView, lastingReason } from './kinds/view';
import { channelNeeds } from './provider/needs';

export default command({
  id: 'channel.jobs.cancel',
  label: { tr: 'İşi iptal et', en: 'Cancel a job' },
  summary:
    'Cancel a queued or running job; its written results stay. A job whose irreversible request has no answer yet ends as failed (`outcome_unknown`). One that tells of orders needs `orders:write`, too.',
  policy: 'propose',
  scope: 'catalog:write',
  needs: channelNeeds('known'),
  // A cancelled job never goes on.
  irreversible: true,
  removes: true,
  payload: object({ ext: extensionKey, cjb: label('Pazaryeri işi', 'Marketplace job')(id('cjb')) }),
  result: jobSchema,
  refuses: ['not_found', 'invalid_state', 'forbidden_scope'],
  example: { ext: exampleMarketplace, cjb: exampleId('cjb', 'AKTARMA') },
  route: { http: 'POST /v1/channel/{ext}/jobs/{cjb}/cancel' },

  /** A page holds the row's lock until it is written or given up, so this is the end whether or not a worker is there to hear of it. */
  async run({ payload, principal, storeId, tx, effects, record, now }) {
    const before = await lockJob(tx, storeId, payload.cjb);
    if (before.extension !== payload.ext) refuse('not_found', 'There is no such job.');
    reach(principal, 'orders:write', before);
    const reason = lastingReason(before);
    if (reason !== undefined) refuse('invalid_state', reason, { facts: { state: before.state } });
    const after = ended({ tx, storeId, record, now }, before, endOf(before, { state: 'cancelled', error: null }));
    const { id: jobId, extension, kind, input } = before;
    effects.cancelWorkflow(channelJob, { storeId, jobId, extension, kind, input, extensionName: nameOf(extension) });
    return jobView({ ...after, waitingBehind: null });
  },
});
