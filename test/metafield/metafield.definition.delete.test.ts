import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const DELETE = 'metafield.definition.delete';

describe(DELETE, () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
  const create = () => world.done('metafield.definition.create', field, { as: world.owner });
  const remove = (payload: object, more: object = {}) => world.run(DELETE, payload, { as: world.owner, ...more });
  const keys = async () =>
    (await world.read('metafields.definitions.list')).items.map(({ key }: { key: string }) => key);

  test('takes it out of the list, and the same key is another field then', async () => {
    const { id } = await create();
    expect(await remove({ definitionId: id, expectedRev: 1 })).toMatchObject({ status: 200, body: { result: { id } } });
    expect(await keys()).toEqual([]);
    expect(await lastOf(world, id)).toMatchObject({
      command: DELETE,
      changes: [{ entity: 'metafield definition', id, before: { key: 'care' }, after: null }],
      inverse: null,
    });
    expect(await said(remove({ definitionId: id }))).toBe('404 not_found');
    expect((await create()).id).not.toBe(id);
  });

  test('a dry run deletes nothing', async () => {
    const { id } = await create();
    expect(await remove({ definitionId: id }, { dryRun: true })).toMatchObject({
      status: 200,
      body: { dryRun: true },
    });
    expect(await keys()).toEqual(['care']);
  });

  test('another rev, another store and a race leave one answer each', async () => {
    const { id } = await create();
    expect(await said(remove({ definitionId: id, expectedRev: 7 }))).toBe('409 rev_conflict');
    expect(await said(remove({ definitionId: id }, { as: world.other.owner }))).toBe('404 not_found');
    const both = await Promise.all([1, 2].map(() => said(remove({ definitionId: id }))));
    expect(both.toSorted()).toEqual(['200', '404 not_found']);
  });
});
