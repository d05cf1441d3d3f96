import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { keptOf } from '../extension/store';
import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object } from '../kernel/schema/schema';
import { listJobs } from './job/store';
import { hiddenKinds } from './kinds/reach';
import { jobFilter, jobSchema, jobView } from './kinds/view';
import { assertChannel, channelNeeds } from './provider/needs';

export default readRoute({
  id: 'channel.jobs.list',
  label: { tr: 'Pazaryeri işlerini listele', en: 'List the marketplace jobs' },
  http: 'GET /v1/channel/{ext}/jobs',
  summary:
    'Durable jobs with progress, newest first, also those of one kind or in one state. Those that tell of orders are shown with `orders:read`.',
  policy: 'read',
  scope: 'catalog:read',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey }),
  query: object({ ...countedPageQuery, ...jobFilter }),
  result: countedPage(jobSchema),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ext: exampleMarketplace }, query: { limit: 20 } },

  run({ db, storeId, principal, params, query: { kind = null, state = null }, cursors }) {
    assertChannel(params.ext);
    const without = hiddenKinds(principal);
    return keptOf(db, storeId, params.ext, (kept) =>
      cursors.countedPage(kept, {
        kinds: ['time', 'text'],
        position: ({ createdAt, id }) => [createdAt, id],
        rows: (from, before, most) =>
          listJobs(from, storeId, { extension: params.ext, kind, state, without }, before, most),
        view: jobView,
      }),
    );
  },
});
