import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object } from '../kernel/schema/schema';
import { isOpen } from './contract/state';
import { lockJob } from './job/store';
import { endedState, job } from './job/table';
import { ended } from './kinds/ended';

export default command({
  id: 'channel.job.end',
  label: { tr: 'Pazaryeri işini bitir', en: 'End a marketplace job' },
  summary:
    'Write down how a marketplace job has ended, and how far it came: that it succeeded, failed, was stopped, or was found dead.',
  policy: 'propose',
  scope: 'catalog:write',
  runtimeOnly: true,
  // An ended job never goes on.
  irreversible: true,
  payload: object({
    jobId: label('Pazaryeri işi', 'Marketplace job')(id('cjb')),
    state: endedState,
    error: job.fields.error,
  }),
  result: object({ state: job.fields.state }),
  refuses: ['not_found', 'invalid_state'],
  example: { jobId: exampleId('cjb', 'AKTARMA'), state: 'succeeded', error: null },
  /** A job has one end: whoever tells of another one is answered with the first. */
  identity: ({ jobId }) => ({ jobId }),
  /** The changes tell the end of the job, so the kept payload leaves it out. */
  redact: ({ jobId }) => ({ jobId }),

  async run({ payload, ...context }) {
    const before = await lockJob(context.tx, context.storeId, payload.jobId);
    if (!isOpen(before)) refuse('invalid_state', `The job is ${before.state}.`, { facts: { state: before.state } });
    const { state } = ended(context, before, payload);
    return { state };
  },
});
