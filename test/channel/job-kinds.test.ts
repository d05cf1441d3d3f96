import type { WorkflowFailedError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { createChannelActivities } from '../../activities/channel.job';
import { channelJob, laneOf } from '../../src/channel/job/contract';
import { type JobKind, progressOf } from '../../src/channel/job/kind';
import { beginJob, findJob, insertJob } from '../../src/channel/job/store';
import type { JobRow } from '../../src/channel/job/table';
import { newId } from '../../src/kernel/ids';
import { unwatched } from '../world/watch';
import { prepareTemporal, quietRuntime } from '../world/worker';
import { testServices } from '../world/world';
import { connectedMarketplace, type Marketplace } from './marketplace';

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

/** It works until it is released, and has done nothing then. */
function held() {
  let [began, release] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const kind: JobKind = {
    async step({ database }, storeId, { id }) {
      began();
      await released;
      await database
        .writer(storeId)
        .query('UPDATE channel_job SET exhausted = true WHERE store_id = $1 AND id = $2', [storeId, id]);
      return progressOf(await findJob(database.reader(storeId), storeId, null, id));
    },
    flawOf: async () => undefined,
  };
  return { kind, begun, release };
}

describe('kinds of marketplace jobs', () => {
  let shop: Marketplace;
  let connection: NativeConnection;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 0 });
    quietRuntime();
    await prepareTemporal(shop.world);
    connection = await NativeConnection.connect({ address: shop.world.config.temporalAddress });
  });
  afterAll(async () => {
    await connection?.close();
    await shop?.close();
  });

  const asked = async (kind: string): Promise<string> => {
    const { database, storeId } = shop.world;
    const id = newId('cjb');
    const row = {
      id,
      extension: 'trendyol',
      kind: kind as JobRow['kind'],
      lane: laneOf(kind, { mode: 'import' }),
      mode: 'import' as const,
    };
    await database.transaction(storeId, async (tx) => {
      unwatched(tx);
      insertJob(tx, storeId, { ...row, createdBy: 'own', createdAt: new Date().toISOString() });
      return { keep: true, value: undefined };
    });
    return id;
  };
  const find = (jobId: string) =>
    findJob(shop.world.database.reader(shop.world.storeId), shop.world.storeId, null, jobId);
  const driving = async (kinds: Readonly<Record<string, JobKind>>, work: () => Promise<void>): Promise<void> => {
    const { platform, config } = shop.world;
    const worker = await Worker.create({
      connection,
      taskQueue: config.taskQueue,
      workflowBundle: { codePath: testServices().workflowBundle },
      activities: { ...createActivities(platform), ...createChannelActivities(platform, kinds) },
    });
    await worker.runUntil(work);
  };
  const start = (jobId: string) => {
    const { platform, config, storeId } = shop.world;
    return platform.temporal.workflow.start('channelJob', {
      workflowId: channelJob.workflowId(jobId),
      taskQueue: config.taskQueue,
      args: [{ storeId, jobId }],
    });
  };
  const run = async (jobId: string) => {
    const handle = await start(jobId);
    const failure = await handle.result().then(
      () => undefined,
      (error: WorkflowFailedError) => error.cause,
    );
    const { status } = await handle.describe();
    return { failure, status, row: await find(jobId) };
  };

  test('the workflow drives a kind that it has never heard of, by what the row of the job says', async () => {
    await driving({ 'stock.count': count }, async () => {
      const counted = await run(await asked('stock.count'));
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
      const unknown = await run(await asked('of.tomorrow'));
      expect(unknown.row).toMatchObject({
        state: 'failed',
        error: { message: expect.stringContaining('of.tomorrow') },
      });
    });
  });

  test('a job waits behind those of its own lane alone, and runs beside an import that was asked for before it', async () => {
    const { kind, begun, release } = held();
    await driving({ 'catalog.pull': kind, 'stock.count': count }, async () => {
      const [pull, first, second] = [
        await asked('catalog.pull'),
        await asked('stock.count'),
        await asked('stock.count'),
      ];
      const waitsFor = async () => [(await find(first)).waitingBehind, (await find(second)).waitingBehind];
      expect(await waitsFor()).toEqual([null, first]);
      const pulling = await start(pull);
      try {
        await begun;
        const { database, storeId } = shop.world;
        expect(await beginJob(database.writer(storeId), storeId, second)).toBe(first);
        expect((await run(first)).row).toMatchObject({ state: 'failed', done: ITEMS });
        expect(await waitsFor()).toEqual([null, null]);
        expect((await run(second)).row).toMatchObject({ state: 'failed', done: ITEMS });
        expect((await find(pull)).state).toBe('running');
      } finally {
        release();
      }
      expect(await pulling.result()).toBe('succeeded');
    });
  });
});
