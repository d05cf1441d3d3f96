// tier: all
import { cargoBooking } from '../../src/order/booking/contract';
import type { RunningWorker } from '../../src/worker';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { BOOK, type CargoShop, cargoShop } from './parcels';

let shop: CargoShop;
let doomed: CompiledWorker;
let heir: RunningWorker | undefined;
beforeEach(async () => {
  shop = await cargoShop();
});
afterEach(async () => {
  await doomed.kill();
  await heir?.stop();
  await shop.close();
});

const startDoomed = (): void => {
  doomed = startCompiledWorker(shop.world, { environment: { TEZGAH_GELIVER_URL: shop.simulator.url } });
};

const asked = async () => {
  const id = await shop.paid();
  const { id: shipmentId } = await shop.book(id);
  return { id, shipmentId };
};

/** Another worker takes over: the parcel is booked, once, and all of it is recorded. */
async function expectOnce(id: string, shipmentId: string): Promise<void> {
  heir = await startTestWorker(shop.world);
  expect(await shop.ended(id, 120_000)).toMatchObject({ state: 'booked' });
  expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
  expect(await shop.order(id)).toMatchObject({ fulfilment: 'fulfilled', lines: [{ booked: 2 }, { booked: 1 }] });
  expect(await silencesOf(shop.world, cargoBooking.workflowId(shipmentId))).toBeGreaterThan(0);
}

test('a booking whose worker was killed before it noted that it asks is asked for by the next one', async () => {
  const { id, shipmentId } = await asked();
  const release = await holding(shop.world, 'SELECT 1 FROM order_shipment WHERE id = $1 FOR UPDATE', [shipmentId]);
  startDoomed();
  try {
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce(id, shipmentId);
});

test('one whose worker was killed while the provider did it is read back', async () => {
  const { id, shipmentId } = await asked();
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 9_000 }, endpoint: BOOK });
  startDoomed();
  await eventually(() => shop.asks() > 0, 90_000, 20);
  await doomed.kill();
  shop.simulator.faults.clear();
  await expectOnce(id, shipmentId);
});

test('one whose worker was killed with the answer in its hands is read back', async () => {
  const { id, shipmentId } = await asked();
  const release = await holding(shop.world, 'SELECT 1 FROM store_order WHERE id = $1 FOR UPDATE', [id]);
  startDoomed();
  try {
    await eventually(() => shop.asks() > 0, 90_000, 20);
    await untilWaiting(shop.world);
    await doomed.kill();
  } finally {
    await release();
  }
  await expectOnce(id, shipmentId);
});

test('one whose worker was killed after it was recorded is done, and driven again it asks nobody', async () => {
  const { id, shipmentId } = await asked();
  startDoomed();
  await shop.ended(id, 90_000);
  await doomed.kill();
  heir = await startTestWorker(shop.world);
  const { temporal } = shop.world.platform;
  const handle = await temporal.workflow.start(cargoBooking.name, {
    workflowId: `${cargoBooking.workflowId(shipmentId)}/again`,
    taskQueue: shop.world.config.taskQueue,
    args: [{ storeId: shop.world.storeId, shipmentId }],
  });
  expect(await handle.result()).toBe('booked');
  expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
});
