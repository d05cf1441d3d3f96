import { lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const UPDATE = 'settings.stock.update';

const policy = {
  marketplaceBuffer: 2,
  untrackedQuantity: 50,
  restockOnCancel: true,
  restockOnReturn: false,
  zeroWhenArchived: false,
};

describe('settings.stock.update', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const read = () => world.read('store.stockSettings.get');

  test('sets the policy of the store, which holds for its marketplaces', async () => {
    const byItself = {
      marketplaceBuffer: 0,
      untrackedQuantity: 100,
      restockOnCancel: true,
      restockOnReturn: true,
      zeroWhenArchived: true,
    };
    expect(await read()).toEqual({ stockSettings: null, holds: byItself, channels: [] });
    await world.done('extension.install', { extension: 'trendyol' });
    expect((await read()).channels).toMatchObject([
      { extension: 'trendyol', marketplaceBuffer: 0, untrackedQuantity: 100, zeroWhenArchived: true },
    ]);
    const made = await world.done(UPDATE, { ...policy, expectedRev: 0 });
    expect(made).toMatchObject({ ...policy, rev: 1 });
    expect(await read()).toMatchObject({
      stockSettings: made,
      holds: policy,
      channels: [{ extension: 'trendyol', marketplaceBuffer: 2, untrackedQuantity: 50, zeroWhenArchived: false }],
    });
  });

  test('is held against the rev that its caller saw, and taken back', async () => {
    const { id } = await world.done(UPDATE, policy);
    expect(await said(world.run(UPDATE, { ...policy, expectedRev: 0 }))).toBe('409 rev_conflict');
    await world.done(UPDATE, { ...policy, marketplaceBuffer: 9, expectedRev: 1 });
    expect((await lastOf(world, id)).changes).toMatchObject([
      { before: { marketplaceBuffer: 2 }, after: { marketplaceBuffer: 9 } },
    ]);
    expect(await undoLast(world, id)).toBe('undone');
    expect((await read()).stockSettings).toMatchObject({ ...policy, rev: 3 });
  });

  test('keeps back no negative number, and tells of no empty shelf that is not counted', async () => {
    expect(await said(world.run(UPDATE, { ...policy, marketplaceBuffer: -1 }))).toBe('400 invalid_request');
    expect(await said(world.run(UPDATE, { ...policy, untrackedQuantity: 0 }))).toBe('400 invalid_request');
  });
});
