import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { company, soleTrader } from './identity';

describe('store.identity.get', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const get = (as = world.owner) => world.read('store.identity.get', { as });

  test('answers null as long as nobody has stated who sells, and then all of it', async () => {
    expect(await get()).toEqual({ identity: null });
    await world.done('settings.identity.update', soleTrader);
    const { identity } = await get();
    expect(identity).toMatchObject({ ...soleTrader, rev: 1 });
    expect(Object.keys(identity)).not.toContain('sealed');
    await world.done('settings.identity.update', company);
    expect((await get(world.developer)).identity).toMatchObject({ ...company, rev: 2 });
  });

  test('is for owners, and for developers whom they let manage the settings', async () => {
    const scopes = new Set(['store:admin'] as const);
    expect(await said(get({ ...world.agent, scopes }))).toMatch(/^403 /);
    expect(await said(get({ ...world.developer, scopes: new Set(['catalog:read']) }))).toBe('403 forbidden_scope');
  });

  test('of one store is not that of another', async () => {
    await world.done('settings.identity.update', company);
    expect(await get(world.other.owner)).toEqual({ identity: null });
  });
});
