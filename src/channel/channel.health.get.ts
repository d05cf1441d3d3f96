import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { channelOf, manifestOf } from '../extension/provider/providers';
import { lackingScope } from '../kernel/declaration/authority';
import { readRoute } from '../kernel/declaration/route';
import { nullable, object, oneOf, t, time } from '../kernel/schema/schema';
import { ordersAmiss } from '../order/package/amiss-store';
import type { RequestGroup } from '../provider/provider';
import { pulled, pushed } from '../store/channel/aggregate';
import { channelSettingsOf } from '../store/channel/store';
import {
  countRows,
  FORGOTTEN_DAYS,
  ROWS_MAX,
  SHOWN_MAX,
  shownRows,
  TRIES_MAX,
  unreadableTasks,
} from '../store/unreadable/store';
import { importLane } from './contract/import';
import { lastFinished, openJobs } from './job/store';
import { type ClockTask, clockTasks, nextRuns } from './next-runs';
import { groupsOf, limitsOf } from './provider/budget';
import { budgetState, type GroupState, groupStates } from './provider/budget-store';
import { channelReadiness } from './provider/connect';
import { channelNeeds } from './provider/needs';
import { countFailedSendings } from './push/sending-store';
import { type SyncTaskName, syncTaskNames } from './sync/tasks';
import { CENSUS, tasksOf } from './task/store';
import { findWebhook, webhookStates } from './webhook/store';

const nextRunTimes = Object.fromEntries(clockTasks.map((name) => [name, nullable(time())])) as Record<
  ClockTask,
  ReturnType<typeof nullable<ReturnType<typeof time>>>
>;

const lastSyncs = Object.fromEntries(syncTaskNames.map((name) => [name, nullable(time())])) as Record<
  SyncTaskName,
  ReturnType<typeof nullable<ReturnType<typeof time>>>
>;

