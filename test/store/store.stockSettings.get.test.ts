import { registry } from '../../src/registry';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('store.stockSettings.get', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const get = (as = world.owner) => world.read('store.stockSettings.get', { as });
  const stated = registry.commands.find(({ id }) => id === 'settings.stock.update')?.example as object;

  test('answers null as long as nobody has stated anything, and then all of it', async () => {
    expect((await get()).stockSettings).toBeNull();
    await world.done('settings.stock.update', stated);
    expect((await get(world.developer)).stockSettings).toMatchObject({ ...stated, rev: 1 });
  });

  test('is for owners, and for developers whom they let manage the settings', async () => {
    const scopes = new Set(['store:admin'] as const);
    expect(await said(get({ ...world.agent, scopes }))).toMatch(/^403 /);
    expect(await said(get({ ...world.developer, scopes: new Set(['catalog:read']) }))).toBe('403 forbidden_scope');
  });

  test('of one store is not that of another', async () => {
    await world.done('settings.stock.update', stated);
    expect((await get(world.other.owner)).stockSettings).toBeNull();
  });
});
