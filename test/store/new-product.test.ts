import { handleLocks } from '../../src/catalog/handle/handle';
import { lockOf } from '../../src/kernel/database/locks';
import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';

const BUCKET = `SELECT pg_advisory_xact_lock(${lockOf('turn', '$1 || $2 || $3::int')})`;

describe('a new product that takes a handle which another one gives up meanwhile', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const shown = async () => {
    const rows = await world.database
      .reader(world.storeId)
      .query<{ id: string }>(`SELECT value ->> 'id' AS id FROM storefront_kv WHERE store_id = $1 AND key = $2`, [
        world.storeId,
        'product:cezve',
      ]);
    return rows.map(({ id }) => id);
  };

  test('is shown under it before and after the bump that the other one has left', async () => {
    const { id: former } = await world.done('catalog.product.create', { title: 'Cezve', price: 100 });
    expect(await shown()).toEqual([former]);
    // It has seen that no bump is due, and not yet whether the handle is taken.
    const [bucket] = handleLocks([{ handle: 'cezve', derived: true }]);
    const release = await holding(world, BUCKET, [world.storeId, ' product handle ', bucket]);
    const creating = world.done('catalog.product.create', { title: 'Cezve', price: 200 });
    await untilWaiting(world);
    const renamed = { productId: former, handle: 'ibrik' };
    await world.done('catalog.product.update', renamed, { deferBump: true });
    await release();
    const { id, handle } = await creating;
    expect([handle, await shown()]).toEqual(['cezve', [id]]);
    await world.done('store.syncKv', {});
    expect(await shown()).toEqual([id]);
  });
});
