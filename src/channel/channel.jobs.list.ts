import { manifestAt } from '../extension/store';
import { extensionKey } from '../extension/view';
import { readRoute } from '../kernel/declare';
import { object, page, pageQuery } from '../kernel/schema';
import { listJobs } from './job/store';
import { jobSchema, jobView } from './job/view';

export default readRoute({
  id: 'channel.jobs.list',
  http: 'GET /v1/channel/{ext}/jobs',
  summary: 'Durable jobs with progress, newest first.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  query: object(pageQuery),
  result: page(jobSchema),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ext: 'trendyol' }, query: { limit: 20 } },

  run({ db, storeId, params, cursors }) {
    manifestAt(params.ext);
    return cursors.pageById({
      rows: (before, most) => listJobs(db, storeId, params.ext, before, most),
      view: jobView,
    });
  },
});
