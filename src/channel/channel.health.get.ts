import { extensionKey } from '../extension/aggregate';
import { readRoute } from '../kernel/declaration/declare';
import { nullable, object, t, time } from '../kernel/schema/schema';
import { channelOf, manifestOf } from '../provider/providers';
import { importLane } from './import/contract';
import { lastFinished, openJobs } from './job/store';
import { budgetState } from './provider/budget-store';
import { channelReadiness } from './provider/connect';
import { channelNeeds } from './provider/needs';

export default readRoute({
  id: 'channel.health.get',
  label: { tr: 'Kanalın durumunu oku', en: 'Read the health of a channel' },
  http: 'GET /v1/channel/{ext}/health',
  summary:
    'Credentials, last synchronisation, request budget and 429 counters, failed jobs and queue depth of a channel.',
  policy: 'read',
  scope: 'catalog:read',
  needs: channelNeeds('installed'),
  params: object({ ext: extensionKey }),
  result: object({
    extension: t.String(),
    enabled: t.Boolean(),
    credentials: object({ complete: t.Boolean(), blockedBy: t.Array(t.String()) }),
    lastSync: object({ catalogPull: nullable(time()) }),
    budget: object({
      requestsPer10Seconds: t.Integer({ description: '0: no limit on our side.' }),
      usedInLast10Seconds: t.Integer(),
      requests: t.Integer({ description: 'Requests since the installation.' }),
      throttled: t.Integer({ description: 'Answers 429 since installation.' }),
      lastThrottledAt: nullable(time()),
    }),
    queueDepth: t.Integer({ description: 'Jobs that wait or run.' }),
    failedJobs: t.Integer({ description: 'Count of the last 24 hours.' }),
  }),
  refuses: ['not_found', 'extension_not_installed'],
  example: { params: { ext: 'trendyol' } },

  async run({ db, storeId, params }) {
    const { ext } = params;
    const { extension, blockedBy, budget, queueDepth, jobs } = await db.snapshot(async (moment) => ({
      ...(await channelReadiness(moment, storeId, ext)),
      budget: await budgetState(moment, storeId, ext),
      queueDepth: await openJobs(moment, storeId, ext, null),
      jobs: await lastFinished(moment, storeId, ext, importLane),
    }));
    return {
      extension: ext,
      enabled: extension.enabled,
      credentials: { complete: blockedBy.length === 0, blockedBy },
      lastSync: { catalogPull: jobs.succeededAt },
      budget: {
        requestsPer10Seconds: manifestOf(ext) ? channelOf(ext).requestsPer10Seconds(extension.config) : 0,
        usedInLast10Seconds: budget.used,
        requests: budget.requests,
        throttled: budget.throttled,
        lastThrottledAt: budget.lastThrottledAt,
      },
      queueDepth,
      failedJobs: jobs.failed,
    };
  },
});
