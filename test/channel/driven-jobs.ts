import type { WorkflowFailedError, WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { createChannelActivities } from '../../activities/channel.job';
import { channelJob } from '../../src/channel/contract/job';
import type { JobSteps } from '../../src/channel/job/steps';
import { type FoundJob, findJob, insertJob } from '../../src/channel/job/store';
import type { JobRow } from '../../src/channel/job/table';
import { newId } from '../../src/kernel/ids';
import { unwatched } from '../world/watch';
import { prepareTemporal, quietRuntime } from '../world/worker';
import { testServices } from '../world/world';
import { connectedMarketplace, type Marketplace } from './marketplace';

/** How a job's workflow and its row have ended. */
interface Ends {
  readonly failure: Error | undefined;
  readonly status: string;
  readonly row: FoundJob;
}

export interface DrivenJobs {
  readonly shop: Marketplace;
  /** Writes a job as if somebody had asked for it. @returns its id */
  asked(begun: Pick<JobRow, 'kind' | 'lane' | 'input' | 'progress'>): Promise<string>;
  find(jobId: string): Promise<FoundJob>;
  /** Has a worker of these steps while `work` goes on. @param does what it takes, when not all */
  driving(
    steps: Readonly<Record<string, JobSteps>>,
    work: () => Promise<void>,
    does?: 'workflows' | 'activities',
  ): Promise<void>;
  start(jobId: string): Promise<WorkflowHandle>;
  ends(handle: WorkflowHandle, jobId: string): Promise<Ends>;
  close(): Promise<void>;
}

/** Jobs of any kind, and workers that take the steps which a test gives them. */
export async function drivenJobs(): Promise<DrivenJobs> {
  const shop = await connectedMarketplace({ products: 0 });
  const { platform, config, database, storeId } = shop.world;
  quietRuntime();
  await prepareTemporal(shop.world);
  const connection = await NativeConnection.connect({ address: config.temporalAddress });
  const find = (jobId: string) => findJob(database.reader(storeId), storeId, null, jobId);
  return {
    shop,
    find,
    async asked(begun) {
      const id = newId('cjb');
      const about = { id, extension: 'trendyol', createdBy: 'own', createdAt: new Date().toISOString() };
      await database.transaction(storeId, async (tx) => {
        unwatched(tx);
        insertJob(tx, storeId, { ...about, ...begun });
        return { keep: true, value: undefined };
      });
      return id;
    },
    async driving(steps, work, does) {
      const worker = await Worker.create({
        connection,
        namespace: config.temporalNamespace,
        taskQueue: config.taskQueue,
        ...(does !== 'activities' && { workflowBundle: { codePath: testServices().workflowBundle } }),
        ...(does !== 'workflows' && {
          activities: { ...createActivities(platform), ...createChannelActivities(platform, steps) },
        }),
      });
      await worker.runUntil(work);
    },
    start: (jobId) =>
      platform.temporal.workflow.start('channelJob', {
        workflowId: channelJob.workflowId(jobId),
        taskQueue: config.taskQueue,
        args: [{ storeId, jobId }],
      }),
    async ends(handle, jobId) {
      const failure = await handle.result().then(
        () => undefined,
        (error: WorkflowFailedError) => error.cause,
      );
      const { status } = await handle.describe();
      return { failure, status: status.name, row: await find(jobId) };
    },
    async close() {
      await connection.close();
      await shop.close();
    },
  };
}
