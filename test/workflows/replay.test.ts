import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from '@temporalio/worker';
import getPort from 'get-port';
import { SMTPServer } from 'smtp-server';
import { bulkRecording } from '../../src/bulk/contract';
import { cargoSender } from '../../src/cargo/sender/contract';
import { channelJob } from '../../src/channel/contract/job';
import { templateOf } from '../../src/design/template/templates';
import { connectWhenHealthy, findTemporal } from '../../src/embedded/temporal';
import { type ActiveHook, activeHooks } from '../../src/extension/hook/active';
import { HookBreaker } from '../../src/extension/hook/breaker';
import { hookBreaker } from '../../src/extension/hook/contract';
import { breakersOf } from '../../src/extension/hook/store';
import { FAILURES_MAX } from '../../src/extension/hook/table';
import type { Command } from '../../src/kernel/declaration/command';
import { newId, newUlid } from '../../src/kernel/ids';
import { searchAttributes } from '../../src/kernel/work/search-attributes';
import { endOf } from '../../src/kernel/work/temporal';
import { mediaVariants } from '../../src/media/image/contract';
import { exampleImage } from '../../src/media/image/example';
import { metafieldPurge } from '../../src/metafield/purge/contract';
import { cargoBooking, shipmentCancelling } from '../../src/order/booking/contract';
import { paymentAttempt } from '../../src/order/payment/contract';
import { refundAsking } from '../../src/order/refund/contract';
import { shipmentTracking } from '../../src/order/tracking/contract';
import { webhookSignature } from '../../src/provider/iyzico/signature';
import { updatePreparation } from '../../src/store/update/contract';
import { webhookIngestion } from '../../src/webhook/contract';
import { listWebhooks } from '../../src/webhook/store';
import { workspaceLifecycle } from '../../src/workspace/life/contract';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from '../extension/earlier';
import { committed } from '../media/committed';
import { noise, plain } from '../media/pictures';
import { withoutAvif } from '../media/without-avif';
import { attemptShop, CARD } from '../order/attempts';
import { cardShop, REFUND } from '../order/card';
import { BOOK, cargoShop } from '../order/parcels';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { quietRuntime, startTestWorker } from '../world/worker';
import { createWorld, testServices } from '../world/world';
import { branchesTaken, type SavedHistory, savedHistories, saveHistory } from './histories';

const workflowsFolder = path.join(__dirname, '../../workflows');

const recording = process.env.RECORD_HISTORIES === '1';

beforeAll(() => {
  if (!recording) quietRuntime();
});

async function replay(histories: readonly SavedHistory[]): Promise<Map<string, Error | undefined>> {
  const results = new Map<string, Error | undefined>();
  const options = { workflowBundle: { codePath: testServices().workflowBundle } };
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories))
    results.set(workflowId, error);
  return results;
}

/** The branches of this build that `patched` keeps apart from those of before. */
const branchesNamed = (): string[] =>
  readdirSync(workflowsFolder).flatMap((file) =>
    [...readFileSync(path.join(workflowsFolder, file), 'utf8').matchAll(/\bpatched\('([^']+)'\)/g)].map(
      ([, name]) => name as string,
    ),
  );

/** The workflows of this build. */
const exported = (): string[] =>
  ['index', 'driving'].flatMap((file) => {
    const source = readFileSync(path.join(workflowsFolder, `${file}.ts`), 'utf8');
    return [...source.matchAll(/^export \{([\w\s,]+)\}/gm)].flatMap(([, names]) => (names ?? '').match(/\w+/g) ?? []);
  });

