import type { CommandBus } from '../../kernel/bus';
import { auditIdOf } from '../../kernel/trace/audit-store';
import { storable } from '../../provider/text';
import jobEnd from '../channel.job.end';
import { type ChannelJobInput, channelJob, termsOf } from '../contract/job';
import { hasEnded, type JobEnd, PRODUCT } from '../contract/state';
import { endQuietly, lockJobIfAny } from '../job/store';
import type { JobRow } from '../job/table';
import { endOf } from '../kinds/ends';

/**
 * Ends a job in the name of the product, with an audit row that names who asked for it and the call that did. The first end stays: one
 * that has ended is left alone, so that a repeated attempt, and whoever finds it dead, does no harm.
 * @returns the end that stands then; undefined when there is no such job
 */
export function endJob(
  bus: CommandBus,
  { storeId, jobId }: ChannelJobInput,
  said: JobEnd,
): Promise<JobEnd | undefined> {
  return bus.inTransaction<JobEnd | undefined>(storeId, async (tx) => {
    const job = await lockJobIfAny(tx, storeId, jobId);
    if (!job) return { keep: false, value: undefined };
    if (hasEnded(job)) return { keep: false, value: { state: job.state, error: job.error } };
    const { state, error } = endOf(job, said);
    if (isQuiet(job, state)) {
      endQuietly(tx, storeId, jobId);
      return { keep: true, value: { state, error: null } };
    }
    const end = { state, error: error && { ...error, message: storable(error.message) } };
    const askedBy = termsOf(job.kind)?.askedBy;
    const callId = askedBy && (await auditIdOf(tx, storeId, jobId, askedBy));
    await bus.issue(tx, jobEnd, {
      storeId,
      workflowId: channelJob.workflowId(jobId),
      step: 'end',
      payload: { jobId, ...end },
      cause: { jobId, startedBy: job.createdBy, ...(callId ? { callId } : {}) },
    });
    return { keep: true, value: end };
  });
}

/** True of a job that nobody asked for and that found nothing: nothing of it is a change, and one comes each minute. */
const isQuiet = ({ createdBy, done }: JobRow, state: JobEnd['state']): boolean =>
  createdBy === PRODUCT && done === 0 && state === 'succeeded';
