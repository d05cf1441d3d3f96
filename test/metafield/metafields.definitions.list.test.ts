import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('metafields.definitions.list', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    for (const [target, key] of [
      ['product', 'care'],
      ['store', 'motto'],
      ['product', 'origin'],
    ])
      await world.done(
        'metafield.definition.create',
        { target, key, type: 'text', label: 'Ad', validations: { maxLength: 9 } },
        { as: world.owner },
      );
  });
  afterAll(() => world.close());

  const list = (query: object = {}, as = world.owner) =>
    world.read('metafields.definitions.list', { query: query as never, as });
  const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

  test('has the fields of all kinds of things, newest first, or of one', async () => {
    const { items } = await list();
    expect(keys(items)).toEqual(['origin', 'motto', 'care']);
    expect(items[1]).toMatchObject({
      target: 'store',
      label: 'Ad',
      validations: { maxLength: 9 },
      list: false,
      rev: 1,
    });
    expect(keys((await list({ target: 'product' })).items)).toEqual(['origin', 'care']);
    expect((await list({}, world.other.owner)).items).toEqual([]);
  });

  test('goes on where a page ended, and counts when it is asked to', async () => {
    const pages = await pagesOf<{ key: string }>(list, { limit: 1 });
    expect(pages.map(keys)).toEqual([['origin'], ['motto'], ['care']]);
    expect(await list({ target: 'product', total: true })).toMatchObject({ total: 2 });
    expect(await said(list({ target: 'order' }))).toBe('400 invalid_request');
  });

  test('shows what stands in the fields of one thing, of the store too, and the rev that a change expects', async () => {
    const define = (field: object) =>
      world.done('metafield.definition.create', { label: 'Alan', ...field }, { as: world.owner });
    for (const key of ['greeting', 'farewell']) await define({ target: 'store', key, type: 'text' });
    const ownerId = world.storeId;
    const read = async () => {
      const { items } = await world.read('metafields.definitions.list', { as: world.owner, query: { ownerId } });
      return items
        .filter(({ key }: { key: string }) => key === 'greeting' || key === 'farewell')
        .map(({ key, value, valuesRev }: Record<string, unknown>) => [key, value, valuesRev]);
    };
    expect(await read()).toEqual([
      ['farewell', null, 0],
      ['greeting', null, 0],
    ]);
    await world.done('metafield.set', { ownerId, key: 'greeting', value: 'Taze çekilir', expectedRev: 0 });
    expect(await read()).toEqual([
      ['farewell', null, 1],
      ['greeting', 'Taze çekilir', 1],
    ]);
    await world.done('metafield.set', { ownerId, key: 'farewell', value: 'Yavaş', expectedRev: 1 });
    expect(await read()).toContainEqual(['farewell', 'Yavaş', 2]);
    expect(await world.read('metafields.definitions.list', { as: world.owner })).not.toHaveProperty('references');
    const wrong = world.read('metafields.definitions.list', { as: world.owner, query: { ownerId, target: 'product' } });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