export default readRoute({
  id: 'channel.health.get',
  label: { tr: 'Kanalın durumunu oku', en: 'Read the health of a channel' },
  http: 'GET /v1/channel/{ext}/health',
  summary:
    'Credentials, last and next run of each task, webhook, orders with unknown products, oversold pieces, rows that could not be read, failed batches, request budget by groups, failed jobs and queue of a channel.',
  policy: 'read',
  scope: 'catalog:read',
  needs: channelNeeds('installed'),
  params: object({ ext: extensionKey }),
  result: object({
    extension: t.String(),
    enabled: t.Boolean(),
    credentials: object({ complete: t.Boolean(), blockedBy: t.Array(t.String()) }),
    lastSync: object({
      catalogPull: nullable(time()),
      ...lastSyncs,
      census: nullable(time({ description: 'Of the look for packages that lists left out.' })),
    }),
    nextRun: object(nextRunTimes, {
      description: 'When the clock runs each task next, to some seconds. null: it does not.',
    }),
    push: nullable({
      ...pushed,
      description: 'What the marketplace is told by itself; null of an extension that is gone.',
    }),
    pull: nullable({ ...pulled, description: 'What comes from it by itself; null of an extension that is gone.' }),
    webhook: object({
      state: oneOf(['none', ...webhookStates] as const, {
        description:
          '`none`: it was never registered, and orders are pulled each minute all the same. `registering`: the marketplace is being told of it. `passive`: the marketplace posts no more; it is switched on again within the hour. `gone`: the marketplace knows it no more.',
      }),
      provenAt: nullable(time({ description: 'Since when the marketplace is known to have the present key.' })),
      checkedAt: nullable(time()),
      reactivatedAt: nullable(time({ description: 'When it was last found off, and switched on again.' })),
    }),
    unmappedOrders: t.Integer({
      description: 'Orders with pieces whose product nobody knows, and that are not cancelled there.',
    }),
    oversoldOrders: t.Integer({
      description:
        'Orders with pieces that were not there when they were sold, and that have neither left nor been cancelled there.',
    }),
    oversoldPieces: t.Integer({ description: 'Those pieces.' }),
    unreadable: t.Integer({
      maximum: ROWS_MAX,
      description: `Rows of the marketplace that could not be kept, such as packages of orders: of each the shop knows its id and no more. Each is asked for again, at most ${TRIES_MAX} times. It leaves once it can be kept, once its order is imported by hand (\`order.import\`), or ${FORGOTTEN_DAYS} days after it was last shown. At most ${ROWS_MAX} stand here.`,
    }),
    unreadableRows: t.Array(
      object({
        task: oneOf(unreadableTasks, { description: 'By which it was read.' }),
        remoteId: nullable(t.String({ description: 'Its id at the marketplace; null: it could not be read.' })),
        orderNumber: nullable(t.String({ description: 'The number of its order there, as far as it could be read.' })),
        code: t.String({ description: 'Why it could not be kept.' }),
        message: t.String(),
        firstAt: time({ description: 'When it was first met.' }),
        seenAt: time({ description: 'When the marketplace showed it last.' }),
        triedAt: time({ description: 'When it was last tried.' }),
      }),
      { maxItems: SHOWN_MAX, description: 'The newest of them. None without `orders:read`.' },
    ),
    failedBatches: t.Integer({
      description:
        'Requests about listings of the last 24 hours that the marketplace has refused, or whose outcome is lost and not looked up yet.',
    }),
    groups: t.Array(
      object({
        group: t.String({
          description: 'Calls that share a limit of requests; `general`: all that no other group has.',
        }),
        requestsPer10Seconds: nullable(t.Integer({ description: 'null: no limit.' })),
        requestsPerMinute: nullable(t.Integer({ description: 'null: no limit.' })),
        usedInLast10Seconds: t.Integer(),
        usedInLastMinute: t.Integer(),
        pausesUntil: nullable(time({ description: 'It pauses after a 429 of the marketplace; other groups go on.' })),
      }),
    ),
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
  example: { params: { ext: exampleMarketplace } },

  async run({ db, storeId, principal, params }) {
    const { ext } = params;
    const seesOrders = lackingScope(principal, 'orders:read') === undefined;
    const provider = manifestOf(ext) && channelOf(ext);
    const { extension, blockedBy, budget, queueDepth, jobs, groups, used, ...more } = await db.snapshot(
      async (moment) => {
        const readiness = await channelReadiness(moment, storeId, ext);
        const groups = provider ? groupsOf(provider, readiness.extension.config) : [];
        return {
          ...readiness,
          groups,
          used: await groupStates(
            moment,
            storeId,
            ext,
            groups.map(({ name }) => name),
          ),
          settings: await channelSettingsOf(moment, storeId, ext),
          webhook: await findWebhook(moment, storeId, ext),
          amiss: await ordersAmiss(moment, storeId, ext),
          unreadable: await countRows(moment, storeId, ext),
          unreadableRows: seesOrders ? await shownRows(moment, storeId, ext) : [],
          failedBatches: await countFailedSendings(moment, storeId, ext),
          tasks: await tasksOf(moment, storeId, ext),
          budget: await budgetState(moment, storeId, ext),
          queueDepth: await openJobs(moment, storeId, ext, null),
          jobs: await lastFinished(moment, storeId, ext, importLane),
        };
      },
    );
    const ofChannel = provider?.requestsPer10Seconds(extension.config) ?? 0;
    const succeeded = (name: string) => more.tasks.find(({ task }) => task === name)?.lastSuccess ?? null;
    return {
      extension: ext,
      enabled: extension.enabled,
      credentials: { complete: blockedBy.length === 0, blockedBy },
      lastSync: {
        catalogPull: jobs.succeededAt,
        ...(Object.fromEntries(syncTaskNames.map((name) => [name, succeeded(name)])) as Record<
          SyncTaskName,
          string | null
        >),
        census: succeeded(CENSUS),
      },
      nextRun: nextRuns({
        ...{ storeId, extension, settings: more.settings, now: new Date() },
        isEnabled: extension.enabled && blockedBy.length === 0,
      }),
      push: provider ? more.settings.push : null,
      pull: provider ? more.settings.pull : null,
      webhook: {
        state: more.webhook?.state ?? ('none' as const),
        provenAt: more.webhook?.provenAt ?? null,
        checkedAt: more.webhook?.checkedAt ?? null,
        reactivatedAt: more.webhook?.reactivatedAt ?? null,
      },
      ...more.amiss,
      unreadable: more.unreadable,
      unreadableRows: more.unreadableRows,
      failedBatches: more.failedBatches,
      groups: groups.map((group, place) => ({ ...limitsIn(group, ofChannel), ...(used[place] as GroupState) })),
      budget: {
        requestsPer10Seconds: ofChannel,
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

/** The limits of a group in whole. @param ofChannel requests in 10 s of the channel; 0: without limit */
function limitsIn(group: RequestGroup, ofChannel: number) {
  const limits = limitsOf(group, ofChannel);
  const within = (span: number) => limits.find(({ seconds }) => seconds === span)?.requests ?? null;
  return { requestsPer10Seconds: within(10), requestsPerMinute: within(60) };
}
