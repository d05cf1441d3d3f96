import { label, nullable, object, type Static, t } from '../../kernel/schema';
import { channelJob } from './contract';
import type { FoundJob } from './store';
import { job } from './table';

const { total, done, created, updated, failed } = job.fields;

export const jobFields = {
  ...job.answers,
  progress: label('İlerleme', 'Progress')(object({ total, done, created, updated, failed })),
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

export function jobView(row: FoundJob): Static<typeof jobSchema> {
  const { total, done, created, updated, failed, waitingFor, waitingBehind } = row;
  return {
    ...job.answer(row),
    waitingFor: waitingFor ?? (waitingBehind && turnBehind(waitingBehind)),
    waitingBehind,
    progress: { total, done, created, updated, failed },
    workflowId: channelJob.workflowId(row.id),
  };
}
