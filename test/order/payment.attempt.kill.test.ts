// tier: all
import { paymentAttempt } from '../../src/order/payment/contract';
import type { RunningWorker } from '../../src/worker';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { startTestWorker } from '../world/worker';
import { type AttemptShop, attemptShop, CARD, COMPLETE } from './attempts';

let shop: AttemptShop;
let doomed: CompiledWorker;
let heir: RunningWorker | undefined;
beforeEach(async () => {
  shop = await attemptShop();
});
afterEach(async () => {
  await doomed.kill();
  await heir?.stop();
  await shop.close();
});

const startDoomed = (): void => {
  doomed = startCompiledWorker(shop.world, { environment: { TEZGAH_IYZICO_URL: shop.simulator.url } });
};

/** A shopper who has come back from the bank, while nobody works. */
async function back(): Promise<string> {
  const shopper = await shop.ready();
  const { id, page } = await shop.begin(shopper, { card: CARD });
  await shopper.one.comeBack(id, (await shop.walk(page)) ?? '');
  return id;
}

/** Another worker takes over: the money is taken once, the order made once, and nothing given back. */
async function expectOnce(): Promise<void> {
  heir = await startTestWorker(shop.world);
  await eventually(async () => (await shop.orders()).length > 0, 180_000);
  expect([shop.asked(COMPLETE), (await shop.orders()).length, await shop.stock(), await shop.refundsAt()]).toEqual([
    ...[1, 1, 9],
    [],
  ]);
}

test('a payment whose worker was killed before it noted that it asks is asked for by the next one', async () => {
  const id = await back();
  const release = await holding(shop.world, 'SELECT 1 FROM payment WHERE id = $1 FOR UPDATE', [id]);
  startDoomed();
  try {
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce();
});

test('one whose worker was killed while the provider took the money is read back', async () => {
  await back();
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 9_000 }, endpoint: COMPLETE });
  startDoomed();
  await eventually(() => shop.asked(COMPLETE) > 0, 180_000, 20);
  await doomed.kill();
  shop.simulator.faults.clear();
  await expectOnce();
});

test('one whose worker was killed when it had made no order yet has it made by the next one', async () => {
  const id = await back();
  const session = 'SELECT 1 FROM checkout_session FOR UPDATE';
  const release = await holding(shop.world, session, []);
  startDoomed();
  try {
    await eventually(() => shop.asked(COMPLETE) > 0, 180_000, 20);
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce();
  const { temporal } = shop.world.platform;
  const handle = await temporal.workflow.start(paymentAttempt.name, {
    workflowId: `${paymentAttempt.workflowId(id)}/again`,
    taskQueue: shop.world.config.taskQueue,
    args: [{ storeId: shop.world.storeId, paymentId: id }],
  });
  expect(await handle.result()).toBe('captured');
  expect([shop.asked(COMPLETE), (await shop.orders()).length]).toEqual([1, 1]);
});
