import type { Queryable } from '../../kernel/database/database';
import { nullable, object, type Static, t } from '../../kernel/schema/schema';
import { type FoundJob, listJobErrors } from './store';
import { jobError } from './table';
import { detailsOf, jobDetails, jobFields, jobResult, jobView, resultOf } from './view';

const ERRORS_PER_ANSWER = 100;

const { properties: more } = object({
  errors: t.Array(object(jobError.answers)),
  nextErrorsAfter: nullable(t.Integer()),
  result: nullable(jobResult),
  ...jobDetails,
});

/** One job whole: with its errors item by item, and what came of it. */
export const jobReport = object({ ...jobFields, ...more });

/** A job as it begins, or whole once its end was waited for. */
export const jobOrReport = object({ ...jobFields, ...t.Partial(object(more)).properties });

/** @param errorsAfter position of the last error already read */
export async function reportOf(
  db: Queryable,
  storeId: string,
  job: FoundJob,
  errorsAfter = 0,
): Promise<Static<typeof jobReport>> {
  const errors = await listJobErrors(db, storeId, job.id, errorsAfter, ERRORS_PER_ANSWER + 1);
  const shown = errors.slice(0, ERRORS_PER_ANSWER);
  const nextErrorsAfter = errors.length > ERRORS_PER_ANSWER ? (shown.at(-1)?.position ?? null) : null;
  return { ...jobView(job), errors: shown, nextErrorsAfter, result: resultOf(job), ...detailsOf(job) };
}
