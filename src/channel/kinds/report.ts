import type { Queryable } from '../../kernel/database/queryable';
import { nullable, object, type Static, t, typeNamed } from '../../kernel/schema/schema';
import { isOpen } from '../contract/state';
import { assertApart } from '../job/assert';
import { type FoundJob, listJobErrors } from '../job/store';
import { jobError } from '../job/table';
import { declaredKinds } from './declared';
import { jobViews, type ShownKind } from './view';

const ERRORS_PER_ANSWER = 100;

/** The schemas of jobs of these kinds in the view of a single job, with the errors of items and the result. */
export function jobReports<const K extends ShownKind>(kinds: readonly K[]) {
  const { fields, details, result, view, resultOf, detailsOf } = jobViews(kinds);
  const atLength = {
    errors: t.Array(typeNamed('JobError')(object(jobError.answers))),
    nextErrorsAfter: nullable(t.Integer()),
    result: nullable(result),
  };
  assertApart('what answers show of one job', [fields, atLength, details]);
  const { properties: more } = object({ ...atLength, ...details });
  const report = object({ ...fields, ...more });
  /** A job as it begins, or whole once its end was waited for. */
  const jobOrReport = object({ ...fields, ...t.Partial(object(more)).properties });

  /** @param errorsAfter position of the last error already read */
  async function reportOf(
    db: Queryable,
    storeId: string,
    job: FoundJob,
    errorsAfter = 0,
  ): Promise<Static<typeof report>> {
    const errors = await listJobErrors(db, storeId, job.id, errorsAfter, ERRORS_PER_ANSWER + 1);
    const shown = errors.slice(0, ERRORS_PER_ANSWER);
    const nextErrorsAfter = errors.length > ERRORS_PER_ANSWER ? (shown.at(-1)?.position ?? null) : null;
    const whole = { ...view(job), errors: shown, nextErrorsAfter, result: resultOf(job), ...detailsOf(job) };
    return whole as Static<typeof report>;
  }

  /** Answers a call that has asked for a job: the job as it began while it is open, and whole at its end. */
  const answerOf = async (db: Queryable, storeId: string, job: FoundJob): Promise<Static<typeof jobOrReport>> =>
    (isOpen(job) ? view(job) : await reportOf(db, storeId, job)) as Static<typeof jobOrReport>;

  return { report, jobOrReport, view, reportOf, answerOf };
}

export const { report: jobReport, reportOf } = jobReports(declaredKinds);
