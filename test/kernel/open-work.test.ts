import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NativeConnection, Worker } from '@temporalio/worker';
import { channelJobWork } from '../../src/channel/worker/work';
import { healthOf } from '../../src/health';
import type { Principal } from '../../src/kernel/declaration/principal';
import { createLog } from '../../src/kernel/log';
import { stateOf } from '../../src/kernel/work/temporal';
import { byWorkflow } from '../../src/kernel/work/work';
import { mediaVariants } from '../../src/media/image/contract';
import { exampleImage } from '../../src/media/image/example';
import { works } from '../../src/nouns';
import { openPlatform } from '../../src/platform';
import { abandonWork } from '../../src/works';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { committed } from '../media/committed';
import { mintAgent } from '../proposal/agents';
import { patient } from '../world/patience';
import { slowTest } from '../world/slow-test';
import { startTestTemporal } from '../world/temporal';
import { prepareTemporal, quietRuntime, startTestWorker } from '../world/worker';

const UNTIL_MS = 60_000;

jest.setTimeout(240_000);

async function until<T>(look: () => Promise<T>, reached: (seen: T) => boolean): Promise<T> {
  for (const end = Date.now() + patient(UNTIL_MS); ; ) {
    const seen = await look();
    if (reached(seen)) return seen;
    if (Date.now() > end) throw new Error(`not reached: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('each workflow that drives a row has a work, and no two are called the same', () => {
  const text = readFileSync(path.join(__dirname, '../../workflows/driving.ts'), 'utf8');
  const driving = [...text.matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  expect(Object.keys(works).toSorted()).toEqual(driving.toSorted());
  expect(() => byWorkflow([channelJobWork, { ...channelJobWork, kind: 'other' }])).toThrow(
    `two works have the workflow ${channelJobWork.workflow}`,
  );
  const kinds = Object.values(works).map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

describe('a row that is open', () => {
  let shop: Marketplace;
  let agent: Principal;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: 5 });
    agent = await mintAgent(shop.world);
    await prepareTemporal(shop.world);
  });
  afterEach(() => shop.close());

  const rows = <Row>(sql: string): Promise<Row[]> => shop.world.database.reader(shop.world.storeId).query<Row>(sql);
  const proposal = (prp: string) => shop.world.read('proposals.get', { params: { prp } });
  const priceOf = async (prd: string) => (await shop.world.read('catalog.products.get', { params: { prd } })).price;
  const delivered = () =>
    until(
      () => {
        shop.world.platform.outbox.kick();
        return rows<{ waiting: number }>('SELECT count(*) AS waiting FROM outbox WHERE done_at IS NULL');
      },
      ([first]) => first?.waiting === 0,
    );
  const handle = (workflowId: string) => shop.world.platform.temporal.workflow.getHandle(workflowId);
  const restarts = async (workflowId: string): Promise<number> => {
    const found = await rows(
      `SELECT 1 FROM outbox WHERE workflow_id = '${workflowId}' AND message -> 'restart' IS NOT NULL`,
    );
    return found.length;
  };

  /** A job, an approved proposal and its mail, all started, and nobody to run them. */
  async function opened() {
    const { world } = shop;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 100 });
    const proposed = await world.run('catalog.price.set', { targetId: id, price: 200 }, { as: agent });
    const { proposalId } = proposed.body as { proposalId: string };
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const { hash } = await proposal(proposalId);
    await world.done('proposal.approve', { proposalId, hash }, { as: world.owner }).catch(() => {});
    expect((await proposal(proposalId)).state).toBe('applying');
    const jobId = await shop.pull();
    const [mail] = await rows<{ id: string }>('SELECT id FROM mail');
    await delivered();
    const workflowIds = [`job/${jobId}`, `mail/${mail?.id}`, `proposal/${proposalId}`];
    return { productId: id, proposalId, jobId, workflowIds };
  }

  async function expectAllDone({ jobId, proposalId, productId }: Awaited<ReturnType<typeof opened>>): Promise<void> {
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: 5 } });
    await until(
      () => proposal(proposalId),
      ({ state }) => state === 'applied',
    );
    expect(await priceOf(productId)).toBe(200);
    await until(
      () => rows<{ state: string }>('SELECT state FROM mail'),
      ([mail]) => mail?.state === 'kept',
    );
  }

  test('is taken up again when its workflow was terminated', async () => {
    const work = await opened();
    for (const workflowId of work.workflowIds) await handle(workflowId).terminate('by a person');
    const worker = await startTestWorker(shop.world);
    try {
      await expectAllDone(work);
      for (const workflowId of work.workflowIds)
        expect([workflowId, await restarts(workflowId)]).toEqual([workflowId, 1]);
    } finally {
      await worker.stop();
    }
  });

  slowTest('is told of while its workflow runs and fails again and again at the same step', async () => {
    const { world } = shop;
    const { platform, config } = world;
    const jobId = await shop.pull();
    await delivered();
    quietRuntime();
    const connection = await NativeConnection.connect({ address: config.temporalAddress });
    const { temporalNamespace: namespace, taskQueue } = config;
    const workflowsPath = path.join(__dirname, 'unfit-workflows.ts');
    const unfit = await Worker.create({ connection, namespace, taskQueue, workflowsPath });
    const health = async () => (await healthOf(platform, config).ask()).parts.workflows;
    const job = () => shop.world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: jobId } });
    await unfit.runUntil(async () => {
      await until(
        () => stateOf(platform.temporal, `job/${jobId}`),
        ({ tries }) => tries >= 2,
      );
      await platform.openWork.revive();
      expect([await health(), (await job()).waiting]).toEqual(['ok', null]);
      await until(
        async () => {
          await platform.openWork.revive();
          return health();
        },
        (said) => said === 'failing',
      );
    });
    await connection.close();
    expect(await job()).toMatchObject({
      state: 'queued',
      waiting: { reason: 'system' },
      waitingFor: expect.stringContaining('again and again at the same step'),
    });
    expect(await restarts(`job/${jobId}`)).toBe(0);
    // The next release fits.
    const worker = await startTestWorker(world);
    try {
      expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', waiting: null });
    } finally {
      await worker.stop();
    }
  });

  slowTest(
    'is begun anew where that loses nothing, once its workflow has failed again and again at the same step',
    async () => {
      const { world } = shop;
      const { platform, config } = world;
      const id = await committed(world, exampleImage());
      const workflowId = mediaVariants.workflowId(id);
      await delivered();
      const first = await stateOf(platform.temporal, workflowId);
      quietRuntime();
      const connection = await NativeConnection.connect({ address: config.temporalAddress });
      const { temporalNamespace: namespace, taskQueue } = config;
      const workflowsPath = path.join(__dirname, 'unfit-workflows.ts');
      const unfit = await Worker.create({ connection, namespace, taskQueue, workflowsPath });
      await unfit.runUntil(() =>
        until(
          () => stateOf(platform.temporal, workflowId),
          ({ tries }) => tries >= 4,
        ),
      );
      await connection.close();
      // By several workers at once.
      await Promise.all([platform.openWork.revive(), platform.openWork.revive()]);
      await delivered();
      expect(await restarts(workflowId)).toBe(1);
      expect(await stateOf(platform.temporal, workflowId)).toMatchObject({ end: undefined, tries: 1 });
      expect((await stateOf(platform.temporal, workflowId)).runId).not.toBe(first.runId);
      const worker = await startTestWorker(world);
      try {
        await until(
          () => world.read('media.list'),
          ({ items: [picture] }) => picture.variants.length === 2,
        );
      } finally {
        await worker.stop();
      }
    },
  );

  test('is found by the function of its kind, and every function that finds open rows belongs to a kind', async () => {
    const found = await rows<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE proargnames[1:2] = '{prefix,after}' ORDER BY proname COLLATE "C"`,
    );
    const asked = new Set<string>();
    const listening = {
      async query<Row>(text: string): Promise<Row[]> {
        asked.add(text.match(/FROM (open_\w+)/)?.[1] ?? text);
        return [];
      },
    };
    for (const work of Object.values(works)) await work.openRows(listening, '', 1);
    expect([...asked].toSorted()).toEqual(found.map(({ name }) => name));
    const unknown = { storeId: shop.world.storeId, workflowId: 'unknown/nothing' };
    await expect(abandonWork(shop.world.platform, unknown, { code: 'not_started', reason: '' })).rejects.toThrow(
      'of a kind that nothing here can end',
    );
  });

  test('is found page by page, behind the last workflow of the page before', async () => {
    const ids = [await shop.pull(), await shop.pull(), await shop.pull()].map((id) => `job/${id}`);
    await delivered();
    const { maintenance } = shop.world.database;
    const page = async (after: string) =>
      (await channelJobWork.openRows(maintenance, after, 2)).map(({ workflowId }) => workflowId);
    expect(await page('')).toEqual(ids.slice(0, 2));
    expect(await page(ids[1] as string)).toEqual(ids.slice(2));
  });

  test('is taken up again by a Temporal that knows nothing of it', async () => {
    const work = await opened();
    const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-lost-'));
    const server = await startTestTemporal({ folder, inMemory: true });
    const config = { ...shop.world.config, temporalAddress: server.address };
    const log = createLog('test', 'silent');
    const platform = await openPlatform({ config, log, applicationName: 'tezgah-lost', strict: true });
    try {
      const worker = await startTestWorker({ ...shop.world, platform, config });
      try {
        await expectAllDone(work);
      } finally {
        await worker.stop();
      }
    } finally {
      await platform.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('is left alone while its workflow runs, or waits to be started', async () => {
    const { workflowIds } = await opened();
    await shop.world.platform.openWork.revive();
    await shop.world.sql(`UPDATE outbox SET done_at = NULL, next_at = now() + interval '1 hour'`);
    for (const workflowId of workflowIds) await handle(workflowId).terminate();
    await shop.world.platform.openWork.revive();
    for (const workflowId of workflowIds) expect([workflowId, await restarts(workflowId)]).toEqual([workflowId, 0]);
  });

  test('is taken up by one of several workers that miss its workflow at the same time', async () => {
    const { workflowIds } = await opened();
    for (const workflowId of workflowIds) await handle(workflowId).terminate();
    const { openWork } = shop.world.platform;
    await Promise.all(Array.from({ length: 4 }, () => openWork.revive()));
    for (const workflowId of workflowIds) expect([workflowId, await restarts(workflowId)]).toEqual([workflowId, 1]);
  });

  test('is given up where its owner sees it when its workflows end again and again, with pauses between', async () => {
    const { jobId, proposalId, workflowIds } = await opened();
    const { openWork } = shop.world.platform;
    const endAll = async (): Promise<void> => {
      for (const workflowId of workflowIds) await handle(workflowId).terminate();
      await openWork.revive();
      await delivered();
    };
    const health = healthOf(shop.world.platform, shop.world.config).ask;
    for (let restart = 1; restart <= 5; restart += 1) {
      await endAll();
      for (const workflowId of workflowIds)
        expect([workflowId, await restarts(workflowId)]).toEqual([workflowId, restart]);
      // Too early for another.
      await openWork.revive();
      for (const workflowId of workflowIds)
        expect([workflowId, await restarts(workflowId)]).toEqual([workflowId, restart]);
      await shop.world.sql(`UPDATE outbox SET created_at = created_at - interval '9 minutes'`);
    }
    await until(health, ({ parts }) => parts.workflows === 'failing');
    await endAll();
    expect(await shop.job(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'not_finished', message: expect.stringContaining('started again 5 times') },
    });
    expect(await proposal(proposalId)).toMatchObject({
      state: 'paused',
      pause: { reason: 'failed', message: expect.stringContaining('started again 5 times') },
    });
    expect(await rows('SELECT state, last_error AS reason FROM mail')).toEqual([
      { state: 'failed', reason: expect.stringContaining('started again 5 times') },
    ]);
  });

  test('goes on at the word of its owner when the workflow that waited for it is gone', async () => {
    const { world } = shop;
    const work = await opened();
    const worker = await startTestWorker(world);
    try {
      await expectAllDone(work);
      const proposed = await world.run('catalog.price.set', { targetId: work.productId, price: 300 }, { as: agent });
      const { proposalId, itemId } = proposed.body as { proposalId: string; itemId: string };
      await world.done('proposal.submit', { proposalId }, { as: agent });
      await world.done('catalog.price.set', { targetId: work.productId, price: 250 });
      const { hash } = await proposal(proposalId);
      await world.done('proposal.approve', { proposalId, hash }, { as: world.owner }).catch(() => {});
      const { list } = await until(
        () => proposal(proposalId),
        ({ state }) => state === 'paused',
      );
      await handle(`proposal/${proposalId}`).terminate('by a person');
      const accept = [{ itemId, hash: list[0].currentPreview.hash }];
      await world.read('proposals.resume', { params: { prp: proposalId }, body: { accept } });
      await until(
        () => proposal(proposalId),
        ({ state }) => state === 'applied',
      );
      expect(await priceOf(work.productId)).toBe(300);
      // Nobody had to look for it.
      expect(await restarts(`proposal/${proposalId}`)).toBe(0);
    } finally {
      await worker.stop();
    }
  });
});
