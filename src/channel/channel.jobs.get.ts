import { extensionKey } from '../extension/extension.view';
import { readRoute } from '../kernel/declare';
import { id, nullable, object, oneOf, t } from '../kernel/schema';
import { findJob, listJobErrors } from './job.store';
import { jobFields, jobView } from './job.view';

const ERRORS_PER_ANSWER = 100;

export default readRoute({
  id: 'channel.jobs.get',
  http: 'GET /v1/channel/{ext}/jobs/{cjb}',
  summary: 'One job with progress, its errors item by item, and the result.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey, cjb: id('cjb') }),
  query: object({
    errorsAfter: t.Optional(t.Integer({ minimum: 0, description: 'Position of the last error already read.' })),
  }),
  result: object({
    ...jobFields,
    errors: t.Array(
      object({
        position: t.Integer(),
        remoteId: nullable(t.String()),
        barcode: nullable(t.String()),
        title: nullable(t.String()),
        code: t.String(),
        message: t.String(),
      }),
    ),
    nextErrorsAfter: nullable(t.Integer()),
    sample: t.Array(
      object({ remoteId: t.String(), title: t.String(), action: oneOf(['create', 'update', 'unchanged', 'fail']) }),
    ),
  }),
  refuses: ['not_found'],

  async run({ db, storeId, params, query }) {
    const job = await findJob(db, storeId, params.ext, params.cjb);
    const errors = await listJobErrors(db, storeId, job.id, query.errorsAfter ?? 0, ERRORS_PER_ANSWER + 1);
    const shown = errors.slice(0, ERRORS_PER_ANSWER);
    const nextErrorsAfter = errors.length > ERRORS_PER_ANSWER ? (shown.at(-1)?.position ?? null) : null;
    return { ...jobView(job), errors: shown, nextErrorsAfter, sample: [...job.sample] };
  },
});
