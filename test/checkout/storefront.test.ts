import { Connection } from '../../src/kernel/database/connection';
import { newId } from '../../src/kernel/ids';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { company } from '../store/identity';
import { type Listener, openListener } from './listener';

describe('what the listener of storefronts shows of a shop', () => {
  let listener: Listener;
  let tea: string;
  let handles: string[];
  beforeAll(async () => {
    listener = await openListener();
    await done('settings.identity.update', company);
    ({ id: tea } = await done('catalog.category.create', { name: 'Çay', taksitCap: 3 }));
    await done('catalog.category.create', { name: 'Kahve' });
    const made: { id: string; handle: string }[] = [];
    for (let nth = 1; nth <= 5; nth += 1)
      made.push(
        await done('catalog.product.create', {
          title: `Çay ${nth}`,
          price: 10_000 + nth,
          stock: 9,
          description: '<p>Demli</p>',
          ...(nth <= 3 ? { categoryId: tea } : {}),
          ...(nth === 1
            ? {
                variants: [
                  { title: '100 g', stock: 1 },
                  { title: '250 g', price: 20_000 },
                ],
              }
            : {}),
        }),
      );
    handles = made.map(({ handle }) => handle);
    await done('metafield.definition.create', { target: 'product', key: 'origin', type: 'text', label: 'Menşe' });
    await done('metafield.set', { ownerId: made[0]?.id, key: 'origin', value: 'Rize' });
    const media = [{ mediaId: await committed(listener.world, await plain(40, 30)), alt: 'Bir bardak çay' }];
    await done('catalog.product.setMedia', { productId: made[0]?.id, media });
    const shelf = await done('catalog.collection.create', { title: 'Raf' });
    // Not in the order of their handles.
    await done('catalog.collection.setProducts', {
      collectionId: shelf.id,
      productIds: [3, 4, 0, 2, 1].map((nth) => made[nth]?.id),
    });
    await done('catalog.product.archive', { productId: made[4]?.id });
  });
  afterAll(() => listener.close());

  const done = (command: string, payload: object) =>
    listener.world.done(command, payload, { as: listener.world.owner });
  /** Handles of all pages. */
  async function walked(path: string, limit: number): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await listener.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`);
      found.push(...body.items.map(({ handle }: { handle: string }) => handle));
      cursor = body.nextCursor;
    }
    return found;
  }

  test('the store, with who sells in it', async () => {
    const { storeId } = listener.world;
    const { status, body } = await listener.get('');
    expect([status, body]).toMatchObject([200, { id: storeId, metafields: {}, identity: { title: company.title } }]);
    for (const sealed of ['iban', 'nationalId', 'taxNumber']) expect(body.identity).not.toHaveProperty(sealed);
  });

  test('a product as the shop has it by now, and only while it is sold', async () => {
    const { body } = await listener.get(`/products/${handles[0]}`);
    expect(body).toMatchObject({
      title: 'Çay 1',
      price: 10_001,
      categoryId: tea,
      description: '<p>Demli</p>',
      metafields: { origin: 'Rize' },
      variants: [
        { title: '100 g', stock: 1, price: null },
        { title: '250 g', stock: null, price: 20_000 },
      ],
      media: [{ alt: 'Bir bardak çay' }],
    });
    for (const path of [`/products/${handles[4]}`, '/products/yok', '/collections/yok', `/categories/${newId('cat')}`])
      expect(await listener.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('products in pages, all of them or those of a category, without what may be long', async () => {
    expect(await walked('/products', 2)).toEqual(handles.slice(0, 4));
    expect(await walked('/products', 100)).toEqual(handles.slice(0, 4));
    expect(await walked(`/products?category=${tea}`, 2)).toEqual(handles.slice(0, 3));
    const { body } = await listener.get('/products?limit=1');
    expect(body.items[0]).toMatchObject({ metafields: { origin: 'Rize' }, picture: { alt: 'Bir bardak çay' } });
    for (const long of ['description', 'media']) expect(body.items[0]).not.toHaveProperty(long);
    // A filter names what may not be there.
    expect((await listener.get(`/products?category=${newId('cat')}`)).body.items).toEqual([]);
  });

  test('collections with how many they hold, and their products in the order that the shop gave them', async () => {
    const { body } = await listener.get('/collections');
    expect(body).toMatchObject({ items: [{ handle: 'raf', title: 'Raf', productCount: 4 }], nextCursor: null });
    expect(body.items[0]).not.toHaveProperty('products');
    expect((await listener.get('/collections/raf')).body).toEqual(body.items[0]);
    const inOrder = [3, 0, 2, 1].map((nth) => handles[nth]);
    for (const limit of [1, 3, 4]) expect(await walked('/collections/raf/products', limit)).toEqual(inOrder);
    expect((await listener.get('/collections/yok/products')).status).toBe(404);
  });

  test('goes on behind the last product of a page, though it has left the collection or stands elsewhere', async () => {
    const made: { id: string; handle: string }[] = [];
    for (const title of ['Bal A', 'Bal B', 'Bal C', 'Bal D'])
      made.push(await done('catalog.product.create', { title, price: 100 }));
    const ids = made.map(({ id }) => id);
    const { id: collectionId } = await done('catalog.collection.create', { title: 'Bal' });
    const order = (places: readonly number[]) =>
      done('catalog.collection.setProducts', { collectionId, productIds: places.map((place) => ids[place]) });
    await order([0, 1, 2, 3]);
    const { nextCursor } = (await listener.get('/collections/bal/products?limit=2')).body;
    const rest = async () =>
      (await listener.get(`/collections/bal/products?limit=9&cursor=${nextCursor}`)).body.items.map(
        ({ title }: { title: string }) => title,
      );
    expect(await rest()).toEqual(['Bal C', 'Bal D']);
    await order([0, 2, 3]);
    expect(await rest()).toEqual(['Bal C', 'Bal D']);
    await order([1, 0, 2, 3]);
    expect(await rest()).toEqual(['Bal A', 'Bal C', 'Bal D']);
    await done('catalog.collection.archive', { collectionId });
    for (const productId of ids) await done('catalog.product.archive', { productId });
  });

  test('categories', async () => {
    const { body } = await listener.get('/categories');
    expect(body.items).toMatchObject([
      { id: tea, name: 'Çay', taksitCap: 3, position: 0 },
      { name: 'Kahve', position: 1 },
    ]);
    expect((await listener.get(`/categories/${tea}`)).body).toEqual(body.items[0]);
  });

  test.each([
    '/products?limit=0',
    '/products?limit=101',
    '/products?cursor=x',
    '/products?category=cay',
    '/collections?foo=1',
  ])('refuses %s', async (path) => {
    expect(await listener.get(path)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('a cursor is of the list that it was made for', async () => {
    const { nextCursor } = (await listener.get('/products?limit=1')).body;
    for (const path of [`/collections?cursor=${nextCursor}`, `/products?category=${tea}&cursor=${nextCursor}`])
      expect((await listener.get(path)).status).toBe(400);
  });

  test('of a store that there is not, nothing is shown, and of another store its own', async () => {
    for (const path of ['', '/products', '/collections', '/categories', '/collections/raf/products'])
      expect((await listener.get(path, {}, newId('str'))).status).toBe(404);
    const { other } = listener.world;
    expect((await listener.get('/products', {}, other.storeId)).body).toEqual({ items: [], nextCursor: null });
    expect((await listener.get(`/products/${handles[0]}`, {}, other.storeId)).status).toBe(404);
  });

  test('who has an answer is told that it is the same, until something of it changes', async () => {
    for (const path of ['', '/products?limit=1', `/products/${handles[0]}`, '/collections/raf/products?limit=2']) {
      const first = await listener.get(path);
      const tag = first.headers.get('ETag') as string;
      expect(first.headers.get('Cache-Control')).toBe('no-cache');
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`])
        expect(await listener.get(path, { 'If-None-Match': known })).toMatchObject({ status: 304, text: '' });
      expect((await listener.get(path, { 'If-None-Match': '"x"' })).text).toBe(first.text);
    }
    const before = await listener.get(`/products/${handles[1]}`);
    await done('catalog.stock.adjust', { targetId: before.body.id, delta: -1 });
    const after = await listener.get(`/products/${handles[1]}`, {
      'If-None-Match': before.headers.get('ETag') as string,
    });
    expect([after.status, after.body.stock]).toEqual([200, before.body.stock - 1]);
  });

  test('a page is one statement, whatever is on it', async () => {
    const asked: string[] = [];
    const { query } = Connection.prototype;
    const spied = jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...input) {
      if (/storefront_kv|catalog_|metafield|media/.test(input[0])) asked.push(input[0]);
      return query.apply(this, input) as never;
    });
    for (const path of [
      '/products?limit=100',
      `/products?category=${tea}`,
      '/collections',
      '/collections/raf/products',
    ])
      await listener.get(path);
    spied.mockRestore();
    expect(asked).toHaveLength(4);
  });

  test('nobody is let in without the service key, but to the document that says all this', async () => {
    const { url } = listener.enclave;
    expect((await fetch(`${url}/stores/${listener.world.storeId}/products`)).status).toBe(401);
    const document = await fetch(`${url}/openapi.json`);
    expect(await document.json()).toMatchObject({ openapi: '3.1.0', paths: { '/stores/{storeId}/products': {} } });
    const tag = document.headers.get('ETag') as string;
    expect((await fetch(`${url}/openapi.json`, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });
});

describe('how often a storefront may call', () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await openListener({
      environment: { TEZGAH_CHECKOUT_PER_MINUTE: '5', TEZGAH_THROTTLE_PER_MINUTE: '1' },
    });
  });
  afterAll(() => listener.close());

  test('is said apart from tokens, and each store has its own', async () => {
    const { other } = listener.world;
    const first = await listener.get('/products');
    expect(first.headers.get('RateLimit-Policy')).toBe('"store";q=5;w=60');
    for (let nth = 2; nth <= 5; nth += 1) expect((await listener.get('/products')).status).toBe(200);
    const beyond = await listener.get('/products');
    expect([beyond.status, beyond.body.code]).toEqual([429, 'throttled']);
    expect(Number(beyond.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await listener.get('/products', {}, other.storeId)).status).toBe(200);
  });
});
