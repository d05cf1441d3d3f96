import { storefrontGenerations } from '../../src/meta/build';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('store.generation.set', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const set = (generation: unknown, as = world.developer, more: object = {}) =>
    world.run('store.generation.set', { generation, ...more }, { as });
  const pinned = async () => {
    const [row] = await world.database
      .reader(world.storeId)
      .query<{ pin: number }>('SELECT storefront_generation AS pin FROM store WHERE id = $1', [world.storeId]);
    return row?.pin;
  };

  test('the generation that a store is pinned to already is no change', async () => {
    const before = await pinned();
    expect((await set(before)).body).toMatchObject({ result: { storefrontGeneration: before, previous: before } });
    expect(await pinned()).toBe(before);
  });

  test('a store that an older release pinned elsewhere is brought to one that is served, and audit tells from where', async () => {
    const served = Math.max(...storefrontGenerations);
    await world.sql(`UPDATE store SET storefront_generation = 999 WHERE id = '${world.storeId}'`);
    expect((await set(served)).body).toMatchObject({ result: { storefrontGeneration: served, previous: 999 } });
    expect(await pinned()).toBe(served);
    const row = await lastOf(world, world.storeId);
    expect(row).toMatchObject({
      command: 'store.generation.set',
      changes: [
        {
          entity: 'store',
          id: world.storeId,
          before: { storefrontGeneration: 999 },
          after: { storefrontGeneration: served },
        },
      ],
      inverse: { command: 'store.generation.set', payload: { generation: 999, expectedGeneration: served } },
    });
    // Nor over what somebody has pinned since.
    await world.sql(`UPDATE store SET storefront_generation = 998 WHERE id = '${world.storeId}'`);
    expect(await said(set(served, world.developer, { expectedGeneration: 999 }))).toBe('409 rev_conflict');
    expect(await pinned()).toBe(998);
    expect(await said(set(served, world.developer, { expectedGeneration: 998 }))).toBe('200');
    // What the platform no longer serves is not gone back to.
    expect(await said(world.run('store.generation.set', row.inverse?.payload))).toBe('422 generation_unknown');
  });

  test('only what this platform serves can be pinned', async () => {
    const unknown = Math.max(...storefrontGenerations) + 1;
    expect(await said(set(unknown))).toBe('422 generation_unknown');
    for (const wrong of [0, -1, 1.5, 1001, '1', null])
      expect([wrong, await said(set(wrong))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(set(1, { ...world.developer, scopes: new Set(['catalog:write']) }))).toBe('403 forbidden_scope');
  });
});
