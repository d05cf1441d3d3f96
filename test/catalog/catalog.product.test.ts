import type { Reply } from '../../src/kernel/dispatch';
import { newId } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';

const KURUS_MAX = 10_000_000_000_000;

describe('products', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Keten Gömlek', price: 89_900, ...payload });
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const code = ({ status, body }: Reply) => `${status} ${(body as { code?: string }).code}`;
  const pointers = ({ body }: Reply) =>
    ((body as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer);
  const refusal = async (command: string, payload: unknown) =>
    world.run(command, payload).then(code, (error: { code: string }) => `400 ${error.code}`);

  test('are created with variants, read back whole, and audited as a caller sees them', async () => {
    const { id, handle, rev, variants } = await create({
      title: 'Çift Işıklı Özgün ŞAL İpek',
      description: 'Yumuşak.',
      compareAt: 99_900,
      stock: 3,
      tags: ['yaz'],
      variants: [
        { title: 'S', stock: 4, barcode: '8690000000017' },
        { title: 'M', price: 94_900 },
      ],
    });
    expect({ handle, rev }).toEqual({ handle: 'cift-isikli-ozgun-sal-ipek', rev: 1 });
    expect(await get(id)).toMatchObject({
      title: 'Çift Işıklı Özgün ŞAL İpek',
      price: 89_900,
      compareAt: 99_900,
      stock: 3,
      vatRate: 20,
      status: 'active',
      description: 'Yumuşak.',
      requiresShipping: true,
      digital: { kind: 'none', codes: null },
      variants: [
        { id: variants[0].id, title: 'S', stock: 4, price: null, barcode: '8690000000017' },
        { id: variants[1].id, title: 'M', stock: null, price: 94_900, barcode: null },
      ],
    });
    const audit = await world.read('audit.list', { query: { entity: id } });
    expect(audit.items[0].changes[0]).toMatchObject({ entity: 'product', id, before: null, after: { price: 89_900 } });
    const ledger = await world.read('catalog.stockMovements.list', { query: { targetId: id } });
    expect(ledger.items.map(({ kind, delta, variantId }: never) => ({ kind, delta, variantId }))).toEqual([
      { kind: 'initial', delta: 4, variantId: variants[0].id },
      { kind: 'initial', delta: 3, variantId: null },
    ]);
  });

  test.each([
    ['IĞDIR KAYISISI', 'igdir-kayisisi'],
    ['İstanbul Işığı', 'istanbul-isigi'],
    ['Çörek & Börek', 'corek-ve-borek'],
    ['Über Ölçü GÜN', 'uber-olcu-gun'],
    ['iPhone 15 Pro', 'iphone-15-pro'],
    ['Привет', 'privet'],
    ['♥ ☃ ---', 'urun'],
    [`${'a'.repeat(99)} bcd`, 'a'.repeat(99)],
  ])('%s has the handle %s', async (title, handle) => {
    expect((await create({ title })).handle).toBe(handle);
  });

  test('fifty racing creates of one title end in fifty handles', async () => {
    const handles = await Promise.all(
      Array.from({ length: 50 }, async () => (await create({ title: 'Şık Çanta' })).handle),
    );
    expect(new Set(handles)).toEqual(
      new Set(['sik-canta', ...Array.from({ length: 49 }, (_, index) => `sik-canta-${index + 2}`)]),
    );
  });

  test('derived and explicit handles race for the same names without a failure', async () => {
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, () => world.run('catalog.product.create', { title: 'Ada 2', price: 1 })),
      ...Array.from({ length: 12 }, () => world.run('catalog.product.create', { title: 'Ada', price: 1 })),
      ...Array.from({ length: 12 }, (_, index) =>
        world.run('catalog.product.create', { title: 'x', price: 1, handle: `ada-${index + 2}` }),
      ),
    ]);
    const made = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as { result: { handle: string } }).result.handle);
    expect(new Set(made).size).toBe(made.length);
    expect(made.length).toBeGreaterThanOrEqual(24);
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(code(reply)).toBe('422 handle_taken');
  });

  test('a barcode belongs to one product or variant, also under a race', async () => {
    const { id } = await create({ barcode: 'B-1' });
    expect(
      await refusal('catalog.product.create', { title: 'x', price: 1, variants: [{ title: 'S', barcode: 'B-1' }] }),
    ).toBe('422 barcode_taken');
    const doubled = await world.run('catalog.product.create', {
      title: 'x',
      price: 1,
      barcode: 'B-2',
      variants: [{ title: 'S', barcode: 'B-2' }],
    });
    expect([code(doubled), pointers(doubled)]).toEqual(['422 barcode_taken', ['/payload/variants/0/barcode']]);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? world.run('catalog.product.create', { title: 'x', price: 1, barcode: 'B-3' })
          : world.run('catalog.product.create', { title: 'x', price: 1, variants: [{ title: 'S', barcode: 'B-3' }] }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await world.done('catalog.product.update', { productId: id, barcode: 'B-4' });
    await create({ barcode: 'B-1' });
    expect(await refusal('catalog.product.update', { productId: id, barcode: 'B-1' })).toBe('422 barcode_taken');
  });

  test('update patches what is named, guards the rev and refuses the archived', async () => {
    const { id } = await create({ brand: 'Ada', sku: 'S-1' });
    const category = await world.done('catalog.category.create', { name: 'Elbise' });
    const updated = await world.done('catalog.product.update', {
      productId: id,
      expectedRev: 1,
      title: 'Yeni Ad',
      sku: null,
      categoryId: category.id,
    });
    expect(updated).toMatchObject({ id, rev: 2, handle: expect.stringContaining('keten-gomlek') });
    expect(await get(id)).toMatchObject({ title: 'Yeni Ad', brand: 'Ada', sku: null, categoryId: category.id, rev: 2 });
    const drifted = await world.run('catalog.product.update', { productId: id, expectedRev: 1, title: 'x' });
    expect([code(drifted), drifted.body]).toEqual(['409 rev_conflict', expect.objectContaining({ currentRev: 2 })]);
    expect(await refusal('catalog.product.update', { productId: id, price: 1 })).toBe('400 invalid_request');
    expect(await refusal('catalog.product.update', { productId: id })).toBe('400 invalid_request');
    expect(await refusal('catalog.product.update', { productId: id, categoryId: newId('cat') })).toBe(
      '422 category_unknown',
    );

    await world.done('catalog.product.archive', { productId: id });
    expect((await get(id)).status).toBe('archived');
    for (const [command, payload] of [
      ['catalog.product.archive', { productId: id }],
      ['catalog.product.update', { productId: id, title: 'x' }],
      ['catalog.product.setVariants', { productId: id, variants: [] }],
      ['catalog.product.setDigital', { productId: id, requiresShipping: false }],
      ['catalog.price.set', { targetId: id, price: 1 }],
      ['catalog.stock.set', { targetId: id, stock: 1 }],
      ['catalog.stock.adjust', { targetId: id, delta: 1 }],
    ] as const) {
      expect([command, await refusal(command, payload)]).toEqual([command, '409 invalid_state']);
    }
  });

  test('two racing writers of one product never merge: one gets 409', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create();
      const replies = await Promise.all([
        world.run('catalog.product.update', { productId: id, expectedRev: 1, title: 'Bir' }),
        world.run('catalog.price.set', { targetId: id, expectedRev: 1, price: 1 }),
        world.run('catalog.product.setVariants', { productId: id, expectedRev: 1, variants: [{ title: 'S' }] }),
      ]);
      expect(replies.map(code).sort()).toEqual(['200 undefined', '409 rev_conflict', '409 rev_conflict']);
      expect((await get(id)).rev).toBe(2);
    }
  });

  test('a sale during an edit is not undone, and does not disturb it', async () => {
    const { id } = await create({ stock: 100 });
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => world.run('catalog.stock.adjust', { targetId: id, delta: -1 })),
      world.run('catalog.product.update', { productId: id, expectedRev: 1, title: 'Yeni' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await get(id)).toMatchObject({ stock: 80, title: 'Yeni', rev: 2 });
  });

  test('price.set tells products from variants', async () => {
    const { id, variants } = await create({ compareAt: 100_000, variants: [{ title: 'S', price: 5 }] });
    const [variant] = variants;
    expect(await world.done('catalog.price.set', { targetId: id, price: KURUS_MAX })).toMatchObject({
      price: KURUS_MAX,
      compareAt: 100_000,
      rev: 2,
    });
    expect(await world.done('catalog.price.set', { targetId: id, price: 0, compareAt: null })).toMatchObject({
      price: 0,
      compareAt: null,
      rev: 3,
    });
    expect(await world.done('catalog.price.set', { targetId: variant.id, price: null })).toMatchObject({
      productId: id,
      price: null,
      rev: 4,
    });
    expect(await refusal('catalog.price.set', { targetId: id, price: null })).toBe('422 price_required');
    expect(await refusal('catalog.price.set', { targetId: variant.id, price: 1, compareAt: 2 })).toBe(
      '422 compare_at_on_variant',
    );
    expect(await refusal('catalog.price.set', { targetId: newId('var'), price: 1 })).toBe('404 not_found');
    expect(await refusal('catalog.price.set', { targetId: id, price: KURUS_MAX + 1 })).toBe('400 invalid_request');
    expect(await get(id)).toMatchObject({ price: 0, compareAt: null, variants: [{ price: null }] });
  });

  test('setVariants keeps the named, adds the new, removes the rest and moves barcodes within the product', async () => {
    const { id, variants } = await create({
      variants: [
        { title: 'S', barcode: 'V-1', stock: 5, price: 10 },
        { title: 'M', barcode: 'V-2', stock: 7 },
        { title: 'L', barcode: 'V-3' },
      ],
    });
    const [s, m, l] = variants.map((variant: { id: string }) => variant.id);
    const replaced = await world.done('catalog.product.setVariants', {
      productId: id,
      variants: [
        { id: l, title: 'Büyük', barcode: 'V-1' },
        { title: 'XL', barcode: 'V-2', stock: 2, price: 30 },
        { id: s, title: 'S', barcode: null, sku: 'S-S' },
      ],
    });
    expect(replaced.rev).toBe(2);
    expect((await get(id)).variants).toEqual([
      { id: l, title: 'Büyük', sku: null, barcode: 'V-1', price: null, stock: null },
      { id: replaced.variants[1].id, title: 'XL', sku: null, barcode: 'V-2', price: 30, stock: 2 },
      { id: s, title: 'S', sku: 'S-S', barcode: null, price: 10, stock: 5 },
    ]);
    const ofRemoved = await world.read('catalog.stockMovements.list', { query: { targetId: m } });
    expect(ofRemoved.items.map(({ kind, delta }: never) => [kind, delta])).toEqual([
      ['removed', -7],
      ['initial', 7],
    ]);
    await create({ barcode: 'V-3' });

    const priced = await world.run('catalog.product.setVariants', {
      productId: id,
      variants: [{ id: s, title: 'S', price: 1, stock: 1 }],
    });
    expect([code(priced), pointers(priced)]).toEqual([
      '400 invalid_request',
      ['/payload/variants/0/price', '/payload/variants/0/stock'],
    ]);
    const twice = await world.run('catalog.product.setVariants', {
      productId: id,
      variants: [
        { id: s, title: 'S' },
        { id: s, title: 'S' },
      ],
    });
    expect([code(twice), pointers(twice)]).toEqual(['400 invalid_request', ['/payload/variants/1/id']]);
    const foreign = await world.run('catalog.product.setVariants', {
      productId: id,
      variants: [{ title: 'a' }, { id: m, title: 'b' }],
    });
    expect([code(foreign), pointers(foreign)]).toEqual(['422 variant_unknown', ['/payload/variants/1/id']]);
    const taken = await world.run('catalog.product.setVariants', {
      productId: id,
      variants: [{ title: 'a', barcode: 'V-3' }],
    });
    expect([code(taken), pointers(taken)]).toEqual(['422 barcode_taken', ['/payload/variants/0/barcode']]);
    expect((await get(id)).variants).toHaveLength(3);
    await world.done('catalog.product.setVariants', { productId: id, variants: [] });
    expect((await get(id)).variants).toEqual([]);
  });

  test('setDigital states the posture and refuses what contradicts itself', async () => {
    const { id } = await create();
    await world.done('catalog.product.setDigital', {
      productId: id,
      requiresShipping: false,
      digital: { kind: 'link', url: 'https://example.com/kitap.pdf' },
      withdrawalException: 'instant_digital',
    });
    expect(await get(id)).toMatchObject({
      rev: 2,
      requiresShipping: false,
      digital: { kind: 'link', url: 'https://example.com/kitap.pdf', codes: null },
      withdrawalException: 'instant_digital',
    });
    expect(await refusal('catalog.product.setDigital', { productId: id, digital: { kind: 'link' } })).toBe(
      '400 invalid_request',
    );
    expect(
      await refusal('catalog.product.setDigital', { productId: id, digital: { kind: 'none', url: 'https://a.b' } }),
    ).toBe('400 invalid_request');
    expect(
      await refusal('catalog.product.setDigital', {
        productId: id,
        digital: { kind: 'link', url: 'javascript:alert(1)' },
      }),
    ).toBe('400 invalid_request');
    await world.done('catalog.product.setDigital', { productId: id, digital: { kind: 'code_pool' } });
    expect((await get(id)).digital).toEqual({
      kind: 'code_pool',
      url: null,
      instructions: null,
      codes: { available: 0, allocated: 0, voided: 0 },
    });
  });

  test('another store sees and changes nothing', async () => {
    const { id, variants } = await create({ barcode: 'ISO-1', variants: [{ title: 'S', stock: 1 }] });
    const { owner } = world.other;
    await expect(world.read('catalog.products.get', { params: { prd: id }, as: owner })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const [command, payload] of [
      ['catalog.product.update', { productId: id, title: 'x' }],
      ['catalog.product.archive', { productId: id }],
      ['catalog.product.setVariants', { productId: id, variants: [] }],
      ['catalog.product.setDigital', { productId: id, requiresShipping: false }],
      ['catalog.price.set', { targetId: variants[0].id, price: 1 }],
      ['catalog.stock.adjust', { targetId: variants[0].id, delta: 1 }],
      ['catalog.stock.set', { targetId: id, stock: 1 }],
      ['catalog.digital.codes.add', { productId: id, codes: ['a'] }],
      ['catalog.digital.codes.void', { productId: id, count: 1 }],
    ] as const) {
      expect([command, code(await world.run(command, payload, { as: owner }))]).toEqual([command, '404 not_found']);
    }
    const twin = await world.done(
      'catalog.product.create',
      { title: 'Keten Gömlek', price: 1, barcode: 'ISO-1' },
      { as: owner },
    );
    expect(twin.handle).toBe('keten-gomlek');
    const ledger = world.read('catalog.stockMovements.list', { query: { targetId: variants[0].id }, as: owner });
    await expect(ledger).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a dry run previews the change and makes none', async () => {
    const { id } = await create({ barcode: 'DRY-1' });
    const reply = await world.run('catalog.price.set', { targetId: id, price: 5 }, { dryRun: true });
    expect((reply.body as { preview: object }).preview).toMatchObject({
      changes: [{ entity: 'product', id, field: 'price', before: 89_900, after: 5 }],
      bumpsGeneration: true,
    });
    expect(await get(id)).toMatchObject({ price: 89_900, rev: 1 });
    const payload = { title: 'Prova', price: 1, barcode: 'DRY-2', stock: 5, variants: [{ title: 'S' }] };
    const [one, two] = await Promise.all(
      [0, 1].map(() => world.run('catalog.product.create', payload, { dryRun: true })),
    );
    const hashOf = (dry: Reply | undefined) => (dry as { body: { preview: { hash: string } } }).body.preview.hash;
    expect(hashOf(one)).toBe(hashOf(two));
    await create({ barcode: 'DRY-2' });
  });

  test('values at the edge are stored exactly; beyond it they are 4xx', async () => {
    const payload = {
      title: '😀'.repeat(200),
      price: KURUS_MAX,
      compareAt: KURUS_MAX,
      stock: 1_000_000_000,
      description: 'ş'.repeat(50_000),
      tags: Array.from({ length: 50 }, (_, index) => `etiket ${index} "'\\{}`),
      variants: Array.from({ length: 100 }, (_, index) => ({
        title: `V${index}`,
        price: KURUS_MAX,
        stock: 1_000_000_000,
      })),
    };
    const { id } = await create(payload);
    const { variants, ...rest } = await get(id);
    expect(rest).toMatchObject({ title: payload.title, price: KURUS_MAX, stock: 1_000_000_000, tags: payload.tags });
    expect(variants).toHaveLength(100);
    for (const wrong of [
      { price: -1 },
      { price: 1.5 },
      { price: 1e30 },
      { price: '1' },
      { stock: 1_000_000_001 },
      { stock: -1 },
      { title: ' ' },
      { title: '' },
      { title: 'a'.repeat(201) },
      { title: 'a\0b' },
      { title: '\ud800' },
      { handle: 'Büyük' },
      { handle: '-a' },
      { barcode: ' a' },
      { vatRate: 18 },
      { tags: ['a', 'a'] },
      { variants: Array.from({ length: 101 }, () => ({ title: 'V' })) },
      { extra: 1 },
    ]) {
      expect([wrong, await refusal('catalog.product.create', { title: 'x', price: 1, ...wrong })]).toEqual([
        wrong,
        '400 invalid_request',
      ]);
    }
  });
});
