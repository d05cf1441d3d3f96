// tier: all
import { refundAsking } from '../../src/order/refund/contract';
import type { RunningWorker } from '../../src/worker';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { type CardShop, cardShop, REFUND } from './card';

let shop: CardShop;
let doomed: CompiledWorker;
let heir: RunningWorker | undefined;
beforeEach(async () => {
  shop = await cardShop();
});
afterEach(async () => {
  await doomed.kill();
  await heir?.stop();
  await shop.close();
});

const startDoomed = (): void => {
  doomed = startCompiledWorker(shop.world, { environment: { TEZGAH_IYZICO_URL: shop.simulator.url } });
};

/** Another worker takes over: the refund is done, once, and all of it is recorded. */
async function expectOnce(id: string, refundId: string): Promise<void> {
  heir = await startTestWorker(shop.world);
  expect(await shop.ended(id, 120_000)).toMatchObject({ state: 'succeeded' });
  expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
  expect(await shop.order(id)).toMatchObject({ refunded: 1_000, refundReserved: 0 });
  expect(await silencesOf(shop.world, refundAsking.workflowId(refundId))).toBeGreaterThan(0);
}

const asked = async () => {
  const id = await shop.paid();
  const { id: refundId } = await shop.refund(id, { amount: 1_000 });
  return { id, refundId };
};

test('a refund whose worker was killed before it noted that it asks is asked for by the next one', async () => {
  const { id, refundId } = await asked();
  const release = await holding(shop.world, 'SELECT 1 FROM order_refund WHERE id = $1 FOR UPDATE', [refundId]);
  startDoomed();
  try {
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce(id, refundId);
});

test('one whose worker was killed while the provider did it is read back', async () => {
  const { id, refundId } = await asked();
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 9_000 }, endpoint: REFUND });
  startDoomed();
  await eventually(() => shop.asks() > 0, 90_000, 20);
  await doomed.kill();
  shop.simulator.faults.clear();
  await expectOnce(id, refundId);
});

test('one whose worker was killed with the answer in its hands is read back', async () => {
  const { id, refundId } = await asked();
  const release = await holding(shop.world, 'SELECT 1 FROM store_order WHERE id = $1 FOR UPDATE', [id]);
  startDoomed();
  try {
    await eventually(() => shop.asks() > 0, 90_000, 20);
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce(id, refundId);
});

test('one whose worker was killed after it was recorded is done, and driven again it asks nobody', async () => {
  const { id, refundId } = await asked();
  startDoomed();
  await shop.ended(id, 90_000);
  await doomed.kill();
  heir = await startTestWorker(shop.world);
  const { temporal } = shop.world.platform;
  const handle = await temporal.workflow.start(refundAsking.name, {
    workflowId: `${refundAsking.workflowId(refundId)}/again`,
    taskQueue: shop.world.config.taskQueue,
    args: [{ storeId: shop.world.storeId, refundId }],
  });
  expect(await handle.result()).toBe('succeeded');
  expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
});
