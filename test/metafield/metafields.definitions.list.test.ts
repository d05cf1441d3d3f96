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
});
