import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { said } from '../world/story';
import { type OrdersThere, ordersThere } from './orders-there';

describe('jobs that tell of orders', () => {
  let shop: OrdersThere;
  let pull: string;
  beforeAll(async () => {
    shop = await ordersThere();
    pull = await shop.round('orders');
  });
  afterAll(() => shop.close());

  const holding = (...scopes: string[]): Principal => ({
    ...shop.world.developer,
    scopes: new Set(scopes) as Principal['scopes'],
  });
  const listed = async (as: Principal): Promise<string[]> => {
    const { items } = await shop.world.read('channel.jobs.list', { params: { ext: 'trendyol' }, as } as never);
    return items.map(({ id }: { id: string }) => id);
  };
  const read = (as: Principal) =>
    shop.world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: pull }, as } as never);
  const cancel = (as: Principal) => {
    const route = registry.routes.find(({ id }) => id === 'channel.jobs.cancel');
    if (!route) throw new Error('no route');
    const params = { ext: 'trendyol', cjb: pull };
    return shop.world.dispatcher.route(route, as, { params, query: {}, body: {}, idempotencyKey: newUlid() });
  };

  it('are shown with the scope for orders alone', async () => {
    const without = holding('catalog:read');
    const within = holding('catalog:read', 'orders:read');
    expect([await listed(without), await listed(within)]).toEqual([[], [pull]]);
    expect(await said(read(without))).toBe('403 forbidden_scope');
    expect(await read(within)).toMatchObject({ id: pull, kind: 'orders.pull' });
  });

  it('are cancelled with the scope for changes of orders alone', async () => {
    expect(await cancel(holding('catalog:write'))).toMatchObject({ status: 403, body: { code: 'forbidden_scope' } });
    const { status } = await cancel(holding('catalog:write', 'orders:write'));
    // A worker may have ended it meanwhile.
    expect([200, 422]).toContain(status);
  });
});
