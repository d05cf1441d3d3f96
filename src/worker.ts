import { existsSync } from 'node:fs';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../activities';
import { createChannelActivities } from '../activities/channel.job';
import { createMailActivities } from '../activities/mail.delivery';
import { createDrawingActivities, DRAWINGS_HELD_MAX } from '../activities/media.variants';
import { createWebhookActivities } from '../activities/webhook.ingestion';
import { createWorkspaceActivities } from '../activities/workspace.lifecycle';
import { PushWatch } from './channel/push/watch';
import { RoundClock } from './channel/round-clock';
import { type Config, loadConfig } from './config';
import { promptQueue } from './kernel/declaration/job';
import { createLog, type Log } from './kernel/log';
import { reportReady, stopOnSignals, untilReady } from './kernel/process/process';
import { correlatedActivities } from './kernel/work/correlated-activities';
import { prepareNamespace } from './kernel/work/temporal-namespace';
import { PromptResealing } from './keys/prompt';
import { keyResealing } from './keys/schedule';
import { mailQueue } from './mail/contract';
import { drawingQueue } from './media/image/contract';
import { removeAbandonedFolders } from './media/image/draw-folder';
import { listenForMetrics } from './metrics';
import { openPlatform, type Platform } from './platform';
import { schedulesOf } from './schedules';
import { assertMigrated } from './schema-version';
import { startTelemetry } from './telemetry';
import { temporalLog } from './temporal-log';
import { workspaceQueue } from './workspace/life/contract';

/** Finds effects of processes that were killed: the process that commits an effect delivers it, and tries again itself. */
const OUTBOX_SWEEP_MS = 5_000;
const REVIVE_MS = 30_000;
const SCHEDULES_MS = 60_000;
/** An owner who enables a marketplace waits for its first orders. */
const ROUNDS_MS = 3_000;
const RESEALING_MS = 2_000;
const PUSH_MS = 1_000;
const ACTIVITIES_MAX = 10;
const MAILS_MAX = 5;
/** Steps for orders and stock, and posts of providers. */
const PROMPT_MAX = 6;
const WORKSPACES_MAX = 10;
/**
 * Steps of workflows run one after the other in one thread, and the time of each runs from when it was taken. A worker that takes over from
 * a killed one replays hundreds: of 40 at once many were over on a busy machine before it was their turn.
 */
const WORKFLOW_TASKS_MAX = 8;
/**
 * A poll holds a step while it waits. By default six of eight wait for workflows that this worker knows, so of new ones, and of those of a
 * killed worker, two run at a time: measured with two items that take long, the next one waited for half a minute.
 */
const fewIdlePolls = { maxConcurrentWorkflowTaskPolls: 4, nonStickyToStickyPollRatio: 0.5 } as const;
/** Each poll is a call a minute for as long as nothing comes. These queues have minutes of rest between two activities. */
const rarelyAsked = { maxConcurrentActivityTaskPolls: 2 } as const;
/** More than are worked on at once. Each takes about 0.4 MB; one that wakes after a while is replayed, in milliseconds. */
const WORKFLOWS_CACHED_MAX = 64;

/** Beats are told at once, and a worker that is to stop does. */
const promptly = {
  maxHeartbeatThrottleInterval: '2 s',
  defaultHeartbeatThrottleInterval: '2 s',
  shutdownGraceTime: '1 s',
  shutdownForceTime: '3 s',
} as const;

