import { createRetentionActivities } from '../../activities/retention.sweep';
import { newId } from '../../src/kernel/ids';
import { keepFailedPayment } from '../order/card';
import { completeSession } from '../order/session';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const HOUR_MS = 3_600_000;
const sessions = async (): Promise<string[]> => {
  const rows = await world.database
    .reader(world.storeId)
    .query<{ id: string }>('SELECT id FROM checkout_session WHERE store_id = $1 ORDER BY id', [world.storeId]);
  return rows.map(({ id }) => id);
};

test('a session is gone a day after it has ended, placed or not, and what its shopper stated with it', async () => {
  const { id: productId } = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 100, stock: 9 });
  const session = (endedHoursAgo: number) =>
    completeSession(world, [{ productId }], {
      expiresAt: new Date(Date.now() - endedHoursAgo * HOUR_MS).toISOString(),
    });
  const [going, placed, old, young] = [await session(-1), await session(-1), await session(25), await session(23)];
  const place = () => said(world.run('order.create', { sessionId: placed }, { as: world.owner }));
  expect(await place()).toBe('200');
  await world.sql(`
    UPDATE checkout_session SET expires_at = now() - interval '25 hours' WHERE id = '${placed}';
    INSERT INTO buyer_identity (store_id, id, session_id, sealed) VALUES ('${world.storeId}', 'byi_1', '${old}', '{}')`);
  const { sweepExpired } = createRetentionActivities(world.database);
  await sweepExpired();
  expect(await sessions()).toEqual([going, young].toSorted());
  const stated = await world.database
    .reader(world.storeId)
    .query('SELECT FROM buyer_identity WHERE store_id = $1', [world.storeId]);
  expect(stated).toEqual([]);
  expect((await world.read('orders.list')).items).toHaveLength(1);
  expect(await place()).toBe('404 not_found');
  expect(await sweepExpired()).toBe(0);
});

test('what a provider has said of a payment that failed goes when its session is gone, and what it failed for stays', async () => {
  const failed = (failure: string) => keepFailedPayment(world, newId('chs'), failure);
  const owed = await failed('amount_mismatch: Ayşe');
  await world.sql(`UPDATE payment SET state = 'not_returned' WHERE id = '${owed}'`);
  const said = [
    await failed('Ayşe Yılmaz: limit yetersiz'),
    await failed('expired'),
    owed,
    await failed('Kart reddedildi'),
  ];
  await world.sql(`UPDATE payment SET updated_at = now() - interval '49 hours' WHERE id <> '${said[3]}'`);
  const { sweepExpired } = createRetentionActivities(world.database);
  expect([await sweepExpired(), await sweepExpired()]).toEqual([2, 0]);
  const rows = await world.database
    .reader(world.storeId)
    .query<{ id: string; failure: string | null }>('SELECT id, failure FROM payment WHERE store_id = $1', [
      world.storeId,
    ]);
  const failureOf = new Map(rows.map(({ id, failure }) => [id, failure]));
  // What is still to be given back is found by its reason, and closed by its owner.
  expect(said.map((id) => failureOf.get(id))).toEqual([null, 'expired', 'amount_mismatch: Ayşe', 'Kart reddedildi']);
});
