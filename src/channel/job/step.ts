import { refuse } from '../../kernel/errors';
import type { ChannelJobInput } from '../contract/job';
import type { Flaw } from './declaration';
import { inTime } from './in-time';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from './steps';
import { findJob } from './store';

/**
 * One step of a job, of the kind that its row names.
 * @returns with a `flaw` when the job has failed although nothing of it is left to do
 * @throws what its kind throws, {@link Refusal}
 */
export async function stepJob(
  dependencies: JobDependencies,
  steps: Readonly<Record<string, JobSteps>>,
  { storeId, jobId }: ChannelJobInput,
  options: StepOptions,
): Promise<JobProgress & { readonly flaw?: Flaw | undefined }> {
  const job = await inTime(findJob(dependencies.database.reader(storeId), storeId, null, jobId));
  const of = steps[job.kind] ?? refuse('not_found', `This release knows no job of kind ${job.kind}.`);
  const found = progressOf(job);
  options.onProgress(found);
  const progress = found.finished ? found : await of.step(dependencies, storeId, of.kind.read(job), options);
  const done = progress.finished && !progress.cancelled;
  if (!done || progress.failed === 0) return progress;
  const { kind } = of;
  if (!kind.flaw) return { ...progress, flaw: await of.flawOf?.(dependencies, storeId, jobId) };
  const ended = await inTime(findJob(dependencies.database.reader(storeId), storeId, null, jobId));
  return { ...progress, flaw: kind.flaw(kind.read(ended).progress) };
}
