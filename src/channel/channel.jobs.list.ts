import { extensionKey } from '../extension/extension.view';
import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { object, page, pageQuery } from '../kernel/schema';
import { listJobs } from './job.store';
import { jobSchema, jobView } from './job.view';

export default readRoute({
  id: 'channel.jobs.list',
  http: 'GET /v1/channel/{ext}/jobs',
  summary: 'Durable jobs with progress, newest first.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  query: object(pageQuery),
  result: page(jobSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, params, query }) {
    const { limit = 50, cursor } = query;
    const shape = `jobs ${params.ext}`;
    const before = cursor ? (decodeCursor(shape, cursor, 1)[0] as string) : null;
    const rows = await listJobs(db, storeId, params.ext, before, limit + 1);
    return pageOf(rows, limit, jobView, (row) => encodeCursor(shape, [row.id]));
  },
});
