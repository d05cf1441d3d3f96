import { seeStorefront } from '../store/whole-projection';
import { lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const UPDATE = 'settings.store.update';

describe('settings.store.update', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const shown = async () => {
    const { projected, whole } = await seeStorefront(world.database.reader(world.storeId), world.storeId);
    expect(projected).toEqual(whole);
    return (projected.store as { name: string }).name;
  };

  test('names the store anew, and the storefront shows it', async () => {
    const { previous } = await world.done(UPDATE, { name: 'Yeni Dükkân' });
    expect(await shown()).toBe('Yeni Dükkân');
    expect((await lastOf(world, world.storeId)).changes).toMatchObject([
      { entity: 'store', before: { name: previous }, after: { name: 'Yeni Dükkân' } },
    ]);
    expect(await undoLast(world, world.storeId)).toBe('undone');
    expect(await shown()).toBe(previous);
  });

  test('says how long tokens are valid that are minted without a term of their own, and is taken back', async () => {
    const daysOfToken = async (): Promise<number> => {
      const { expiresAt, createdAt } = await world.done('token.mint', { kind: 'developer' }, { as: world.owner });
      return Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000);
    };
    expect(await daysOfToken()).toBe(90);
    expect(await world.done(UPDATE, { tokenDefaultExpiryDays: 7 })).toMatchObject({ tokenDefaultExpiryDays: 7 });
    expect((await lastOf(world, world.storeId)).changes).toMatchObject([
      { entity: 'store', before: { tokenDefaultExpiryDays: 90 }, after: { tokenDefaultExpiryDays: 7 } },
    ]);
    expect(await daysOfToken()).toBe(7);
    const stale = { tokenDefaultExpiryDays: 30, expectedTokenDefaultExpiryDays: 90 };
    expect(await world.run(UPDATE, stale)).toMatchObject({
      status: 409,
      body: { code: 'rev_conflict', currentTokenDefaultExpiryDays: 7 },
    });
    expect(await said(world.run(UPDATE, { tokenDefaultExpiryDays: 0 }))).toBe('400 invalid_request');
    expect(await undoLast(world, world.storeId)).toBe('undone');
    expect(await daysOfToken()).toBe(90);
  });

  test('is held against the name that its caller saw', async () => {
    await world.done(UPDATE, { name: 'Bir' });
    expect(await world.run(UPDATE, { name: 'İki', expectedName: 'Sıfır' })).toMatchObject({
      status: 409,
      body: { code: 'rev_conflict', currentName: 'Bir' },
    });
    await world.done(UPDATE, { name: 'İki', expectedName: 'Bir' });
    expect(await shown()).toBe('İki');
    expect(await said(world.run(UPDATE, { name: '' }))).toBe('400 invalid_request');
  });
});
