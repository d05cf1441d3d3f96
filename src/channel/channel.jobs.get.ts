import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { INT4_MAX, id, object, t, typeNamed } from '../kernel/schema/schema';
import { findJob } from './job/store';
import { reach } from './kinds/reach';
import { jobReport, reportOf } from './kinds/report';
import { channelNeeds } from './provider/needs';

export default readRoute({
  id: 'channel.jobs.get',
  label: { tr: 'Pazaryeri işini oku', en: 'Read a marketplace job' },
  http: 'GET /v1/channel/{ext}/jobs/{cjb}',
  summary:
    'One job with progress, its errors item by item, and the result. One that tells of orders needs `orders:read`, too.',
  policy: 'read',
  scope: 'catalog:read',
  role: 'packer',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey, cjb: id('cjb') }),
  query: object({
    errorsAfter: t.Optional(
      t.Integer({ minimum: 0, maximum: INT4_MAX, description: 'Position of the last error already read.' }),
    ),
  }),
  result: typeNamed('Job')(jobReport),
  refuses: ['not_found', 'forbidden_scope'],
  example: { params: { ext: exampleMarketplace, cjb: exampleId('cjb', 'AKTARMA') } },

  run: ({ db, storeId, principal, params, query }) =>
    db.snapshot(async (moment) =>
      reportOf(
        moment,
        storeId,
        reach(principal, 'orders:read', await findJob(moment, storeId, params.ext, params.cjb)),
        query.errorsAfter,
      ),
    ),
});
