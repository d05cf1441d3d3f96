import jobsCancel from '../../src/channel/channel.jobs.cancel';
import { endJob } from '../../src/channel/worker/ending';
import { channelJobWork } from '../../src/channel/worker/work';
import type { RunningWorker } from '../../src/worker';
import { type AuditRow, rows } from '../undo/undo';
import { lastOf } from '../world/story';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 120;
const params = { ext: 'trendyol' };

describe('channel.job.end', () => {
  let shop: Marketplace;
  let worker: RunningWorker | undefined;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await shop.close();
  });

  const start = async () => {
    worker = await startTestWorker(shop.world);
  };
  const handle = (jobId: string) => shop.world.platform.temporal.workflow.getHandle(`job/${jobId}`);
  const input = (jobId: string) => ({ storeId: shop.world.storeId, jobId });
  const of = async (jobId: string, command: string): Promise<AuditRow[]> =>
    (await rows(shop.world, { entity: jobId, command })) as AuditRow[];
  /** All that tells of the end of a job. */
  const ends = async (jobId: string) => [
    ...(await of(jobId, 'channel.job.end')),
    ...(await of(jobId, 'channel.jobs.cancel')),
  ];

  test('the audit of a job tells who began it and how it ended', async () => {
    await start();
    const jobId = await shop.pull('preview');
    await shop.ended(jobId);
    const [begin] = await of(jobId, 'channel.catalog.pull');
    expect(begin).toMatchObject({ actor: { kind: 'developer', id: shop.world.developer.id } });
    const told = await ends(jobId);
    expect(told).toMatchObject([
      {
        command: 'channel.job.end',
        outcome: 'done',
        entityId: jobId,
        actor: { kind: 'system', id: `job/${jobId}` },
        payload: { jobId },
        inverse: null,
        changes: [{ entity: 'channel job', id: jobId, before: { state: 'running' } }],
      },
    ]);
    const [{ changes, cause }] = told as unknown as [{ changes: { after: object }[]; cause: object }];
    expect(cause).toEqual({ jobId, startedBy: shop.world.developer.id, callId: begin?.id });
    const pictures = { pictures: 0, picturesFetched: 0, picturesFailed: 0, picturesElsewhere: 0, begunAnew: 0 };
    const progress = { total: PRODUCTS, done: PRODUCTS, created: PRODUCTS, updated: 0, failed: 0, ...pictures };
    expect(changes[0]?.after).toEqual({ state: 'succeeded', progress });
    expect(await lastOf(shop.world, 'trendyol')).toMatchObject({ command: 'channel.job.end', entityId: jobId });
  });

  test('a failure is told with its reason', async () => {
    await shop.world.done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'wrong' });
    await start();
    const jobId = await shop.pull();
    const { error } = await shop.ended(jobId);
    expect(error).toMatchObject({ code: 'provider_refused', message: expect.any(String) });
    expect(await ends(jobId)).toMatchObject([{ changes: [{ after: { state: 'failed', error } }] }]);
  });

  test('an operator who stops the workflow at Temporal is told of as the end of the job', async () => {
    shop.simulator.faults.set({ down: true });
    await start();
    const jobId = await shop.pull();
    await shop.waiting(jobId);
    await handle(jobId).cancel();
    expect(await shop.ended(jobId)).toMatchObject({ state: 'cancelled' });
    expect(await ends(jobId)).toMatchObject([
      { command: 'channel.job.end', changes: [{ after: { state: 'cancelled', progress: { done: 0 } } }] },
    ]);
  });

  test('an owner who cancels has told of the end, with how far it came, and the workflow has nothing to add', async () => {
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 2_000 } });
    await start();
    const jobId = await shop.pull();
    await shop.until(jobId, ({ progress }) => progress.done > 0);
    await shop.world.read('channel.jobs.cancel', { as: shop.world.developer, params: { ...params, cjb: jobId } });
    await handle(jobId).result();
    const { progress } = await shop.job(jobId);
    expect(await ends(jobId)).toMatchObject([
      {
        command: 'channel.jobs.cancel',
        actor: { id: shop.world.developer.id },
        changes: [{ after: { state: 'cancelled', progress } }],
      },
    ]);
  });

  test('a proposal to cancel stays what it was while the job goes on', async () => {
    const jobId = await shop.pull();
    const foretold = () =>
      shop.world.bus.dryRun({
        principal: shop.world.owner,
        mutation: jobsCancel,
        payload: { ...params, cjb: jobId },
      });
    const before = await foretold();
    await shop.world.sql(`UPDATE channel_job SET done = 100, total = ${PRODUCTS} WHERE id = '${jobId}'`);
    const after = await foretold();
    expect(after.changes).not.toEqual(before.changes);
    expect(after.hash).toBe(before.hash);
  });

  test('whoever tells of the end again, at once or later, or of another one, changes nothing', async () => {
    const jobId = await shop.pull();
    const { bus } = shop.world;
    const end = (state: 'succeeded' | 'failed', reason: string | null = null) =>
      endJob(bus, input(jobId), { state, error: reason === null ? null : { code: 'internal', message: reason } });
    await Promise.all([end('succeeded'), end('failed', 'x'), end('succeeded'), end('failed', 'y')]);
    const first = await shop.job(jobId);
    await end('succeeded');
    await end('failed', 'later');
    expect(await shop.job(jobId)).toEqual(first);
    expect(await ends(jobId)).toMatchObject([{ changes: [{ after: { state: first.state } }] }]);
  });

  test('a job that is found dead is ended with why, and one that was never there is no error', async () => {
    const jobId = await shop.pull();
    const why = { code: 'not_finished', reason: 'Its workflow\u0000 was gone.' } as const;
    await channelJobWork.abandon(shop.world.platform, shop.world.storeId, jobId, why);
    await channelJobWork.abandon(shop.world.platform, shop.world.storeId, 'cjb_none', why);
    const error = { code: 'not_finished', message: expect.stringMatching(/^Its workflow.* was gone\.$/) };
    expect(await shop.job(jobId)).toMatchObject({ state: 'failed', error, finishedAt: expect.any(String) });
    expect(await ends(jobId)).toMatchObject([{ changes: [{ before: { state: 'queued' }, after: { error } }] }]);
  });
});