describe('saved histories', () => {
  test('are there of every workflow', () => {
    const saved = new Set(savedHistories().map(({ workflowId }) => workflowId.split('/')[0]));
    expect(exported().length).toBeGreaterThan(15);
    expect(exported().filter((name) => !saved.has(name))).toEqual([]);
  });

  test('every workflow that ever ran, finished, waiting or in the middle, replays on this build', async () => {
    const histories = savedHistories();
    expect(histories.map(({ workflowId }) => workflowId)).toEqual(
      expect.arrayContaining([
        'channelJob/finished',
        'channelJob/waiting',
        'channelJob/cancelled',
        'channelJob/failed',
        'channelJob/running',
        'cargoBooking/booked',
        'cargoBooking/read-back',
        'cargoSender/ready',
        'cargoSender/read-back',
        'shipmentCancelling/cancelled',
        'shipmentTracking/cancelled',
        'shipmentTracking/delivered',
        'shipmentTracking/waiting',
        'paymentAttempt/ordered',
        'paymentAttempt/returned',
        'refund/given',
        'refund/read-back',
        'proposalApplication/finished',
        'proposalApplication/paused',
        'proposalApplication/resumed',
        'proposalApplication/withdrawn',
        'proposalApplication/continued',
        'proposalApplication/continuation',
        'mailDelivery/kept',
        'mailDelivery/waiting',
        'mailDelivery/retried',
        'mediaVariants/ready',
        'mediaVariants/failed',
        'mediaVariants/given-up',
        'mediaVariants/no-avif',
        'mediaVariants/outage',
        'metafieldPurge/finished',
        'bulkRecording/finished',
        'hookBreaker/reactivated',
        'hookBreaker/waiting',
        'webhookIngestion/handled',
        'workspaceLifecycle/rests',
        'workspaceLifecycle/warm',
        'epinFulfilment/finished',
        'extensionUpgrades/finished',
        'keyResealing/finished',
        'projectionRepair/finished',
        'retentionSweep/finished',
        'retentionSweep/tried-again',
        'unpaidOrders/finished',
        'updatePreparation/finished',
        'updateSweep/finished',
      ]),
    );
    const results = await replay(histories);
    for (const { workflowId } of histories)
      expect([workflowId, results.get(workflowId)]).toEqual([workflowId, undefined]);
  });

  test('have each branch that a workflow takes by patched, and no other', () => {
    const taken = savedHistories().flatMap(branchesTaken);
    expect([...new Set(taken)].toSorted()).toEqual([...new Set(branchesNamed())].toSorted());
  });

  test('a history of other steps than this build would take is told apart', async () => {
    const [finished] = savedHistories().filter(({ workflowId }) => workflowId === 'channelJob/finished');
    const doctored = structuredClone(finished as SavedHistory);
    const scheduled = doctored.history.events.find(
      ({ activityTaskScheduledEventAttributes: it }) => it?.activityType.name === 'workChannelJob',
    );
    if (!scheduled?.activityTaskScheduledEventAttributes) throw new Error('the history has no step');
    scheduled.activityTaskScheduledEventAttributes.activityType.name = 'anotherStep';
    const results = await replay([doctored]);
    expect(results.get('channelJob/finished')?.message).toMatch(/[Nn]on-?determinis/);
  });

  test('so is one of a proposal, whose steps are local activities', async () => {
    const doctored = structuredClone(
      savedHistories().find(({ workflowId }) => workflowId === 'proposalApplication/resumed'),
    );
    const marker = doctored?.history.events.find(
      ({ markerRecordedEventAttributes: it }) => it,
    )?.markerRecordedEventAttributes;
    const [step] = marker?.details.data?.payloads ?? [];
    if (!doctored || !step) throw new Error('the history has no step');
    const data = Buffer.from(step.data, 'base64').toString();
    const another = data.replace('applyNextProposalItem', 'anotherStep');
    expect(another).not.toBe(data);
    step.data = Buffer.from(another).toString('base64');
    const results = await replay([doctored]);
    expect(results.get('proposalApplication/resumed')?.message).toMatch(/[Nn]on-?determinis/);
  });
});

