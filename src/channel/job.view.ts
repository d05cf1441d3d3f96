import { id, nullable, object, oneOf, t, time } from '../kernel/schema';
import { channelJobWorkflowId } from './channel.jobs';
import type { JobRow } from './job.store';

const counter = t.Integer({ minimum: 0 });

export const jobFields = {
  id: id('cjb'),
  extension: t.String(),
  kind: oneOf(['catalog.pull']),
  mode: oneOf(['preview', 'import']),
  state: oneOf(['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled']),
  progress: object({
    total: nullable(counter),
    done: counter,
    created: counter,
    updated: counter,
    failed: counter,
  }),
  waitingFor: nullable(
    t.String({ description: 'What a running job waits for, e.g. the rate limit of the marketplace.' }),
  ),
  error: nullable(object({ code: t.String(), message: t.String() })),
  workflowId: t.String({ description: 'Find it under this id in the Temporal UI.' }),
  createdBy: t.String(),
  createdAt: time(),
  startedAt: nullable(time()),
  finishedAt: nullable(time()),
};

export const jobSchema = object(jobFields);

export function jobView(row: JobRow) {
  const {
    total,
    done,
    created,
    updated,
    failed,
    cursor: _cursor,
    exhausted: _exhausted,
    sample: _sample,
    ...rest
  } = row;
  return { ...rest, progress: { total, done, created, updated, failed }, workflowId: channelJobWorkflowId(row.id) };
}
