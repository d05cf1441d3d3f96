import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const UNSET = 'metafield.unset';

describe(UNSET, () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('takes the value away and leaves the others; taken back, it stands again', async () => {
    for (const key of ['care', 'origin'])
      await world.done(
        'metafield.definition.create',
        { target: 'product', key, type: 'text', label: 'Alan' },
        { as: world.owner },
      );
    const { id: ownerId } = await world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
    const values = async () =>
      (await world.read('catalog.products.get', { params: { prd: ownerId } })).metafields.map(
        ({ value }: { value: unknown }) => value,
      );
    expect(await world.done(UNSET, { ownerId, key: 'care', expectedRev: 0 })).toMatchObject({ value: null, rev: 0 });
    await world.done('metafield.set', { ownerId, key: 'care', value: 'Elde' });
    await world.done('metafield.set', { ownerId, key: 'origin', value: 'Bursa' });
    expect(await said(world.run(UNSET, { ownerId, key: 'care', expectedRev: 1 }))).toBe('409 rev_conflict');
    expect((await world.run(UNSET, { ownerId, key: 'care' }, { dryRun: true })).status).toBe(200);
    expect(await values()).toEqual(['Elde', 'Bursa']);
    expect(await world.done(UNSET, { ownerId, key: 'care', expectedRev: 2 })).toMatchObject({ value: null, rev: 3 });
    expect(await values()).toEqual(['Bursa']);
    expect(await world.done(UNSET, { ownerId, key: 'care' })).toMatchObject({ rev: 3 });
    const { inverse } = await lastOf(world, ownerId);
    expect(inverse).toBeNull();
    expect(await said(world.run(UNSET, { ownerId, key: 'nobodys' }))).toBe('404 not_found');
    expect(await said(world.run(UNSET, { ownerId, key: 'care' }, { as: world.other.owner }))).toBe('404 not_found');
    await world.done('metafield.set', { ownerId, key: 'care', value: 'Elde' });
    await world.done(UNSET, { ownerId, key: 'care' });
    const { command, payload } = (await lastOf(world, ownerId)).inverse as { command: string; payload: object };
    await world.done(command, payload);
    expect(await values()).toEqual(['Elde', 'Bursa']);
  });
});
