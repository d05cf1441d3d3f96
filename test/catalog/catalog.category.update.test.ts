import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.category.update', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.category.create', { name: 'Elbise', ...payload });
  const update = (payload: object) => world.run('catalog.category.update', payload);

  test('changes what is named and leaves the rest; null ends the cap', async () => {
    const { id, position } = await create({ taksitCap: 6 });
    expect(await world.done('catalog.category.update', { categoryId: id, name: 'Yazlık Elbise' })).toMatchObject({
      name: 'Yazlık Elbise',
      taksitCap: 6,
      position,
      rev: 2,
    });
    expect(await world.done('catalog.category.update', { categoryId: id, taksitCap: null })).toMatchObject({
      name: 'Yazlık Elbise',
      taksitCap: null,
      rev: 3,
    });
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ entity: 'category', id, before: { taksitCap: 6 }, after: { taksitCap: null } }],
      inverse: { payload: { categoryId: id, expectedRev: 3, taksitCap: 6 } },
    });
  });

  test('what is so already writes nothing: no rev moves and nothing is to be taken back', async () => {
    const { id, updatedAt } = await create({ taksitCap: 6 });
    expect(await world.done('catalog.category.update', { categoryId: id, name: 'Elbise', taksitCap: 6 })).toMatchObject(
      {
        rev: 1,
        updatedAt,
      },
    );
    expect(await lastOf(world, id)).toMatchObject({ changes: [], inverse: null });
  });

  test('of two writers who saw the same rev, one is told the rev that is now', async () => {
    const { id } = await create();
    const asked = ['A', 'B'].map((name) => update({ categoryId: id, expectedRev: 1, name }));
    expect((await Promise.all(asked.map(said))).toSorted()).toEqual(['200', '409 rev_conflict']);
    const late = await update({ categoryId: id, expectedRev: 1, name: 'C' });
    expect(late.body).toMatchObject({ code: 'rev_conflict', currentRev: 2 });
  });

  test('the archived, the unknown and those of another store are left alone', async () => {
    const { id } = await create();
    expect(
      await said(world.run('catalog.category.update', { categoryId: id, name: 'x' }, { as: world.other.owner })),
    ).toBe('404 not_found');
    await world.done('catalog.category.archive', { categoryId: id });
    expect(await said(update({ categoryId: id, name: 'x' }))).toBe('409 invalid_state');
    expect(await said(update({ categoryId: id, position: 1 }))).toBe('409 invalid_state');
  });

  test('a patch of nothing, or of what a category does not have, is refused', async () => {
    const { id } = await create();
    for (const wrong of [
      {},
      { status: 'active' },
      { name: null },
      { position: -1 },
      { position: 1_000_001 },
      { taksitCap: 13 },
    ])
      expect([wrong, await said(update({ categoryId: id, ...wrong }))]).toEqual([wrong, '400 invalid_request']);
  });
});
