// tier: all
import { settleOwed } from '../../src/channel/claim/settle';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { openPackages } from './packages';

jest.setTimeout(600_000);

const LIST = 'GET /order/sellers/{sellerId}/claims';
const APPROVE = 'PUT /order/sellers/{sellerId}/claims/{claimId}/items/approve';

let shop: Awaited<ReturnType<typeof openPackages>>;
let heir: RunningWorker | undefined;
beforeAll(async () => {
  shop = await openPackages();
});
afterEach(async () => {
  shop.simulator.faults.clear();
  await heir?.stop();
  heir = undefined;
});
afterAll(() => shop?.close());

async function claimed() {
  const placed = await shop.place('Delivered', { lines: [{ barcode: 'B-1', quantity: 1, priceKurus: 10_000 }] });
  const { claimId, itemIds } = await shop.control('POST', '/claims', { packageId: Number(placed.packageId) });
  await shop.site.rows("UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE task = 'claims'");
  await shop.site.call('GET', '/v1/channel/trendyol/claims', { token: shop.token });
  return { ...placed, claimId: claimId as string, itemId: itemIds[0] as string };
}
async function approve(claimId: string): Promise<string> {
  const body = new FormData();
  body.append('act', 'approve');
  const path = `/v1/channel/trendyol/claims/${claimId}/act`;
  const answer = await shop.site.call('POST', path, { token: shop.token, body });
  expect(answer).toMatchObject({ status: 202 });
  return answer.body.id;
}
const ended = (jobId: string) =>
  eventually(async () => {
    const job = await shop.site.world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: jobId } });
    return ['succeeded', 'failed', 'cancelled'].includes(job.state) && job;
  }, 180_000);
const counted = async (itemId: string) => (await shop.control('GET', '/claims/statistics')).items[itemId];
const asked = (endpoint: string) => shop.simulator.stats().endpoints[endpoint]?.requests ?? 0;
const money = async (orderId: string) => {
  const { refunded } = await shop.site.world.read('orders.get', { params: { ord: orderId } });
  const returns = await shop.site.rows('SELECT id FROM order_return WHERE order_id = $1', [orderId]);
  return { refunded, returns: returns.length };
};

/** Kills a worker once the marketplace has heard of something, and lets another one go on. */
async function killedAt(endpoint: string, act: () => Promise<string>): Promise<string> {
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 60_000 }, endpoint });
  const before = asked(endpoint);
  const jobId = await act();
  const doomed = startCompiledWorker(shop.site.world);
  try {
    await eventually(() => asked(endpoint) > before, 120_000);
  } finally {
    await doomed.kill();
  }
  shop.simulator.faults.clear();
  heir = await startTestWorker(shop.site.world);
  return jobId;
}

test('an approval whose worker is killed while it looks is asked for once', async () => {
  const { claimId, itemId, orderId } = await claimed();
  const jobId = await killedAt(LIST, () => approve(claimId));
  expect(await ended(jobId)).toMatchObject({ state: 'succeeded' });
  expect(await counted(itemId)).toEqual({ asked: 1, done: 1 });
  expect(await money(orderId)).toEqual({ refunded: 10_000, returns: 1 });
});

test('an approval whose worker is killed before it hears the answer is read back, and asked for once', async () => {
  const { claimId, itemId, orderId } = await claimed();
  const jobId = await killedAt(APPROVE, () => approve(claimId));
  expect(await ended(jobId)).toMatchObject({ state: 'succeeded' });
  expect(await counted(itemId)).toEqual({ asked: 1, done: 1 });
  expect(await money(orderId)).toEqual({ refunded: 10_000, returns: 1 });
});

test('an approval whose worker is killed between its note and its request ends as unknown, and is never asked for', async () => {
  const { claimId, itemId, orderId } = await claimed();
  const jobId = await approve(claimId);
  await shop.site.rows(`UPDATE channel_job SET progress = progress || '{"asked": 1}' WHERE id = $1`, [jobId]);
  heir = await startTestWorker(shop.site.world);
  expect(await ended(jobId)).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
  expect(await counted(itemId)).toBeUndefined();
  expect(await money(orderId)).toEqual({ refunded: 0, returns: 0 });
  // The marketplace accepts by itself in the end.
  await shop.control('POST', '/claims/expire', { claimId });
  await shop.site.rows("UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE task = 'claims'");
  await shop.site.call('GET', '/v1/channel/trendyol/claims', { token: shop.token });
  const { platform, storeId } = shop.site.world;
  const settle = () =>
    settleOwed(
      { bus: platform.bus, services: platform.services },
      { storeId, extension: 'trendyol', jobId, named: [claimId] },
      {
        signal: AbortSignal.timeout(60_000),
        onAnswer: () => {},
        onItemFailure: (error) => {
          throw error;
        },
      },
    );
  // Several may find it owed at once, and one that was killed behind its return leaves it owed.
  await Promise.all(Array.from({ length: 5 }, settle));
  await shop.site.rows(
    `UPDATE channel_claim SET is_owed = true, version = version + 1, items = jsonb_set(items, '{0,settled}', 'null')
     WHERE claim_id = $1`,
    [claimId],
  );
  await settle();
  expect(await money(orderId)).toEqual({ refunded: 10_000, returns: 1 });
});
