import { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import { LIST_ROWS } from '../../src/storefront/read/asks';
import { openShops, publish, type Shops, skeletonBody } from './shops';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)];

describe('the search of a shop', () => {
  let shops: Shops;
  beforeAll(async () => {
    shops = await openShops();
    await publish(shops.world, skeletonBody());
    for (const title of [
      'Ilık Süt Şişesi',
      'LG TV 50 inç',
      'Tişört XL',
      'Kulaklık 5 renk',
      'Çift kişilik nevresim',
      'Ütü masası, M&S',
      'TVC kablosu',
      'Mutfak şefi 502',
    ])
      await shops.world.done('catalog.product.create', { title, price: 1_000 });
  });
  afterAll(() => shops.close());

  const found = async (words: string): Promise<readonly string[]> => {
    const { status, text } = await shops.get(`/ara?q=${encodeURIComponent(words)}`);
    expect(status).toBe(200);
    return [...text.matchAll(/data-part="title">([^<]+)<\/p>/g)].map(([, title = '']) =>
      title.replaceAll('&amp;', '&'),
    );
  };

  test.each([
    ['tv', ['LG TV 50 inç', 'TVC kablosu']],
    ['TV', ['LG TV 50 inç', 'TVC kablosu']],
    ['lg tv', ['LG TV 50 inç']],
    ['LG', ['LG TV 50 inç']],
    ['XL', ['Tişört XL']],
    ['50', ['LG TV 50 inç', 'Mutfak şefi 502']],
    ['5', ['Kulaklık 5 renk']],
    ['m&s', ['Ütü masası, M&S']],
    ['İÇ', []],
    ['İN', ['LG TV 50 inç']],
    ['tv inç', ['LG TV 50 inç']],
    ['tv yok', []],
    // A piece within a word is found from three letters on.
    ['ef', []],
    ['efi', ['Mutfak şefi 502']],
  ])('%j', async (words, titles) => {
    expect(await found(words)).toEqual(titles);
  });

  test.each(['ılık', 'ILIK', 'ilik', 'Ilık'])(
    '%s: what is a word of the product comes before what has it within',
    async (words) => {
      expect(await found(words)).toEqual(['Ilık Süt Şişesi', 'Çift kişilik nevresim']);
    },
  );

  test('a beginning of a word comes after whole words, and before what is within one', async () => {
    // The newest has it within a word, and the oldest as a word.
    for (const title of ['Bakır cezve', 'Bakırcı seti', 'Parlakbakır tava'])
      await shops.world.done('catalog.product.create', { title, price: 1_000 });
    expect(await found('bakır')).toEqual(['Bakır cezve', 'Bakırcı seti', 'Parlakbakır tava']);
  });

  test.each(['&', '…', '%', '_', '\\', 'ж'])('%s alone asks for a letter', async (words) => {
    const { text } = await shops.get(`/ara?q=${encodeURIComponent(words)}`);
    expect(text).toContain('Aramak için harf veya rakam yazın.');
  });

  test('goes on to its end in its order, each product once, with none that is not for sale', async () => {
    const titles: string[] = [];
    for (let nth = 0; nth < LIST_ROWS + 3; nth += 1) {
      const title = nth % 2 === 0 ? `Çay ${nth}` : `Çaydanlık ${nth}`;
      await shops.world.done('catalog.product.create', { title, price: 1_000 });
      titles.push(title);
    }
    const { id } = await shops.world.done('catalog.product.create', { title: 'Çay kaşığı', price: 1_000 });
    await shops.world.done('catalog.product.archive', { productId: id });
    const pages: string[][] = [];
    for (let path: string | undefined = '/ara?q=%C3%A7ay'; path !== undefined; ) {
      const { text } = await shops.get(path);
      pages.push([...text.matchAll(/data-part="title">([^<]+)<\/p>/g)].map(([, title = '']) => title));
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(pages.map(({ length }) => length)).toEqual([LIST_ROWS, 3]);
    const newest = titles.toReversed();
    const isWhole = (title: string) => title.startsWith('Çay ');
    expect(pages.flat()).toEqual([...newest.filter(isWhole), ...newest.filter((title) => !isWhole(title))]);
  });

  test('reads the index of its keys alone, in a shop of 5,000 products', async () => {
    const client = new Client({ connectionString: shops.world.superuserUrl });
    await client.connect();
    try {
      const { storeId } = shops.world;
      const texts = Array.from(
        { length: 5_000 },
        (_, nth) => `urun ${nth} renk ${nth % 50}\n${nth === 7 ? 'lg tv ku' : 'kupa'}`,
      );
      await client.query(
        'INSERT INTO catalog_search (store_id, product_id, text) SELECT $1, id, text FROM unnest($2::text[], $3::text[]) AS of(id, text)',
        [storeId, texts.map(() => newId('prd')), texts],
      );
      await client.query('ANALYZE catalog_search');
      const { rows: bodies } = await client.query(
        `SELECT prosrc AS body, proconfig AS settings FROM pg_proc WHERE proname = 'search_shop'`,
      );
      const [{ body, settings }] = bodies as [{ body: string; settings: readonly string[] }];
      await client.query('BEGIN');
      for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
      await client.query(`SET LOCAL app.store_id = '${storeId}'`);
      const asked = body
        .replaceAll(/\bwords\b/g, `'{}'::text[]`)
        .replaceAll(/\b(heads|ranked)\b/g, `'{lg,tv}'::text[]`);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked}`);
      await client.query('ROLLBACK');
      const nodes = within(rows[0]['QUERY PLAN'][0].Plan);
      expect(new Set(nodes.flatMap((node) => node['Index Name'] ?? []))).toEqual(new Set(['catalog_search_keys']));
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      // Of thousands the newest are ranked; a whole word is among them however old it is.
      await client.query(`SET app.store_id = '${storeId}'`);
      const { rows: hits } = await client.query(
        `SELECT f.id, s.text FROM search_shop('{}', '{ku}', '{ku}') AS f JOIN catalog_search s ON s.product_id = f.id ORDER BY f.rank DESC, f.id DESC`,
      );
      expect([hits.length, hits[0].text]).toEqual([1_001, 'urun 7 renk 7\nlg tv ku']);
    } finally {
      await client.end();
    }
  });
});
