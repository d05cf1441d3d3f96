import { newUlid } from '../../src/kernel/ids';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const UPDATE = 'metafield.definition.update';

describe(UPDATE, () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (more: object = {}) =>
    world.done(
      'metafield.definition.create',
      { target: 'product', key: `k${newUlid().toLowerCase()}`, type: 'text', label: 'Bakım', ...more },
      { as: world.owner },
    );
  const update = (payload: object, as = world.owner) => world.run(UPDATE, payload, { as });
  const done = (payload: object) => world.done(UPDATE, payload, { as: world.owner });

  test('changes what is named and leaves the rest; rules are stated as a whole', async () => {
    const { id } = await create({ description: 'Etikette', validations: { minLength: 2, maxLength: 9 } });
    expect(await done({ definitionId: id, label: 'Yıkama' })).toMatchObject({
      label: 'Yıkama',
      description: 'Etikette',
      validations: { minLength: 2, maxLength: 9 },
      rev: 2,
    });
    const after = await done({ definitionId: id, validations: { maxLength: 20 }, description: null });
    expect(after).toMatchObject({ label: 'Yıkama', description: null, rev: 3 });
    expect(after.validations).toEqual({ maxLength: 20 });
    const { inverse } = await lastOf(world, id);
    expect(inverse).toMatchObject({
      command: UPDATE,
      payload: {
        definitionId: id,
        expectedRev: 3,
        validations: { minLength: 2, maxLength: 9 },
        description: 'Etikette',
      },
    });
  });

  test('type, key, target and whether it is a list stay for good', async () => {
    const { id } = await create();
    for (const patch of [{ type: 'integer' }, { key: 'other' }, { target: 'store' }, { list: true }, {}])
      expect([patch, await said(update({ definitionId: id, ...patch }))]).toEqual([patch, '400 invalid_request']);
  });

  test('rules are held against the type that it has', async () => {
    const { id } = await create({ type: 'integer' });
    expect(await said(update({ definitionId: id, validations: { maxLength: 5 } }))).toBe('400 invalid_request');
    expect(await done({ definitionId: id, validations: { max: 5 } })).toMatchObject({ validations: { max: 5 } });
  });

  test('narrower bounds leave what stands there, and hold for what is stated next', async () => {
    const { id: ownerId } = await world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
    for (const [type, value, later, min] of [
      ['integer', 5, 6, 7],
      ['date', '2026-05-01', '2026-06-01', '2026-07-01'],
      ['date_time', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-07-01T00:00:00+03:00'],
    ] as const) {
      const { id: definitionId, key } = await create({ type });
      await world.done('metafield.set', { ownerId, key, value });
      expect(await done({ definitionId, validations: { min } })).toMatchObject({ validations: { min } });
      const { metafields } = await world.read('catalog.products.get', { params: { prd: ownerId } });
      expect(metafields).toContainEqual({ key, type, value });
      expect(await said(world.run('metafield.set', { ownerId, key, value: later }))).toBe('422 metafield_invalid');
      expect(await said(world.run('metafield.set', { ownerId, key, value: min }))).toBe('200');
    }
  });

  test('what is so already writes nothing', async () => {
    const { id, updatedAt } = await create({ validations: { maxLength: 9 } });
    expect(await done({ definitionId: id, label: 'Bakım', validations: { maxLength: 9 } })).toMatchObject({
      rev: 1,
      updatedAt,
    });
    expect(await lastOf(world, id)).toMatchObject({ changes: [], inverse: null });
  });

  test('of two writers who saw the same rev, one is told the rev that is now', async () => {
    const { id } = await create();
    const asked = ['A', 'B'].map((label) => update({ definitionId: id, expectedRev: 1, label }));
    expect((await Promise.all(asked.map(said))).toSorted()).toEqual(['200', '409 rev_conflict']);
  });

  test('that of another store is none', async () => {
    const { id } = await create();
    expect(await said(update({ definitionId: id, label: 'x' }, world.other.owner))).toBe('404 not_found');
  });

  test('what changes nothing leaves nothing to take back', async () => {
    const field = { target: 'product', key: 'same', type: 'text', label: 'Bakım' };
    const { id } = await world.done('metafield.definition.create', field, { as: world.owner });
    const again = { definitionId: id, label: 'Bakım' };
    expect(await world.done('metafield.definition.update', again, { as: world.owner })).toMatchObject({ rev: 1 });
    expect(await lastOf(world, id)).toMatchObject({ inverse: null });
  });
});
