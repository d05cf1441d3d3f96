import type { WorkflowFailedError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { createChannelActivities } from '../../activities/channel.job';
import { channelJob } from '../../src/channel/job/contract';
import { type JobKind, progressOf } from '../../src/channel/job/kind';
import { findJob } from '../../src/channel/job/store';
import { prepareTemporal, quietRuntime } from '../world/worker';
import { testServices } from '../world/world';
import { connectedMarketplace } from './marketplace';

const ITEMS = 3;

/** One item a step; every item fails. */
const count: JobKind = {
  async step({ database }, storeId, { id, done }) {
    await database
      .writer(storeId)
      .query(
        'UPDATE channel_job SET total = $3, done = done + 1, failed = failed + 1, exhausted = $4 WHERE store_id = $1 AND id = $2',
        [storeId, id, ITEMS, done + 1 === ITEMS],
      );
    return progressOf(await findJob(database.reader(storeId), storeId, null, id));
  },
  async flawOf({ database }, storeId, jobId) {
    const { done } = await findJob(database.reader(storeId), storeId, null, jobId);
    return { code: 'nothing_counted', message: `Counted none of ${done}.` };
  },
};

test('the workflow drives a kind that it has never heard of, by what the row of the job says', async () => {
  const { world, close } = await connectedMarketplace({ products: 0 });
  const { platform, config, storeId } = world;
  const job = async (id: string, kind: string): Promise<string> => {
    await world.sql(
      `INSERT INTO channel_job (store_id, id, extension, kind, mode, state, created_by, created_at)
       VALUES ('${storeId}', '${id}', 'trendyol', '${kind}', 'import', 'queued', 'own', now())`,
    );
    return id;
  };
  quietRuntime();
  await prepareTemporal(world);
  const connection = await NativeConnection.connect({ address: config.temporalAddress });
  const worker = await Worker.create({
    connection,
    taskQueue: config.taskQueue,
    workflowBundle: { codePath: testServices().workflowBundle },
    activities: { ...createActivities(platform), ...createChannelActivities(platform, { 'stock.count': count }) },
  });
  try {
    const run = async (jobId: string) => {
      const handle = await platform.temporal.workflow.start('channelJob', {
        workflowId: channelJob.workflowId(jobId),
        taskQueue: config.taskQueue,
        args: [{ storeId, jobId }],
      });
      const failure = await handle.result().then(
        () => undefined,
        (error: WorkflowFailedError) => error.cause,
      );
      const { status } = await handle.describe();
      return { failure, status, row: await findJob(world.database.reader(storeId), storeId, null, jobId) };
    };
    await worker.runUntil(async () => {
      const counted = await run(await job('cjb_1', 'stock.count'));
      // Who looks for failures in the Temporal UI finds it among them, with the code that the owner sees.
      expect(counted.status.name).toBe('FAILED');
      expect(counted.failure).toMatchObject({
        type: 'nothing_counted',
        message: 'Counted none of 3.',
        nonRetryable: true,
      });
      expect(counted.row).toMatchObject({
        state: 'failed',
        done: ITEMS,
        failed: ITEMS,
        error: { code: 'nothing_counted', message: 'Counted none of 3.' },
      });
      const unknown = await run(await job('cjb_2', 'of.tomorrow'));
      expect(unknown.row).toMatchObject({
        state: 'failed',
        error: { message: expect.stringContaining('of.tomorrow') },
      });
    });
  } finally {
    await connection.close();
    await close();
  }
});