export interface RunningWorker {
  /** Settles when the worker has ended, whoever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** A worker on top of a platform: workflows, activities, and the sweep that delivers what a crash left in the outbox. */
export async function startWorker(
  platform: Platform,
  config: Config,
  workflows: Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>,
): Promise<RunningWorker> {
  const connection = await NativeConnection.connect({ address: config.temporalAddress });
  const shared = {
    connection,
    namespace: config.temporalNamespace,
    interceptors: { activity: [correlatedActivities(platform.log)] },
    ...promptly,
  };
  const worker = await Worker.create({
    ...shared,
    taskQueue: config.taskQueue,
    // Mails and files of workspaces as well: workflows of before they had queues of their own have put them here.
    activities: createActivities(platform),
    ...workflows,
    maxConcurrentActivityTaskExecutions: ACTIVITIES_MAX,
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_MAX,
    ...fewIdlePolls,
    maxCachedWorkflows: WORKFLOWS_CACHED_MAX,
    // A killed worker is noticed within this: the default of 10 s only delays what runs next.
    stickyQueueScheduleToStartTimeout: '3 s',
  });
  const drawing = await Worker.create({
    ...shared,
    taskQueue: drawingQueue(config.taskQueue),
    activities: createDrawingActivities(platform),
    // One of them is drawn, which takes as much memory as all the rest.
    maxConcurrentActivityTaskExecutions: DRAWINGS_HELD_MAX,
    ...rarelyAsked,
  });
  const mail = await Worker.create({
    ...shared,
    taskQueue: mailQueue(config.taskQueue),
    activities: createMailActivities(platform),
    maxConcurrentActivityTaskExecutions: MAILS_MAX,
    ...rarelyAsked,
  });
  const prompt = await Worker.create({
    ...shared,
    taskQueue: promptQueue(config.taskQueue),
    activities: { ...createChannelActivities(platform), ...createWebhookActivities(platform) },
    maxConcurrentActivityTaskExecutions: PROMPT_MAX,
    ...rarelyAsked,
  });
  const workspaces = await Worker.create({
    ...shared,
    taskQueue: workspaceQueue(config.taskQueue),
    activities: createWorkspaceActivities(platform),
    maxConcurrentActivityTaskExecutions: WORKSPACES_MAX,
    ...rarelyAsked,
  });
  const workers = [worker, drawing, mail, prompt, workspaces];
  await removeAbandonedFolders();
  const ended = Promise.all(workers.map((each) => each.run())).then(() => {});
  ended.catch(() => {});
  platform.outbox.sweepEvery(OUTBOX_SWEEP_MS);
  platform.openWork.reviveEvery(REVIVE_MS);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
    await ended.catch(() => {});
    await connection.close();
  };
  return {
    ended,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

const bundlePath = path.join(__dirname, '..', 'workflow-bundle.js');

async function prepareTemporal(config: Config): Promise<void> {
  const connection = await Connection.connect({ address: config.temporalAddress });
  try {
    await prepareNamespace(connection, config.temporalNamespace);
  } finally {
    await connection.close();
  }
}

/** Starts the process of the worker. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog('worker', config.logLevel);
  installRuntime(log);
  if (!existsSync(bundlePath)) throw new Error('The workflows are not bundled: run `npm run build`.');
  const wait = { everyMs: 150, forMs: 120_000 };
  const closing = stopOnSignals();
  const telemetry = await startTelemetry(config, 'tezgah-worker');
  if (telemetry) closing.unshift(() => telemetry.stop());
  const platform = await untilReady(() => openPlatform({ config, log, applicationName: 'tezgah-worker' }), wait);
  closing.unshift(() => platform.close());
  await untilReady(() => assertMigrated(platform.database), wait);
  await untilReady(() => prepareTemporal(config), wait);
  const worker = await untilReady(
    () => startWorker(platform, config, { workflowBundle: { codePath: bundlePath } }),
    wait,
  );
  closing.unshift(() => worker.stop());
  const schedules = schedulesOf({ ...platform, taskQueue: config.taskQueue, log });
  // Nobody waits for what runs by the clock: a Temporal that was just killed may take half a minute to tell of a schedule.
  schedules.keepEvery(SCHEDULES_MS);
  closing.unshift(() => schedules.stop());
  const resealing = new PromptResealing({
    ...platform,
    start: () => schedules.runNow(keyResealing.name),
    onError: (err) => log.warn({ err }, 'the resealing is not started yet'),
  });
  resealing.keepEvery(RESEALING_MS);
  closing.unshift(() => resealing.stop());
  const pushes = new PushWatch({
    ...platform,
    onError: (err) => log.warn({ err }, 'no push to marketplaces is started yet'),
  });
  pushes.keepEvery(PUSH_MS);
  const rounds = new RoundClock({
    ...platform,
    onError: (err) => log.warn({ err }, 'no round of a marketplace is started yet'),
  });
  rounds.keepEvery(ROUNDS_MS);
  closing.unshift(() => rounds.stop());
  closing.unshift(() => pushes.stop());
  // A worker that ended by itself has failed; the supervisor starts the next one.
  worker.ended.catch((err) => {
    log.error({ err }, 'the worker ended');
    process.exit(1);
  });
  const metrics = await listenForMetrics(platform, config);
  if (metrics) closing.unshift(() => metrics.stop());
  log.info({ taskQueue: config.taskQueue, ...(metrics ? { metrics: metrics.url } : {}) }, 'the worker is ready');
  reportReady();
}

function installRuntime(log: Log): void {
  Runtime.install({
    // This process stops itself, in its own order.
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', temporalLog(log)),
  });
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
