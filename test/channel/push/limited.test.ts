import type { Principal } from '../../../src/kernel/declaration/principal';
import type { Route } from '../../../src/kernel/declaration/route';
import { newUlid } from '../../../src/kernel/ids';
import { registry } from '../../../src/registry';
import { mintAgent } from '../../proposal/agents';
import { type OrdersThere, ordersThere } from '../orders-there';

describe('a token whose price limit no push may pass by', () => {
  let shop: OrdersThere;
  let listing: string;
  beforeAll(async () => {
    shop = await ordersThere();
    const items = [{ productId: shop.productId }];
    const set = await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
    listing = set.listings[0].id;
  });
  afterAll(() => shop.close());

  it('confirms no held price, and pushes what needs no confirmation', async () => {
    const { world } = shop;
    const as = await mintAgent(world, {
      kind: 'developer',
      scopes: ['catalog:write'],
      limits: { priceChangePercent: 20 },
    });
    const task = registry.routes.find(({ id }) => id === 'channel.sync.now') as Route;
    const pushed = (by: Principal, more: object = {}) =>
      world.dispatcher.route(task, by, {
        params: { ext: 'trendyol' },
        query: {},
        body: { task: 'price', ...more },
        idempotencyKey: newUlid(),
      });
    expect((await pushed(as, { listings: [listing] })).body).toMatchObject({
      code: 'limit_exceeded',
      detail: expect.stringContaining('20 %'),
    });
    expect((await pushed(as)).status).toBeLessThan(300);
    const free = await mintAgent(world, { kind: 'developer', scopes: ['catalog:write'] });
    expect((await pushed(free, { listings: [listing] })).status).toBeLessThan(300);
  });
});
