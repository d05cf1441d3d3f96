import { newId } from '../../src/kernel/ids';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { faultsOf, lastOf, replyOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const SET = 'metafield.set';

describe(SET, () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  let count = 0;
  const define = (more: object = {}) => {
    count += 1;
    const field = { target: 'product', key: `field_${count}`, type: 'text', label: 'Alan', ...more };
    return world.done('metafield.definition.create', field, { as: world.owner });
  };
  const product = (more: object = {}) => world.done('catalog.product.create', { title: 'Gömlek', price: 100, ...more });
  const set = (payload: object, more: object = {}) => world.run(SET, payload, more);
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  test('a value stands on the product, in the list and in the storefront, by key', async () => {
    const { id: ownerId, handle } = await product();
    const care = await define({ key: 'care' });
    const size = await define({ key: 'a_size', type: 'integer' });
    expect(await world.done(SET, { ownerId, key: 'care', value: 'Elde' })).toEqual({
      ownerId,
      definitionId: care.id,
      key: 'care',
      value: 'Elde',
      rev: 1,
    });
    await world.done(SET, { ownerId, definitionId: size.id, value: 42, expectedRev: 1 });
    const metafields = [
      { key: 'a_size', type: 'integer', value: 42 },
      { key: 'care', type: 'text', value: 'Elde' },
    ];
    expect((await get(ownerId)).metafields).toEqual(metafields);
    const { items } = await world.read('catalog.products.list');
    expect(items.find(({ id }: { id: string }) => id === ownerId).metafields).toEqual(metafields);
    expect(await shown(`product:${handle}`)).toMatchObject({ metafields: { a_size: 42, care: 'Elde' } });
    expect((await get(ownerId)).rev).toBe(1);
  });

  test('variants, collections and the store have fields of their own', async () => {
    const { id, handle, variants } = await product({ variants: [{ title: 'S' }, { title: 'M' }] });
    const collection = await world.done('catalog.collection.create', { title: 'Yaz' });
    for (const target of ['variant', 'collection', 'store']) await define({ target, key: 'note' });
    const metafields = [{ key: 'note', type: 'text', value: 'Not' }];
    for (const ownerId of [variants[1].id, collection.id, world.storeId])
      await world.done(SET, { ownerId, key: 'note', value: 'Not' });
    const expected = [{ metafields: [] }, { metafields }];
    expect((await get(id)).variants).toMatchObject(expected);
    const { items } = await world.read('catalog.products.list');
    expect(items.find((item: { id: string }) => item.id === id).variants).toMatchObject(expected);
    const read = { params: { col: collection.id } };
    expect(await world.read('catalog.collections.get', read)).toMatchObject({ metafields });
    expect((await world.read('catalog.collections.list')).items).toMatchObject([{ metafields }]);
    expect(await shown(`product:${handle}`)).toMatchObject({
      variants: [{ metafields: {} }, { metafields: { note: 'Not' } }],
    });
    expect(await shown(`collection:${collection.handle}`)).toMatchObject({ metafields: { note: 'Not' } });
    expect(await shown('store')).toMatchObject({ metafields: { note: 'Not' } });
    expect(await said(set({ ownerId: id, key: 'note', value: 'Not' }))).toBe('404 not_found');
  });

  const shown = async (key: string) => {
    const rows = await world.database
      .reader(world.storeId)
      .query<{ value: unknown }>('SELECT value FROM storefront_kv WHERE store_id = $1 AND key = $2', [
        world.storeId,
        key,
      ]);
    return rows[0]?.value;
  };

  test.each([
    ['text', 'Elde', ['', ' a', 'a\nb', 5, true]],
    ['multiline', 'Elde\nyıkayın', ['', ' ', 5]],
    ['integer', -5, [0.5, '5', 1.5e3 + 0.1]],
    ['decimal', 0.25, ['0,25', true]],
    ['boolean', false, [0, 'no']],
    ['date', '2028-02-29', ['2027-02-29', '2027-1-1', '29.02.2028', 2028]],
    ['date_time', '2026-12-31T23:59:59+03:00', ['2026-12-31', '2026-12-31T24:00:00Z', '2026-02-30T10:00:00Z']],
    ['money', 18_990, [-1, 189.9, '18990']],
    [
      'url',
      'https://example.com/a?b=ç',
      ['example.com', 'javascript:alert(1)', 'https://a b', 'ftp://example.com', 'https://example.com@evil.example'],
    ],
    ['color', '#a1B2c3', ['red', '#fff', '#12345g']],
    ['json', { a: [1, { b: null }] }, ['{}', 1, true]],
  ])('of %s, %j is one, and %j are none', async (type, value, wrong) => {
    const { id: ownerId } = await product();
    const { key } = await define({ type });
    expect(await world.done(SET, { ownerId, key, value })).toMatchObject({ value });
    for (const other of wrong)
      expect([other, await said(set({ ownerId, key, value: other }))]).toEqual([other, '422 metafield_invalid']);
    expect(await said(set({ ownerId, key, value: [value] }))).toBe('422 metafield_invalid');
    const many = await define({ type, list: true });
    expect(await world.done(SET, { ownerId, key: many.key, value: [value, value] })).toMatchObject({
      value: [value, value],
    });
    expect(await said(set({ ownerId, key: many.key, value }))).toBe('422 metafield_invalid');
    expect(await faultsOf(set({ ownerId, key: many.key, value: [value, wrong[0]] }))).toEqual(['/payload/value/1']);
  });

  test('rules of the definition hold', async () => {
    const { id: ownerId } = await product();
    const ruled = async (type: string, validations: object, value: unknown) =>
      said(set({ ownerId, key: (await define({ type, validations })).key, value }));
    const wrong = '422 metafield_invalid';
    expect(await ruled('integer', { min: 2, max: 4 }, 1)).toBe(wrong);
    expect(await ruled('integer', { min: 2, max: 4 }, 5)).toBe(wrong);
    expect(await ruled('integer', { min: 2, max: 4 }, 4)).toBe('200');
    expect(await ruled('date', { min: '2026-02-01', max: '2026-02-28' }, '2026-01-31')).toBe(wrong);
    expect(await ruled('date', { min: '2026-02-01', max: '2026-02-28' }, '2026-03-01')).toBe(wrong);
    expect(await ruled('date', { min: '2026-02-01', max: '2026-02-28' }, '2026-02-28')).toBe('200');
    expect(await ruled('text', { maxLength: 2 }, 'abc')).toBe(wrong);
    expect(await ruled('text', { maxLength: 2 }, '👗👗')).toBe('200');
    expect(await ruled('multiline', { minLength: 2 }, 'a')).toBe(wrong);
    expect(await ruled('text', { choices: ['S', 'M'] }, 'L')).toBe(wrong);
    expect(await ruled('text', { choices: ['S', 'M'] }, 'M')).toBe('200');
  });

  test('bounds of times are moments, whatever their offset', async () => {
    const { id: ownerId } = await product();
    const validations = { min: '2026-12-31T23:30:00+03:00', max: '2027-01-01T00:00:00Z' };
    const { key } = await define({ type: 'date_time', validations });
    const many = await define({ type: 'date_time', validations, list: true });
    for (const value of ['2026-12-31T20:30:00Z', '2026-12-31T22:00:00.5+01:00', '2027-01-01T02:59:59.999+03:00'])
      expect([value, await said(set({ ownerId, key, value }))]).toEqual([value, '200']);
    // Each is between the bounds when it is read as text.
    for (const value of ['2026-12-31T23:45:00+04:00', '2026-12-31T23:50:00-01:00'])
      expect([value, await said(set({ ownerId, key, value }))]).toEqual([value, '422 metafield_invalid']);
    const value = ['2026-12-31T21:00:00Z', '2027-01-01T00:00:00.001Z'];
    const { body } = await set({ ownerId, key: many.key, value });
    expect(body).toMatchObject({
      errors: [{ pointer: '/payload/value/1', message: 'must not be later than 2027-01-01T00:00:00Z' }],
    });
  });

  test('a reference names what the store has', async () => {
    const { id: ownerId } = await product();
    const collection = await world.done('catalog.collection.create', { title: 'Kış' });
    const foreign = await world.done('catalog.product.create', { title: 'Öteki', price: 1 }, { as: world.other.owner });
    const { key } = await define({ type: 'product' });
    expect(await said(set({ ownerId, key, value: ownerId }))).toBe('200');
    for (const value of [foreign.id, newId('prd'), collection.id])
      expect(await said(set({ ownerId, key, value }))).toBe('422 metafield_invalid');
    const of = await define({ type: 'collection' });
    expect(await said(set({ ownerId, key: of.key, value: collection.id }))).toBe('200');
    const media = await define({ type: 'media' });
    expect(await said(set({ ownerId, key: media.key, value: newId('med') }))).toBe('422 metafield_invalid');
  });

  test('a file of the library stays as long as a value names it, alone or in a list', async () => {
    const { id: ownerId } = await product();
    const fields = [
      [await define({ type: 'media' }), (mediaId: string): unknown => mediaId],
      [await define({ type: 'media', list: true }), (mediaId: string): unknown => [mediaId]],
    ] as const;
    for (const [{ key }, stating] of fields) {
      const mediaId = await committed(world, await plain(20 + count, 9));
      const remove = () => said(world.run('catalog.media.delete', { mediaId }));
      expect(await said(set({ ownerId, key, value: stating(mediaId) }))).toBe('200');
      expect(await remove()).toBe('422 media_in_use');
      expect(await said(world.run('metafield.unset', { ownerId, key }))).toBe('200');
      expect(await remove()).toBe('200');
      expect(await said(set({ ownerId, key, value: stating(mediaId) }))).toBe('422 metafield_invalid');
      count += 1;
    }
  });

  test('a value is 64 KB at most, a list has 128, and all of a thing 256 KB', async () => {
    const { id: ownerId } = await product();
    const keys = [];
    for (let nth = 0; nth < 5; nth += 1) keys.push((await define({ type: 'multiline' })).key);
    const value = 'ç'.repeat(32_000);
    expect(await said(set({ ownerId, key: keys[0], value: 'ç'.repeat(33_000) }))).toBe('422 metafield_invalid');
    for (const key of keys.slice(0, 4)) expect(await said(set({ ownerId, key, value }))).toBe('200');
    expect(await said(set({ ownerId, key: keys[4], value }))).toBe('422 metafield_invalid');
    const { key } = await define({ list: true });
    expect(await said(set({ ownerId, key, value: Array(129).fill('a') }))).toBe('400 invalid_request');
  });

  test('of a product and its variants together, too, and nobody has to take out what is there', async () => {
    const { id, handle, variants } = await product({ variants: [{ title: 'S' }, { title: 'M' }, { title: 'L' }] });
    const { key: own } = await define({ type: 'multiline' });
    const keys = [];
    for (let nth = 0; nth < 3; nth += 1) keys.push((await define({ type: 'multiline', target: 'variant' })).key);
    const value = 'ç'.repeat(32_000);
    const [one, two, three] = variants.map((variant: { id: string }) => variant.id);
    expect(await said(set({ ownerId: id, key: own, value }))).toBe('200');
    for (const ownerId of [one, two, three]) expect(await said(set({ ownerId, key: keys[0], value }))).toBe('200');
    expect((await replyOf(set({ ownerId: two, key: keys[1], value }))).body.errors).toEqual([
      { pointer: '/payload/value', message: expect.stringContaining('product and its variants') },
    ]);
    expect(await said(set({ ownerId: two, key: keys[1], value: 'kısa' }))).toBe('200');
    expect(Buffer.byteLength(JSON.stringify(await shown(`product:${handle}`)))).toBeLessThan(270_000);
    // As a shop has it that filled its fields in before there was such a bound.
    await world.sql(`UPDATE metafield_values SET content = content || jsonb_build_object('mfd_x', repeat('a', 90000))
      WHERE owner_id = '${three}'`);
    expect(await said(set({ ownerId: id, key: own, value: `${value.slice(1)}d` }))).toBe('200');
    expect(await said(set({ ownerId: id, key: own, value: `${value}d` }))).toBe('422 metafield_invalid');
    expect(await said(set({ ownerId: one, key: keys[0], value: 'kısa' }))).toBe('200');
    const other = await product();
    expect(await said(set({ ownerId: other.id, key: own, value }))).toBe('200');
  });

  test('a page of a list ends at four megabytes, and goes on behind them', async () => {
    const { key } = await define({ type: 'multiline' });
    const marked = await define({ key: 'heavy', type: 'boolean' });
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const { id: ownerId } = await product();
      await world.done(SET, { ownerId, key: marked.key, value: true });
      await world.done(SET, { ownerId, key, value: 'kısa' });
      ids.push(ownerId);
    }
    const showing = (entries: number) =>
      world.sql(`UPDATE metafield_values SET shown = coalesce((
        SELECT jsonb_agg(jsonb_build_object('key', '${key}', 'type', 'multiline', 'value', repeat('a', 62500)))
        FROM generate_series(1, ${entries})), '[]') WHERE owner_id = ANY('{${ids.join(',')}}')`);
    // 2.5 MB each, as before there was a bound of a product.
    await showing(40);
    const read = (query: object) =>
      world.read('catalog.products.list', { query: { metafields: 'heavy=true', limit: 100, ...query } });
    const { items, nextCursor, total } = await read({ total: true });
    expect([items.length, total]).toEqual([2, 4]);
    const rest = await read({ cursor: nextCursor });
    expect(rest.nextCursor).toBe(null);
    const found = [...items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(found.toSorted()).toEqual(ids.toSorted());
    await showing(0);
  });

  test('the rev is that of the values: 0 where there are none, and a drift is refused', async () => {
    const { id: ownerId } = await product();
    const { key } = await define();
    expect(await said(set({ ownerId, key, value: 'a', expectedRev: 1 }))).toBe('409 rev_conflict');
    expect(await said(set({ ownerId, key, value: 'a', expectedRev: 0 }))).toBe('200');
    expect(await said(set({ ownerId, key, value: 'b', expectedRev: 0 }))).toBe('409 rev_conflict');
    expect(await world.done(SET, { ownerId, key, value: 'a' })).toMatchObject({ rev: 1 });
    expect((await set({ ownerId, key, value: 'c' }, { dryRun: true })).status).toBe(200);
    expect((await get(ownerId)).metafields).toMatchObject([{ value: 'a' }]);
    const fields = await Promise.all([define(), define(), define()]);
    await Promise.all(fields.map((field) => world.done(SET, { ownerId, key: field.key, value: 'x' })));
    expect((await get(ownerId)).metafields).toHaveLength(4);
  });

  test('who has read a thing can state the rev of its values, which is not its own', async () => {
    const { id, variants } = await product({ variants: [{ title: 'S' }, { title: 'M' }] });
    const collection = await world.done('catalog.collection.create', { title: 'Güz' });
    for (const target of ['product', 'variant', 'collection']) await define({ target, key: 'seen' });
    const listed = async (route: string, of: string) => {
      const { items } = await world.read(route, { query: { limit: 100 } });
      return items.find((item: { id: string }) => item.id === of);
    };
    const readings = [
      [id, () => get(id), () => listed('catalog.products.list', id)],
      [
        variants[1].id,
        async () => (await get(id)).variants[1],
        async () => (await listed('catalog.products.list', id)).variants[1],
      ],
      [
        collection.id,
        () => world.read('catalog.collections.get', { params: { col: collection.id } }),
        () => listed('catalog.collections.list', collection.id),
      ],
    ] as const;
    for (const [ownerId, one, row] of readings) {
      for (const value of ['a', 'b', 'c']) {
        const { valuesRev } = await one();
        expect((await row()).valuesRev).toBe(valuesRev);
        expect(await world.done(SET, { ownerId, key: 'seen', value, expectedRev: valuesRev })).toMatchObject({
          rev: valuesRev + 1,
        });
        expect(await said(set({ ownerId, key: 'seen', value: 'x', expectedRev: valuesRev }))).toBe('409 rev_conflict');
      }
      expect(await one()).toMatchObject({ valuesRev: 3, metafields: [{ key: 'seen', value: 'c' }] });
    }
    expect((await get(id)).variants[0]).toMatchObject({ valuesRev: 0, metafields: [] });
  });

  test('what is not there, of another store, archived, or named twice or not at all is refused', async () => {
    const { id: ownerId } = await product();
    const { id: definitionId, key } = await define();
    const value = 'a';
    expect(await said(set({ ownerId, key: 'nobodys', value }))).toBe('404 not_found');
    const { body } = await set({ ownerId, key: 'nobodys', value });
    expect(body).toMatchObject({ detail: expect.stringContaining(`${key} (`) });
    expect(await said(set({ ownerId: newId('prd'), key, value }))).toBe('404 not_found');
    expect(await said(set({ ownerId: world.other.storeId, key, value }))).toBe('404 not_found');
    expect(await said(set({ ownerId, key, value }, { as: world.other.owner }))).toBe('404 not_found');
    expect(await said(set({ ownerId, value }))).toBe('400 invalid_request');
    expect(await said(set({ ownerId, key, definitionId, value }))).toBe('400 invalid_request');
    await world.done('catalog.product.archive', { productId: ownerId });
    expect(await said(set({ ownerId, key, value }))).toBe('409 invalid_state');
  });

  test('audit tells of it under the product, and the first value is taken back by none', async () => {
    const { id: ownerId } = await product();
    const { id: definitionId, key } = await define();
    await world.done(SET, { ownerId, key, value: 'a' });
    const row = await lastOf(world, ownerId);
    expect(row).toMatchObject({
      command: SET,
      changes: [
        { entity: 'metafields', before: null, after: { ownerId, values: [{ id: definitionId, key, value: 'a' }] } },
      ],
      inverse: { command: 'metafield.unset', payload: { ownerId, definitionId, expectedRev: 1 } },
    });
    const { command, payload } = row.inverse as { command: string; payload: object };
    await world.done(command, payload);
    expect((await get(ownerId)).metafields).toEqual([]);
  });

  test('a field that is defined anew has nothing of the old one', async () => {
    const { id: ownerId } = await product();
    const { id: definitionId, key } = await define();
    await world.done(SET, { ownerId, key, value: 'a' });
    await world.done('metafield.definition.delete', { definitionId }, { as: world.owner });
    expect((await get(ownerId)).metafields).toEqual([]);
    await define({ key });
    expect((await get(ownerId)).metafields).toEqual([]);
    await world.done(SET, { ownerId, key, value: 'b' });
    expect((await get(ownerId)).metafields).toMatchObject([{ key, value: 'b' }]);
  });
});
