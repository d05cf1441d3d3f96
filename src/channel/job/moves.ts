import type { CommandBus } from '../../kernel/bus';
import { auditIdOf } from '../../kernel/trace/audit-store';
import { storable } from '../../provider/text';
import jobEnd from '../channel.job.end';
import { type ChannelJobInput, channelJob, termsOf } from './contract';
import type { JobEnd } from './ended';
import { lockOpenJob } from './store';

/**
 * Ends a job in the name of the product, with an audit row that names who asked for it and the call that did. The first end stays: one
 * that has ended is left alone, so that a repeated attempt, and whoever finds it dead, does no harm.
 */
export function endJob(bus: CommandBus, { storeId, jobId }: ChannelJobInput, { state, error }: JobEnd): Promise<void> {
  return bus.inTransaction<void>(storeId, async (tx) => {
    const job = await lockOpenJob(tx, storeId, jobId);
    if (!job) return { keep: false, value: undefined };
    const askedBy = termsOf(job.kind)?.askedBy;
    const callId = askedBy && (await auditIdOf(tx, storeId, jobId, askedBy));
    await bus.issue(tx, jobEnd, {
      storeId,
      workflowId: channelJob.workflowId(jobId),
      step: 'end',
      payload: { jobId, state, error: error && { ...error, message: storable(error.message) } },
      cause: { jobId, startedBy: job.createdBy, ...(callId ? { callId } : {}) },
    });
    return { keep: true, value: undefined };
  });
}
