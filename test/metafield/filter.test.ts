import fc from 'fast-check';
import { folded } from '../../src/kernel/folded';
import { runsOf } from '../world/runs';
import { createWorld, type World } from '../world/world';

describe('a list of products by custom fields', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    for (const field of [
      { key: 'season', type: 'text' },
      { key: 'weight', type: 'integer' },
      { key: 'fee', type: 'money' },
      { key: 'best_before', type: 'date' },
      { key: 'at', type: 'date_time' },
      { key: 'gift', type: 'boolean' },
      { key: 'goes_with', type: 'product' },
      { key: 'tags', type: 'text', list: true },
      { key: 'sizes', type: 'integer', list: true },
      { key: 'sheet', type: 'json' },
    ])
      await world.done('metafield.definition.create', { target: 'product', label: 'Alan', ...field }, owner());
  });
  afterAll(() => world.close());

  const owner = () => ({ as: world.owner });
  const product = async (title: string, fields: Record<string, unknown> = {}): Promise<string> => {
    const { id } = await world.done('catalog.product.create', { title, price: 100 });
    for (const [key, value] of Object.entries(fields)) await set(id, key, value);
    return id;
  };
  const set = (ownerId: string, key: string, value: unknown) =>
    world.done('metafield.set', { ownerId, key, value }, owner());
  const list = async (query: Record<string, unknown>): Promise<string[]> => {
    const { items } = await world.read('catalog.products.list', { query: { limit: 100, ...query } });
    return items.map(({ title }: { title: string }) => title).toSorted();
  };
  const refused = async (query: Record<string, unknown>): Promise<{ code: string; errors: unknown }> =>
    world.read('catalog.products.list', { query }).catch((error) => error);

  test('finds by text, number, money, date, time, yes and no, reference, and any place of a list', async () => {
    const other = await product('Bardak');
    await product('Gömlek', {
      season: 'Yaz Sonu',
      weight: 500,
      fee: 18990,
      best_before: '2026-12-31',
      at: '2026-12-31T12:00:00+03:00',
      gift: true,
      goes_with: other,
      tags: ['Keten', 'Şık; "özel"'],
      sizes: [36, 38],
    });
    await product('Ceket', { season: 'kış', weight: 900, gift: false, sizes: [40] });
    for (const metafields of [
      'season=yaz sonu',
      'season="YAZ SONU"',
      'weight=500',
      'weight>=500;weight<=500',
      'weight<=899',
      'fee>=18990',
      'best_before>=2026-12-31',
      'best_before',
      'at=2026-12-31T09:00:00Z',
      'gift=true',
      `goes_with=${other}`,
      'tags=keten',
      'tags="sik; ""ozel"""',
      'sizes=38',
      'sizes<=36',
      'weight ; season = yaz sonu ; gift=true',
    ])
      expect([metafields, await list({ metafields })]).toEqual([metafields, ['Gömlek']]);
    expect(await list({ metafields: 'weight' })).toEqual(['Ceket', 'Gömlek']);
    expect(await list({ metafields: 'weight>=501;season=yaz sonu' })).toEqual([]);
    expect(await list({ metafields: 'gift=true', sku: 'yok' })).toEqual([]);
    expect(await list({ metafields: 'weight', text: 'ceket' })).toEqual(['Ceket']);
  });

  test('says what is wrong with what is asked', async () => {
    for (const [query, said] of [
      [{ metafields: 'Season=yaz' }, 'does not read on'],
      [{ metafields: 'season=' }, 'does not read on'],
      [{ metafields: 'nothing=1' }, 'names “nothing”'],
      [{ metafields: 'weight=much' }, 'must be a whole number'],
      [{ metafields: 'best_before=2026-02-31' }, 'must be a date'],
      [{ metafields: 'gift=evet' }, 'must be true or false'],
      [{ metafields: 'season>=yaz' }, 'whose values have no order'],
      [{ metafields: 'sheet=a' }, 'is JSON'],
      [{ metafields: 'sheet>=a' }, 'is JSON'],
      [{ sort: 'metafield', sortField: 'sheet' }, 'is JSON'],
      [{ metafields: 'season=a;season=b' }, 'says more than one thing'],
      [{ metafields: 'season;weight;fee;gift' }, 'names more than 3 fields'],
      [{ metafields: `season=${'x'.repeat(257)}` }, 'more than 256 characters'],
      [{ sort: 'metafield' }, 'needs a sortField'],
      [{ sortField: 'weight' }, 'belongs to sort=metafield'],
      [{ sort: 'metafield', sortField: 'nothing' }, 'names “nothing”'],
      [{ sort: 'metafield', sortField: 'tags' }, 'is a list'],
    ] as const) {
      const { code, ...problem } = await refused(query);
      expect([query, code, JSON.stringify(problem)]).toEqual([query, 'invalid_request', expect.stringContaining(said)]);
    }
  });

  test('is sorted by a field, a page at a time, and by nobody who has no value', async () => {
    const sort = (more: object) =>
      world.read('catalog.products.list', { query: { limit: 2, sort: 'metafield', sortField: 'weight', ...more } });
    for (const [title, weight] of [
      ['Üç', 3],
      ['Bir', -1],
      ['İki', 2],
      ['Yine iki', 2],
    ] as const)
      await product(title, { weight, tags: ['sıralı'] });
    await product('Ağırlıksız', { tags: ['sıralı'] });
    const walk = async (direction: string) => {
      const titles: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { sort: `${direction}metafield`, metafields: 'tags=sıralı', ...(cursor ? { cursor } : {}) };
        const page = await sort(query);
        titles.push(...page.items.map(({ title }: { title: string }) => title));
        cursor = page.nextCursor;
      }
      return titles;
    };
    const ascending = await walk('');
    expect(ascending.map((title) => title.toLocaleLowerCase('tr').split(' ').at(-1))).toEqual([
      'bir',
      'iki',
      'iki',
      'üç',
    ]);
    expect(await walk('-')).toEqual(ascending.toReversed());
    expect((await sort({ metafields: 'tags=sıralı', total: true })).total).toBe(4);
  });

  test('a search finds what stands in a field, and nothing of a field that is no more', async () => {
    await world.done(
      'metafield.definition.create',
      { target: 'product', label: 'Alan', key: 'gone', type: 'text' },
      owner(),
    );
    await product('Masa', { gone: 'Cevizden oyma' });
    expect(await list({ text: 'oyma ceviz' })).toEqual(['Masa']);
    expect(await list({ text: 'oyma', stock: 'in' })).toEqual(['Masa']);
    const { items } = await world.read('metafields.definitions.list', { as: world.owner });
    const { id, rev } = items.find(({ key }: { key: string }) => key === 'gone');
    await world.done('metafield.definition.delete', { definitionId: id, expectedRev: rev }, owner());
    expect(await list({ text: 'oyma ceviz' })).toEqual([]);
    expect((await refused({ metafields: 'gone' })).code).toBe('invalid_request');
  });

  test('whatever is set, changed and taken away, the list answers what stands there', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => product(`Model ${name}`)));
    const titles = new Map(ids.map((id, index) => [id, `Model ${'abcd'[index]}`]));
    const text = fc.constantFrom('Yaz', 'yaz', 'KIŞ', 'kış', 'bahar');
    const number = fc.integer({ min: -2, max: 2 });
    const change = fc.oneof(
      fc.record({ key: fc.constant('season'), value: fc.option(text, { nil: null }) }),
      fc.record({ key: fc.constant('weight'), value: fc.option(number, { nil: null }) }),
      fc.record({ key: fc.constant('tags'), value: fc.array(text, { minLength: 1, maxLength: 3 }) }),
    );
    const step = fc.record({ at: fc.nat(3), change });
    const asked = fc.oneof(
      text.map((value) => ({
        key: 'season',
        metafields: `season=${value}`,
        fits: (one: unknown) => folded(String(one)) === folded(value),
      })),
      number.map((value) => ({
        key: 'weight',
        metafields: `weight>=${value}`,
        fits: (one: unknown) => Number(one) >= value,
      })),
      text.map((value) => ({
        key: 'tags',
        metafields: `tags=${value}`,
        fits: (one: unknown) => (one as string[]).some((each) => folded(each) === folded(value)),
      })),
    );
    const model = new Map(ids.map((id) => [id, new Map<string, unknown>()]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 4 }),
        asked,
        async (steps, { key, metafields, fits }) => {
          for (const { at, change: wanted } of steps) {
            const id = ids[at] as string;
            const fields = model.get(id) as Map<string, unknown>;
            if (wanted.value !== null) await set(id, wanted.key, wanted.value);
            else if (fields.has(wanted.key))
              await world.done('metafield.unset', { ownerId: id, key: wanted.key }, owner());
            if (wanted.value === null) fields.delete(wanted.key);
            else fields.set(wanted.key, wanted.value);
          }
          const expected = ids.filter((id) => model.get(id)?.has(key) && fits(model.get(id)?.get(key)));
          const found = await list({ metafields, text: 'model' });
          expect(found).toEqual(expected.map((id) => titles.get(id)).toSorted());
        },
      ),
      { numRuns: runsOf(40) },
    );
  });
});
