// tier: all
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { ordersThere } from './orders-there';

jest.setTimeout(600_000);

const ORDERS = 260;

test('a pull whose worker is killed again and again brings each order once, with its pieces', async () => {
  const shop = await ordersThere();
  const lines = [{ barcode: '8690000000000', quantity: 1, priceKurus: 500 }];
  await shop.place({ count: ORDERS, lines });
  await shop.place();
  let heir: RunningWorker | undefined;
  const jobId = await shop.round('orders');
  try {
    for (const reached of [40, 120, 210]) {
      const doomed = startCompiledWorker(shop.world);
      try {
        await eventually(async () => (await shop.orders()).length >= reached, 120_000);
      } finally {
        await doomed.kill();
      }
    }
    heir = await startTestWorker(shop.world);
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
    await shop.pulled();
    const orders = await shop.orders();
    expect(orders).toHaveLength(ORDERS + 1);
    expect(new Set(orders.map(({ externalNumber }) => externalNumber)).size).toBe(ORDERS + 1);
    expect(await shop.stock()).toBe(997);
  } finally {
    await heir?.stop();
    await shop.close();
  }
});
