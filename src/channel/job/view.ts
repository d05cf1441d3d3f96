import { label, nullable, object, type Static, t } from '../../kernel/schema';
import { channelJob } from './contract';
import type { FoundJob } from './store';
import { type JobRow, job, waiting } from './table';

const { total, done, created, updated, failed } = job.fields;

const progress = object({ total, done, created, updated, failed });

export const jobFields = {
  ...job.answers,
  progress: label('İlerleme', 'Progress')(progress),
  waiting,
  waitingBehind: label(
    'Önündeki iş',
    'Waits behind',
  )(
    nullable(t.String({ description: 'The job whose end a queued job waits for: of one channel one runs at a time.' })),
  ),
  workflowId: label(
    'Temporal kimliği',
    'Temporal id',
  )(t.String({ description: 'Find it under this id in the Temporal UI.' })),
};

export const jobSchema = job.label(object(jobFields));

/** What a queued job waits for. */
export const turnBehind = (jobId: string): string => `its turn behind ${jobId}`;

function waitOf({ waitingReason, waitingUntil, waitingBehind }: FoundJob): Static<typeof waiting> {
  if (waitingReason) return { reason: waitingReason, until: waitingUntil };
  return waitingBehind ? { reason: 'turn', until: null } : null;
}

/** How far it has come. */
export const progressView = ({ total, done, created, updated, failed }: JobRow): Static<typeof progress> => ({
  total,
  done,
  created,
  updated,
  failed,
});

export function jobView(row: FoundJob): Static<typeof jobSchema> {
  const { waitingFor, waitingBehind } = row;
  return {
    ...job.answer(row),
    waitingFor: waitingFor ?? (waitingBehind && turnBehind(waitingBehind)),
    waiting: waitOf(row),
    waitingBehind,
    progress: progressView(row),
    workflowId: channelJob.workflowId(row.id),
  };
}