/** RECORD_HISTORIES=1 writes the cases anew: for a release that adds one, never to make a red replay green. */
(recording ? describe : describe.skip)('recording histories', () => {
  const record = async (name: string, shop: Marketplace, jobId: string): Promise<void> => {
    const handle = shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId));
    saveHistory('channelJob', name, await handle.fetchHistory());
  };
  const withShop = async (
    options: Parameters<typeof connectedMarketplace>,
    story: (shop: Marketplace) => Promise<void>,
  ): Promise<void> => {
    const shop = await connectedMarketplace(...options);
    const worker = await startTestWorker(shop.world);
    try {
      await story(shop);
    } finally {
      await worker.stop();
      await shop.close();
    }
  };
  const started = async (shop: Marketplace, jobId: string): Promise<void> => {
    while ((await shop.job(jobId)).progress.done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('finished', () =>
    withShop([{ products: 250 }], async (shop) => {
      const jobId = await shop.pull();
      await shop.ended(jobId);
      await shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId)).result();
      await record('finished', shop, jobId);
    }));

  test('failed', () =>
    withShop([{ products: 10, apiKey: 'another' }], async (shop) => {
      const jobId = await shop.pull();
      await shop.ended(jobId);
      const handle = shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId));
      await expect(handle.result()).rejects.toThrow('Workflow execution failed');
      await record('failed', shop, jobId);
    }));

  test('waiting for the rate limit', () =>
    withShop([{ products: 2_000 }, 3], async (shop) => {
      const jobId = await shop.pull();
      while ((await shop.job(jobId)).waitingFor === null) await new Promise((resolve) => setTimeout(resolve, 50));
      await new Promise((resolve) => setTimeout(resolve, 500));
      await record('waiting', shop, jobId);
    }));

  test('in the middle of a step, and cancelled there', () =>
    withShop([{ products: 5_000, latencyMs: 100 }], async (shop) => {
      const jobId = await shop.pull();
      await started(shop, jobId);
      await record('running', shop, jobId);
      await shop.world.read('channel.jobs.cancel', { params: { ext: 'trendyol', cjb: jobId } });
      await shop.ended(jobId);
      await shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId)).result();
      await record('cancelled', shop, jobId);
    }));

  const saveFrom = async (
    { world }: Agents,
    workflow: string,
    name: string,
    id: string,
    runId?: string,
  ): Promise<void> => {
    saveHistory(workflow, name, await world.platform.temporal.workflow.getHandle(id, runId).fetchHistory());
  };

  /** Four changes, of which the third is stale by the time it is its turn. */
  async function pausedProposal(agents: Agents) {
    const { world, propose } = agents;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    const { proposalId } = await propose('catalog.stock.set', { targetId: id, stock: 2 });
    await propose('catalog.product.update', { productId: id, title: 'Bakır Cezve' });
    const { itemId } = await propose('catalog.price.set', { targetId: id, price: 300 });
    await propose('catalog.stock.set', { targetId: id, stock: 3 });
    await agents.submit(proposalId);
    await world.done('catalog.price.set', { targetId: id, price: 200 });
    await agents.approve(proposalId);
    const { list } = await agents.until(proposalId, 'paused');
    const accept = [{ itemId, hash: list[2].currentPreview.hash }];
    const handle = world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
    // It is told in Postgres first.
    const tasks = async () =>
      ((await handle.fetchHistory()).events ?? []).filter((event) => event.workflowTaskCompletedEventAttributes);
    while ((await tasks()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    return { proposalId, accept, workflowId: handle.workflowId, handle };
  }

  const withAgents = async (
    environment: Record<string, string>,
    story: (agents: Agents) => Promise<void>,
  ): Promise<void> => {
    const agents = await worldWithAgents({ environment });
    try {
      await agents.startWorker();
      await story(agents);
    } finally {
      await agents.close();
    }
  };

  test('the files of a workspace: woken, backed up, refreshed, at rest', async () => {
    const world = await createWorld({ temporalLife: true });
    const worker = await startTestWorker(world);
    try {
      const { storeId, platform, owner } = world;
      const { workspace } = await world.done('workspace.create', { name: 'Rapor' }, { as: owner });
      const of = { storeId, workspaceId: workspace.id };
      const ask = { byKind: 'owner', byId: owner.id, activityId: newId('wac') };
      // A slow machine answers that it goes on, and is asked again.
      await eventually(async () => (await platform.services.life.ensureWarm(of)) === undefined, 120_000);
      expect(await platform.services.life.backUp(of, ask)).toHaveProperty('digest');
      const handle = platform.temporal.workflow.getHandle(workspaceLifecycle.workflowId(workspace.id));
      saveHistory(workspaceLifecycle.name, 'warm', await handle.fetchHistory());
      await platform.temporal.workflow.start(workspaceLifecycle.name, {
        workflowId: handle.workflowId,
        taskQueue: world.config.taskQueue,
        args: [{ ...of, idleMs: 5_000 }],
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      });
      await eventually(async () => (await endOf(platform.temporal, handle.workflowId)) === 'completed');
      saveHistory(workspaceLifecycle.name, 'rests', await handle.fetchHistory());
    } finally {
      await worker.stop();
      await world.close();
    }
  });

  test('a proposal: finished, paused, resumed, withdrawn', () =>
    withAgents({}, async (agents) => {
      const { proposalId } = await agents.propose('catalog.product.create', { title: 'Fincan', price: 100 });
      await agents.propose('catalog.product.create', { title: 'Tepsi', price: 200 });
      await agents.submit(proposalId);
      await agents.approve(proposalId);
      await agents.until(proposalId, 'applied');
      await agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`).result();
      await saveFrom(agents, 'proposalApplication', 'finished', `proposal/${proposalId}`);
      const paused = await pausedProposal(agents);
      await saveFrom(agents, 'proposalApplication', 'paused', paused.workflowId);
      await agents.route('proposals.resume', paused.proposalId, { accept: paused.accept });
      await paused.handle.result();
      await saveFrom(agents, 'proposalApplication', 'resumed', paused.workflowId);
      const dropped = await pausedProposal(agents);
      await agents.world.done('proposal.withdraw', { proposalId: dropped.proposalId }, { as: agents.world.owner });
      await dropped.handle.result();
      await saveFrom(agents, 'proposalApplication', 'withdrawn', dropped.workflowId);
    }));

  test('a proposal that continued as new, on a server that suggests it early', async () => {
    const { binary } = await findTemporal({ progress: () => {} });
    const port = await getPort();
    const early = ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=8'];
    const refresh = ['--dynamic-config-value', 'system.forceSearchAttributesCacheRefreshOnRead=true'];
    const server = spawn(binary, ['server', 'start-dev', '--headless', '--port', String(port), ...early, ...refresh], {
      stdio: 'ignore',
    });
    try {
      await (await connectWhenHealthy(`127.0.0.1:${port}`)).close();
      await withAgents({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` }, async (agents) => {
        const paused = await pausedProposal(agents);
        const { runId } = await paused.handle.describe();
        await agents.route('proposals.resume', paused.proposalId, { accept: paused.accept });
        await paused.handle.result();
        const last = await paused.handle.describe();
        expect(last.runId).not.toBe(runId);
        await saveFrom(agents, 'proposalApplication', 'continued', paused.workflowId, runId);
        await saveFrom(agents, 'proposalApplication', 'continuation', paused.workflowId, last.runId);
      });
    } finally {
      server.kill('SIGKILL');
    }
  });

  test('a mail: kept, waiting for its next try, and sent by it', async () => {
    const submitted = async ({ world, propose, submit }: Agents): Promise<string> => {
      const { proposalId } = await propose('catalog.product.create', { title: 'Cezve', price: 100 });
      await submit(proposalId);
      const [mail] = await world.database.reader(world.storeId).query<{ id: string }>('SELECT id FROM mail');
      return `mail/${mail?.id}`;
    };
    await withAgents({}, async (agents) => {
      const workflowId = await submitted(agents);
      while (
        !(await agents.world.platform.temporal.workflow
          .getHandle(workflowId)
          .result()
          .catch(() => undefined))
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
      await saveFrom(agents, 'mailDelivery', 'kept', workflowId);
    });
    let refusals = 1;
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, callback) => callback(refusals-- > 0 ? new Error('later') : undefined),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    await withAgents({ SMTP_URL: `smtp://127.0.0.1:${port}` }, async (agents) => {
      const workflowId = await submitted(agents);
      while (refusals > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      await saveFrom(agents, 'mailDelivery', 'waiting', workflowId);
      await agents.world.platform.temporal.workflow.getHandle(workflowId).result();
      await saveFrom(agents, 'mailDelivery', 'retried', workflowId);
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test('a refund: given back at once, and read back', async () => {
    const shop = await cardShop();
    const worker = await startTestWorker(shop.world);
    const save = async (name: string, refundId: string) => {
      const handle = shop.world.platform.temporal.workflow.getHandle(refundAsking.workflowId(refundId));
      await handle.result();
      saveHistory('refund', name, await handle.fetchHistory());
    };
    const { id: given } = await shop.refund(await shop.paid());
    await eventually(async () => (await shop.refundsAt()).length === 1);
    await save('given', given);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND, untilRequests: 1 });
    const { id: lost } = await shop.refund(await shop.paid());
    await eventually(async () => (await shop.refundsAt()).length === 2);
    await save('read-back', lost);
    await worker.stop();
    await shop.close();
  });

  test('a parcel: booked at once and read back, tracked until it has come, and cancelled', async () => {
    const shop = await cargoShop();
    const worker = await startTestWorker(shop.world);
    const { temporal } = shop.world.platform;
    const save = async (workflow: string, name: string, workflowId: string, ends = true) => {
      const handle = temporal.workflow.getHandle(workflowId);
      await eventually(() => handle.describe().catch(() => undefined));
      if (ends) await handle.result();
      saveHistory(workflow, name, await handle.fetchHistory());
    };
    const isBooked = async (id: string) => (await shop.shipmentOf(id)).lookedAt !== null;
    const id = await shop.paid();
    const { id: given } = await shop.book(id);
    await save('cargoBooking', 'booked', cargoBooking.workflowId(given));
    await eventually(() => isBooked(id));
    const [{ id: remoteId }] = (await shop.control('GET', '/shipments')) as [{ id: string }];
    await shop.control('PUT', '/shipments', { shipmentId: remoteId, at: 9 });
    const params = { ord: id, shp: given };
    await shop.world.read('orders.shipment.update', { as: shop.world.developer, params });
    await save('shipmentTracking', 'delivered', shipmentTracking.workflowId(given));
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK, untilRequests: 1 });
    const other = await shop.paid();
    const { id: lost } = await shop.book(other);
    await save('cargoBooking', 'read-back', cargoBooking.workflowId(lost));
    await eventually(() => isBooked(other));
    await save('shipmentTracking', 'waiting', shipmentTracking.workflowId(lost), false);
    await shop.world.done('order.shipment.cancel', { orderId: other, shipmentId: lost });
    await save('shipmentCancelling', 'cancelled', shipmentCancelling.workflowId(lost));
    const tracking = temporal.workflow.getHandle(shipmentTracking.workflowId(lost));
    await eventually(async () => (await tracking.describe()).status.name !== 'RUNNING');
    await save('shipmentTracking', 'cancelled', shipmentTracking.workflowId(lost), false);
    await worker.stop();
    await shop.close();
  });

  test('an address of a sender: created at once, and read back', async () => {
    const shop = await cargoShop();
    const worker = await startTestWorker(shop.world);
    const create = async (name: string, address: string) => {
      const { example } = shop.world.platform.services.capabilities.mutation('ext.cargo.sender') as Command;
      const { ext, ...body } = example as { ext: string };
      const asked = { as: shop.world.owner, params: { ext }, body: { ...body, address } };
      const { id } = await shop.world.read('ext.cargo.sender', asked);
      const handle = shop.world.platform.temporal.workflow.getHandle(cargoSender.workflowId(id));
      await eventually(() => handle.describe().catch(() => undefined));
      await handle.result();
      saveHistory('cargoSender', name, await handle.fetchHistory());
    };
    await create('ready', 'Depo Sok. No: 4');
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: 'POST /addresses', untilRequests: 1 });
    await create('read-back', 'Depo Sok. No: 5');
    await worker.stop();
    await shop.close();
  });

  test('payments by card: ordered, given back, and told of by the provider', async () => {
    const shop = await attemptShop();
    const { world } = shop;
    const worker = await startTestWorker(world);
    const save = async (kind: 'paymentAttempt' | 'webhookIngestion', name: string, workflowId: string) => {
      const handle = world.platform.temporal.workflow.getHandle(workflowId);
      const result = await handle.result();
      saveHistory(kind, name, await handle.fetchHistory());
      return result;
    };
    const one = await shop.ready();
    const ordered = await shop.begin(one, { card: CARD });
    const back = await one.one.comeBack(ordered.id, (await shop.walk(ordered.page)) ?? '');
    expect(back.body).toMatchObject({ payment: { state: 'captured' }, order: { payment: 'paid' } });
    await save('paymentAttempt', 'ordered', paymentAttempt.workflowId(ordered.id));
    const two = await shop.ready();
    const stray = await shop.begin(two);
    await shop.owner('catalog.stock.set', { targetId: shop.product.id, stock: 0 });
    await shop.walk(stray.page);
    const reference = stray.id.replace('_', '');
    const said = { iyziEventType: 'API_AUTH', status: 'SUCCESS', paymentConversationId: reference, paymentId: 7 };
    const signature = webhookSignature('demo-secret-key', [said.iyziEventType, '7', reference, said.status]);
    const headers = { 'content-type': 'application/json', 'x-iyz-signature-v3': signature };
    const place = { storeId: world.storeId, ext: 'iyzico', secret: '' };
    const posted = { headers, body: Buffer.from(JSON.stringify(said)), behind: '' };
    expect(await world.platform.webhooks.take(place, posted)).toMatchObject({ status: 200 });
    const [told] = await listWebhooks(world.database.reader(world.storeId), world.storeId, null, 1);
    const handled = await save('webhookIngestion', 'handled', webhookIngestion.workflowId(told?.id ?? ''));
    expect(handled).toBe('handled');
    expect(await save('paymentAttempt', 'returned', paymentAttempt.workflowId(stray.id))).toBe('returned');
    expect([(await shop.orders()).length, (await shop.refundsAt()).length]).toEqual([1, 1]);
    await worker.stop();
    await shop.close();
  });

  test('the repair of a projection', async () => {
    const world = await createWorld();
    const worker = await startTestWorker(world);
    const handle = await world.platform.temporal.workflow.start('projectionRepair', {
      workflowId: `projection/${world.storeId}`,
      taskQueue: world.config.taskQueue,
      args: [{ storeId: world.storeId }],
    });
    await handle.result();
    saveHistory('projectionRepair', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test.each([
    ['codes that come later', 'epinFulfilment'],
    ['transfers that do not come', 'unpaidOrders'],
  ])('%s', async (_, workflow) => {
    const world = await createWorld();
    const worker = await startTestWorker(world);
    const handle = await world.platform.temporal.workflow.start(workflow, {
      workflowId: `${workflow}/${world.storeId}`,
      taskQueue: world.config.taskQueue,
    });
    expect(await handle.result()).toBe(0);
    saveHistory(workflow, 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('a round of a channel', async () => {
    const shop = await connectedMarketplace({ products: 0 });
    const { platform, config, storeId } = shop.world;
    const worker = await startTestWorker(shop.world);
    const handle = await platform.temporal.workflow.start('channelRound', {
      workflowId: `round/${storeId}`,
      taskQueue: config.taskQueue,
      args: [{ storeId, extension: 'trendyol', round: 'orders' }],
    });
    await shop.ended(await handle.result());
    saveHistory('channelRound', 'finished', await handle.fetchHistory());
    await worker.stop();
    await shop.close();
  });

  test('the nightly upgrade of extensions', async () => {
    const world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', granted: TRENDYOL_RIGHTS });
    const worker = await startTestWorker(world);
    const handle = await world.platform.temporal.workflow.start('extensionUpgrades', {
      workflowId: `extensions/${world.storeId}`,
      taskQueue: world.config.taskQueue,
      args: [{ storeId: world.storeId }],
    });
    expect(await handle.result()).toEqual({ upgraded: ['trendyol'], waiting: [] });
    saveHistory('extensionUpgrades', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('the preparing of updates, after a change and at night', async () => {
    const world = await createWorld();
    await world.read('design.draft.put', {
      query: {},
      body: { body: templateOf('bos')?.make() },
      expectedRev: 0,
      idempotencyKey: newUlid(),
    });
    await world.done('design.publish', {}, { as: world.owner });
    const worker = await startTestWorker(world);
    world.platform.outbox.kick();
    const { storeId } = world;
    const prepared = world.platform.temporal.workflow.getHandle(updatePreparation.workflowId(storeId));
    await eventually(() =>
      prepared.result().then(
        () => true,
        () => false,
      ),
    );
    saveHistory('updatePreparation', 'finished', await prepared.fetchHistory());
    const handle = await world.platform.temporal.workflow.start('updateSweep', {
      workflowId: `updates-nightly/${storeId}`,
      taskQueue: world.config.taskQueue,
      args: [{ storeId }],
    });
    expect(await handle.result()).toBe(0);
    saveHistory('updateSweep', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('the sealing of everything under another key', async () => {
    const world = await createWorld();
    const worker = await startTestWorker(world);
    const handle = await world.platform.temporal.workflow.start('keyResealing', {
      workflowId: `keys/${world.storeId}`,
      taskQueue: world.config.taskQueue,
      args: [],
    });
    expect(await handle.result()).toMatchObject({ resealed: 0, left: 0 });
    saveHistory('keyResealing', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('the removal of the values of a deleted field', async () => {
    const world = await createWorld();
    const worker = await startTestWorker(world);
    const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
    const { id: definitionId } = await world.done('metafield.definition.create', field);
    const { id: ownerId } = await world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
    await world.done('metafield.set', { ownerId, definitionId, value: 'Elde' });
    await world.done('metafield.definition.delete', { definitionId });
    const handle = world.platform.temporal.workflow.getHandle(metafieldPurge.workflowId(definitionId));
    await eventually(() =>
      handle.result().then(
        () => true,
        () => false,
      ),
    );
    saveHistory('metafieldPurge', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('the recording of a bulk act', async () => {
    const world = await createWorld();
    const worker = await startTestWorker(world);
    const { id } = await world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
    const { proposalId } = await world.read('bulk.prices.change', { body: { ids: [id], percent: 10 } });
    const handle = world.platform.temporal.workflow.getHandle(bulkRecording.workflowId(proposalId));
    await eventually(() =>
      handle.result().then(
        () => true,
        () => false,
      ),
    );
    saveHistory('bulkRecording', 'finished', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('a hook that was deactivated by its failures: waiting, and activated again', async () => {
    const world = await createWorld();
    const extension = 'campaign';
    const asOwner = { as: world.owner };
    await world.done('extension.install', { extension }, asOwner);
    const config = { percent: 10, label: 'Yaz' };
    await world.done('extension.configure', { extension, config }, asOwner);
    await world.done('extension.enable', { extension }, asOwner);
    const { database } = world;
    const [hook] = await activeHooks(database.reader(world.storeId), world.storeId);
    const breaker = new HookBreaker(world.platform);
    for (let turn = 0; turn < FAILURES_MAX; turn += 1)
      await breaker.failed(hook as ActiveHook, { inputHash: '0'.repeat(64), message: 'Error: no luck' });
    const [trip] = await breakersOf(database.reader(world.storeId), world.storeId, extension);
    const worker = await startTestWorker(world);
    const handle = world.platform.temporal.workflow.getHandle(hookBreaker.workflowId(String(trip?.trip)));
    const needsAttention = () =>
      handle.describe().then(
        ({ typedSearchAttributes }) => typedSearchAttributes.get(searchAttributes.NeedsAttention),
        () => undefined,
      );
    await eventually(async () => (await needsAttention()) === true);
    saveHistory('hookBreaker', 'waiting', await handle.fetchHistory());
    await world.done('extension.hook.deactivate', { extension, active: true }, asOwner);
    expect(await handle.result()).toBe('reactivated');
    saveHistory('hookBreaker', 'reactivated', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  });

  test('the sweep of what has outlived its term: at once, and with files that were away at first', async () => {
    const world = await createWorld();
    const { objects } = world.platform.services;
    const worker = await startTestWorker(world);
    const sweep = (name: string) =>
      world.platform.temporal.workflow.start('retentionSweep', {
        workflowId: `sweep/${name}/${world.storeId}`,
        taskQueue: world.config.taskQueue,
        args: [],
      });
    await world.database
      .writer(world.storeId)
      .query(`UPDATE owner_session SET expires_at = now() - interval '1 day' WHERE store_id = $1`, [world.storeId]);
    await objects.put(world.storeId, Readable.from([exampleImage()]));
    const finished = await sweep('finished');
    expect(await finished.result()).toBeGreaterThan(0);
    saveHistory('retentionSweep', 'finished', await finished.fetchHistory());
    const folder = path.join(world.config.dataFolder, 'objects');
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, 'a file where a folder should be');
    const again = await sweep('tried-again');
    await eventually(async () => {
      const { pendingActivities } = (await again.describe()).raw;
      return (pendingActivities?.[0]?.attempt ?? 0) > 1;
    }, 60_000);
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
    await again.result();
    saveHistory('retentionSweep', 'tried-again', await again.fetchHistory());
    await worker.stop();
    await world.close();
  }, 120_000);

  test('a media file whose bytes were away for more tries than a fault is given', async () => {
    const world = await createWorld();
    const { objects } = world.platform.services;
    const kept = await objects.put(world.storeId, Readable.from([await noise(40, 20)]));
    const { id: uploadId } = await world.read('media.upload', { body: { ...kept, type: 'image/png' } });
    const { id } = await world.done('catalog.media.commit', { uploadId });
    const file = path.join(world.config.dataFolder, 'objects', world.storeId, kept.object);
    renameSync(file, `${file}.aside`);
    mkdirSync(file);
    const worker = await startTestWorker(world);
    const handle = world.platform.temporal.workflow.getHandle(`media/${id}`);
    const failures = async (): Promise<number> => {
      const { events } = await handle.fetchHistory().catch(() => ({ events: [] }));
      return (events ?? []).filter(({ activityTaskFailedEventAttributes: failed }) => failed).length;
    };
    await eventually(async () => (await failures()) > 5, 300_000, 500);
    rmSync(file, { recursive: true });
    renameSync(`${file}.aside`, file);
    await eventually(async () => (await endOf(world.platform.temporal, `media/${id}`)) === 'completed', 600_000, 500);
    saveHistory('mediaVariants', 'outage', await handle.fetchHistory());
    await worker.stop();
    await world.close();
  }, 1_000_000);

  test('a media file that is shown as webp, and cannot be drawn as avif', async () => {
    const world = await createWorld();
    const id = await withoutAvif(world, async () => {
      const one = await committed(world, await plain(20, 20));
      await eventually(
        async () => (await endOf(world.platform.temporal, mediaVariants.workflowId(one))) === 'failed',
        120_000,
      );
      return one;
    });
    const handle = world.platform.temporal.workflow.getHandle(mediaVariants.workflowId(id));
    saveHistory('mediaVariants', 'no-avif', await handle.fetchHistory());
    await world.close();
  });

  test('a media file: drawn, no picture, and given up because its bytes are lost', async () => {
    const world = await createWorld();
    const half = (await noise(300, 200)).subarray(0, 4_000);
    const { objects } = world.platform.services;
    for (const [name, bytes] of [
      ['ready', exampleImage()],
      ['failed', half],
      ['given-up', await noise(30, 20)],
    ] as const) {
      const kept = await objects.put(world.storeId, Readable.from([bytes]));
      const { id: uploadId } = await world.read('media.upload', { body: { ...kept, type: 'image/png' } });
      const { id } = await world.done('catalog.media.commit', { uploadId });
      if (name === 'given-up') await objects.remove(world.storeId, kept.object);
      const worker = await startTestWorker(world);
      const end = () => endOf(world.platform.temporal, `media/${id}`);
      await eventually(async () => ['completed', 'failed'].includes(String(await end())), 120_000);
      await worker.stop();
      const handle = world.platform.temporal.workflow.getHandle(`media/${id}`);
      saveHistory('mediaVariants', name, await handle.fetchHistory());
    }
    await world.close();
  });
});
