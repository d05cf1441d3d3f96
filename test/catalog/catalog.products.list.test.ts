import fc from 'fast-check';
import createProduct from '../../src/catalog/catalog.product.create';
import { productSorts } from '../../src/catalog/product/list-store';
import type { BatchContext, BatchItem } from '../../src/kernel/declaration/context';
import { folded } from '../../src/kernel/folded';
import { newId } from '../../src/kernel/ids';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly variants: unknown[];
}

describe('the product list', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object) => world.done('catalog.product.create', { title: 'Gömlek', price: 100, ...payload });
  const list = (query: object = {}): Promise<{ items: Listed[]; nextCursor: string | null }> =>
    world.read('catalog.products.list', { query: query as never });
  const titles = async (query: object) => (await list({ sort: 'title', ...query })).items.map(({ title }) => title);
  const pages = async (query: object, limit: number): Promise<Listed[]> => {
    const items: Listed[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await list({ ...query, limit, ...(cursor ? { cursor } : {}) });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      cursor = page.nextCursor;
      if (cursor === null) return items;
      expect(page.items).toHaveLength(limit);
    }
  };

  test('is folded alike for every way to type Turkish', () => {
    expect(folded('IŞIK İpek ÇÖĞÜ')).toBe('isik ipek cogu');
    expect(folded('ışık ipek çöğü')).toBe('isik ipek cogu');
  });

  describe('of a store of its own', () => {
    beforeAll(async () => {
      const category = await world.done('catalog.category.create', { name: 'Dış giyim' });
      await create({
        title: 'Işıltılı Şal',
        sku: 'SAL-1',
        barcode: '869001',
        price: 300,
        stock: 0,
        categoryId: category.id,
      });
      await create({
        title: 'Çizgili Gömlek',
        price: 200,
        stock: 3,
        variants: [
          { title: 'S', sku: 'G-S', barcode: '869002', stock: 0 },
          { title: 'M', stock: 9 },
        ],
      });
      await create({ title: 'İpek Fular %50', price: 100, brand: 'Ada_Moda' });
      await create({ title: 'Zarif Etek', price: 250, stock: 4 });
      const archived = await create({ title: 'Eski Mont', price: 900, stock: 1 });
      await world.done('catalog.product.archive', { productId: archived.id });
    });

    test('shows active products unless asked otherwise, sorted as Turkish sorts', async () => {
      expect(await titles({})).toEqual(['Çizgili Gömlek', 'Işıltılı Şal', 'İpek Fular %50', 'Zarif Etek']);
      expect(await titles({ status: 'archived' })).toEqual(['Eski Mont']);
      expect(await titles({ status: 'all', sort: '-price' })).toEqual([
        'Eski Mont',
        'Işıltılı Şal',
        'Zarif Etek',
        'Çizgili Gömlek',
        'İpek Fular %50',
      ]);
      const [{ variants }] = (await list({ text: 'çizgili' })).items as [Listed];
      expect(variants).toHaveLength(2);
    });

    test.each([
      ['isiltili', ['Işıltılı Şal']],
      ['IŞIL', ['Işıltılı Şal']],
      ['şa', ['Işıltılı Şal']],
      ['şı', ['Işıltılı Şal']],
      ['ça', []],
      ['fu', ['İpek Fular %50']],
      ['gomlek cizgi', ['Çizgili Gömlek']],
      ['gomlek mont', []],
      ['869002', ['Çizgili Gömlek']],
      ['g-s', ['Çizgili Gömlek']],
      ['%50', ['İpek Fular %50']],
      ['ada_moda', ['İpek Fular %50']],
      ['%', ['İpek Fular %50']],
      ['ada%moda', []],
      ['\\', []],
    ])('finds %s', async (text, found) => {
      expect(await titles({ text })).toEqual(found);
      expect(await titles({ text, status: 'all', minPrice: 0 })).toEqual(found);
    });

    test('filters', async () => {
      const [category] = (await world.read('catalog.categories.list')).items;
      expect(await titles({ categoryId: category.id })).toEqual(['Işıltılı Şal']);
      expect(await titles({ categoryId: category.id, text: 'mont', status: 'all' })).toEqual([]);
      expect(await titles({ minPrice: 200, maxPrice: 250 })).toEqual(['Çizgili Gömlek', 'Zarif Etek']);
      expect(await titles({ stock: 'out' })).toEqual(['Işıltılı Şal']);
      expect(await titles({ stock: 'in' })).toEqual(['Çizgili Gömlek', 'İpek Fular %50', 'Zarif Etek']);
      expect(await titles({ stock: 'untracked' })).toEqual(['İpek Fular %50']);
      expect(await titles({ stock: 'low' })).toEqual(['Çizgili Gömlek', 'Işıltılı Şal', 'Zarif Etek']);
      for (const unknown of [{ categoryId: newId('cat') }, { collectionId: newId('col') }])
        expect(await titles(unknown)).toEqual([]);
      expect(await titles({ text: 'ç i z g l o m e qq' })).toEqual([]);
      expect(await titles({ stock: 'low', lowStock: 3 })).toEqual(['Çizgili Gömlek', 'Işıltılı Şal']);
      expect(await titles({ barcode: '869002' })).toEqual(['Çizgili Gömlek']);
      expect(await titles({ sku: 'SAL-1' })).toEqual(['Işıltılı Şal']);
      expect(await titles({ sku: 'G-S' })).toEqual(['Çizgili Gömlek']);
      expect(await titles({ sku: 'SAL-1', barcode: '869002' })).toEqual([]);
      expect(await titles({ sku: 'SAL-1', barcode: '869001' })).toEqual(['Işıltılı Şal']);
      expect(await titles({ updatedSince: '2999-01-01T00:00:00Z' })).toEqual([]);
      expect((await list({ updatedSince: '1000-12-31T23:59:59+14:00' })).items).toHaveLength(4);
    });

    test('search follows an edit and does not see other stores', async () => {
      const { id } = await create({ title: 'Geçici', barcode: '777001' });
      expect(await titles({ text: 'gecici' })).toEqual(['Geçici']);
      await world.done('catalog.product.update', { productId: id, title: 'Kalıcı' });
      expect(await titles({ text: 'gecici', sort: 'title' })).toEqual(['Kalıcı']);
      await world.done('catalog.product.update', { productId: id, title: 'Kalıcı', handle: 'kalici' });
      expect(await titles({ text: 'gecici' })).toEqual([]);
      await world.done('catalog.product.archive', { productId: id });
      const foreign = await world.read('catalog.products.list', {
        query: { text: 'gomlek' } as never,
        as: world.other.owner,
      });
      expect(foreign.items).toEqual([]);
    });

    test('a cursor of another sort, status or making is refused', async () => {
      const cursorOf = async (sort: string) => (await list({ limit: 1, sort })).nextCursor as string;
      const forged = async (sort: string, position: readonly unknown[]) => {
        const [shape] = JSON.parse(Buffer.from(await cursorOf(sort), 'base64url').toString());
        return { sort, cursor: Buffer.from(JSON.stringify([shape, ...position])).toString('base64url') };
      };
      const nextCursor = await cursorOf('price');
      for (const query of [
        { sort: '-price', cursor: nextCursor },
        { sort: 'price', status: 'all', cursor: nextCursor },
        { cursor: 'x' },
        await forged('price', ['a', 'b']),
        await forged('price', [1.5, 'b']),
        await forged('createdAt', ['yesterday', 'b']),
        await forged('createdAt', ['2024-99-01T00:00:00.000Z', 'b']),
        await forged('title', ['a', 7]),
        await forged('createdAt', ['2024-02-31T00:00:00.000Z', 'b']),
        { sort: 'position' },
        { limit: 0 },
        { limit: 101 },
        { minPrice: -1 },
        { updatedSince: '2024-02-30T00:00:00Z' },
        { updatedSince: '0000-01-01T00:00:00Z' },
        { text: '' },
        { text: ' ' },
        { lowStock: 3 },
        { lowStock: 3, stock: 'in' },
      ]) {
        await expect(list(query)).rejects.toMatchObject({ code: 'invalid_request' });
      }
    });
  });

  test('in every sort, the pages put together are the whole list, ties and all', async () => {
    const store = await createWorld();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              title: fc.constantFrom(
                'Şal',
                'şal',
                'Sal',
                'Işık',
                'ışık',
                'İpek',
                'ipek',
                'Çanta',
                'canta',
                'Zil',
                'ö',
                '😀',
              ),
              price: fc.integer({ min: 0, max: 4 }),
              at: fc.integer({ min: 0, max: 5 }),
            }),
            { minLength: 1, maxLength: 40 },
          ),
          fc.integer({ min: 1, max: 12 }),
          fc.constantFrom('active', 'all') as fc.Arbitrary<string>,
          async (products, limit, status) => {
            await store.sql('TRUNCATE catalog_product, catalog_search CASCADE');
            const ids: string[] = [];
            await store.database.transaction(store.storeId, async (tx) => {
              unwatched(tx);
              for (const { at, ...product } of products) {
                const item: BatchItem<never> = { payload: product as never, newId, record() {}, inverse() {} };
                const context = {
                  tx,
                  storeId: store.storeId,
                  now: new Date(1.7e12 + at),
                  newId,
                } as unknown as BatchContext;
                const [made] = (await createProduct.runMany?.(context, [item])) ?? [];
                ids.push((made as { id: string }).id);
              }
              return { keep: true, value: undefined };
            });
            const collection = await store.done('catalog.collection.create', { title: 'Hepsi' });
            await store.done('catalog.collection.setProducts', {
              collectionId: collection.id,
              productIds: [...ids].reverse(),
            });
            await store.sql(`UPDATE catalog_product SET status = 'archived' WHERE price = 0`);
            const read = (query: object) => store.read('catalog.products.list', { query: query as never });
            for (const sort of productSorts.filter((each) => !each.endsWith('metafield'))) {
              const query = { sort, status, ...(sort === 'position' ? { collectionId: collection.id } : {}) };
              const whole: Listed[] = (await read({ ...query, limit: 100 })).items;
              const kept = products.filter(({ price }) => status === 'all' || price > 0).length;
              expect(new Set(whole.map(({ id }) => id)).size).toBe(kept);
              const paged: Listed[] = [];
              for (let cursor: string | undefined; ; ) {
                const page: { items: Listed[]; nextCursor: string | null } = await read({
                  ...query,
                  limit,
                  ...(cursor ? { cursor } : {}),
                });
                paged.push(...page.items);
                if (page.nextCursor === null) break;
                cursor = page.nextCursor;
              }
              expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
              expect(whole.map(({ id }) => id)).toEqual(sorted(whole, sort, ids).map(({ id }) => id));
            }
          },
        ),
        { numRuns: 25 },
      );
    } finally {
      await store.close();
    }
  });

  test('a row that arrives between two pages moves none of the others', async () => {
    const store = await createWorld();
    try {
      const at = (index: number) => store.done('catalog.product.create', { title: `P${index}`, price: index });
      for (let index = 0; index < 10; index += 1) await at(index);
      const read = (query: object) => store.read('catalog.products.list', { query: query as never });
      const first = await read({ sort: 'price', limit: 5 });
      await at(2);
      const second = await read({ sort: 'price', limit: 5, cursor: first.nextCursor });
      expect(second.items.map(({ price }: Listed) => price)).toEqual([5, 6, 7, 8, 9]);
    } finally {
      await store.close();
    }
  });

  test('long titles make cursors that are accepted', async () => {
    const marker = 'zzzz';
    for (const tail of ['a', 'b'])
      await create({ title: `${marker}${'\\😀"'.repeat(65)}${tail}`, handle: `uzun-${tail}` });
    expect((await pages({ sort: 'title', text: marker }, 1)).map(({ title }) => title.at(-1))).toEqual(['a', 'b']);
  });
});

/** The order that the list promises; ICU and JavaScript agree on Turkish, ties go by id. */
function sorted(items: readonly Listed[], sort: string, ids: readonly string[]): Listed[] {
  const descending = sort.startsWith('-');
  const field = sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'title' | 'price' | 'position';
  const compare = (left: Listed, right: Listed): number => {
    if (field === 'position') return ids.indexOf(right.id) - ids.indexOf(left.id);
    const order =
      field === 'title'
        ? left.title.localeCompare(right.title, 'tr')
        : left[field] < right[field]
          ? -1
          : left[field] > right[field]
            ? 1
            : 0;
    return order || (left.id < right.id ? -1 : 1);
  };
  return [...items].sort((left, right) => (descending ? -compare(left, right) : compare(left, right)));
}
