import { label, object, type Static, t } from '../../kernel/schema';
import { channelJob } from './contract';
import { type JobRow, job } from './table';

const { total, done, created, updated, failed } = job.fields;

export const jobFields = {
  ...job.answers,
  progress: label('İlerleme', 'Progress')(object({ total, done, created, updated, failed })),
  workflowId: label(
    'Temporal kimliği',
    'Temporal id',
  )(t.String({ description: 'Find it under this id in the Temporal UI.' })),
};

export const jobSchema = job.label(object(jobFields));

export function jobView(row: JobRow): Static<typeof jobSchema> {
  const { total, done, created, updated, failed } = row;
  return {
    ...job.answer(row),
    progress: { total, done, created, updated, failed },
    workflowId: channelJob.workflowId(row.id),
  };
}
