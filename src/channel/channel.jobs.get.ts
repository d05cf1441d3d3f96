import { extensionKey } from '../extension/aggregate';
import { readRoute } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { INT4_MAX, id, nullable, object, t } from '../kernel/schema/schema';
import { findJob, listJobErrors } from './job/store';
import { jobError } from './job/table';
import { detailsOf, jobDetails, jobFields, jobResult, jobView, resultOf } from './job/view';

const ERRORS_PER_ANSWER = 100;

export default readRoute({
  id: 'channel.jobs.get',
  http: 'GET /v1/channel/{ext}/jobs/{cjb}',
  summary: 'One job with progress, its errors item by item, and the result.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey, cjb: id('cjb') }),
  query: object({
    errorsAfter: t.Optional(
      t.Integer({ minimum: 0, maximum: INT4_MAX, description: 'Position of the last error already read.' }),
    ),
  }),
  result: object({
    ...jobFields,
    errors: t.Array(object(jobError.answers)),
    nextErrorsAfter: nullable(t.Integer()),
    result: nullable(jobResult),
    ...jobDetails,
  }),
  refuses: ['not_found'],
  example: { params: { ext: 'trendyol', cjb: exampleId('cjb', 'AKTARMA') } },

  async run({ db, storeId, params, query }) {
    const { job, errors } = await db.snapshot(async (moment) => ({
      job: await findJob(moment, storeId, params.ext, params.cjb),
      errors: await listJobErrors(moment, storeId, params.cjb, query.errorsAfter ?? 0, ERRORS_PER_ANSWER + 1),
    }));
    const shown = errors.slice(0, ERRORS_PER_ANSWER);
    const nextErrorsAfter = errors.length > ERRORS_PER_ANSWER ? (shown.at(-1)?.position ?? null) : null;
    return { ...jobView(job), errors: shown, nextErrorsAfter, result: resultOf(job), ...detailsOf(job) };
  },
});
