import type { Reply } from '../../src/kernel/call/dispatch';
import { newId } from '../../src/kernel/ids';
import { faultsOf, lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const KURUS_MAX = 10_000_000_000_000;

describe('catalog.product.create', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}, as = world.developer) =>
    world.done('catalog.product.create', { title: 'Keten Gömlek', price: 89_900, ...payload }, { as });
  const tried = (payload: object) => world.run('catalog.product.create', { title: 'x', price: 1, ...payload });
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  test('makes a product with its variants and first stock, audited and in the ledger', async () => {
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
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ entity: 'product', id, before: null, after: { price: 89_900 } }],
      inverse: { command: 'catalog.product.archive', payload: { productId: id, expectedRev: 1 } },
    });
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

  test('fifty that are created at once under one title get fifty handles', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => create({ title: 'Şık Çanta' })));
    expect(new Set(made.map(({ handle }) => handle))).toEqual(
      new Set(['sik-canta', ...Array.from({ length: 49 }, (_, index) => `sik-canta-${index + 2}`)]),
    );
  });

  test('derived and stated handles race for the same names without a failure', async () => {
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, () => tried({ title: 'Ada 2' })),
      ...Array.from({ length: 12 }, () => tried({ title: 'Ada' })),
      ...Array.from({ length: 12 }, (_, index) => tried({ handle: `ada-${index + 2}` })),
    ]);
    const made = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as { result: { handle: string } }).result.handle);
    expect(new Set(made).size).toBe(made.length);
    expect(made.length).toBeGreaterThanOrEqual(24);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(reply.body).toMatchObject({ code: 'handle_taken' });
  });

  test('a handle that is stated is that one or refused; those of another store are no matter', async () => {
    await create({ handle: 'ada-gomlek' });
    expect([await said(tried({ handle: 'ada-gomlek' })), await faultsOf(tried({ handle: 'ada-gomlek' }))]).toEqual([
      '422 handle_taken',
      ['/payload/handle'],
    ]);
    expect((await create({ handle: 'ada-gomlek' }, world.other.developer)).handle).toBe('ada-gomlek');
  });

  test('a barcode belongs to one product or variant of a store, also under a race', async () => {
    await create({ barcode: 'B-1' });
    await create({ barcode: 'B-1' }, world.other.developer);
    expect(await said(tried({ variants: [{ title: 'S', barcode: 'B-1' }] }))).toBe('422 barcode_taken');
    const doubled = () => tried({ barcode: 'B-2', variants: [{ title: 'S', barcode: 'B-2' }] });
    expect([await said(doubled()), await faultsOf(doubled())]).toEqual([
      '422 barcode_taken',
      ['/payload/variants/0/barcode'],
    ]);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tried(index % 2 ? { barcode: 'B-3' } : { variants: [{ title: 'S', barcode: 'B-3' }] }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a refused one leaves nothing behind: no name, no barcode, no stock', async () => {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Yaz' });
    await world.done('catalog.category.archive', { categoryId });
    for (const wrong of [newId('cat'), categoryId]) {
      const refused = () => tried({ title: 'Tek', barcode: 'B-9', stock: 5, categoryId: wrong });
      expect([await said(refused()), await faultsOf(refused())]).toEqual([
        '422 category_unknown',
        ['/payload/categoryId'],
      ]);
    }
    expect(await create({ title: 'Tek', barcode: 'B-9' })).toMatchObject({ handle: 'tek' });
  });

  test('a dry run takes no name and promises the same each time', async () => {
    const dry = () =>
      world.run(
        'catalog.product.create',
        { title: 'Prova', price: 1, barcode: 'DRY-2', stock: 5, variants: [{ title: 'S' }] },
        { dryRun: true },
      );
    const hashOf = ({ body }: Reply) => (body as { preview: { hash: string } }).preview.hash;
    const [one, two] = await Promise.all([dry(), dry()]);
    expect(hashOf(one)).toBe(hashOf(two));
    expect(await create({ title: 'Prova', barcode: 'DRY-2' })).toMatchObject({ handle: 'prova' });
  });

  test('values at the edge are kept exactly; beyond it they are refused', async () => {
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
    ])
      expect([wrong, await said(tried(wrong))]).toEqual([wrong, '400 invalid_request']);
  });
});
