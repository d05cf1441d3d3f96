import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { Bundle, BundleNode } from '../../src/design/bundle/bundle';
import type { Queryable } from '../../src/kernel/database/queryable';
import { newId } from '../../src/kernel/ids';
import { limits } from '../../src/kit/limits';
import { Pages } from '../../src/storefront/pages';
import { LIST_ROWS } from '../../src/storefront/read/asks';
import { Designs } from '../../src/storefront/read/designs';
import { placeOf, queryIn } from '../../src/storefront/read/place';
import { drawn } from '../channel/catalog-there';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { company } from '../store/identity';
import { startTestWorker } from '../world/worker';
import { openShops, PREVIEW_HOST, publish, type Shops, skeletonBody, titled } from './shops';

describe('the pages of a shop', () => {
  let shops: Shops;
  let category: string;
  let filter: { id: string; handle: string };
  beforeAll(async () => {
    shops = await openShops();
    await startTestWorker(shops.world);
    await done('settings.identity.update', company);
    ({ id: category } = await done('catalog.category.create', { name: 'Kahve & Çay', taksitCap: 3 }));
    filter = await done('catalog.product.create', {
      title: 'Filtre Kahve',
      price: 32_900,
      compareAt: 37_900,
      categoryId: category,
      description:
        '<p>Taze <b>kavrulmuş</b></p><table><tr><th>Öğütme<th>Demleme<tr><td>İnce<td>Cezve</table><script>alert(1)</script>',
      variants: [
        { title: '250 g', stock: 40 },
        { title: '1 kg', stock: 0, price: 109_900 },
      ],
    });
    await done('catalog.product.create', { title: 'Türk Kahvesi', price: 14_990, stock: 3, categoryId: category });
    await done('metafield.definition.create', { target: 'product', key: 'origin', type: 'text', label: 'Menşe' });
    await done('metafield.set', { ownerId: filter.id, key: 'origin', value: 'Etiyopya' });
    const media = [{ mediaId: await committed(shops.world, await plain(400, 300)), alt: 'Bir fincan kahve' }];
    await done('catalog.product.setMedia', { productId: filter.id, media });
    await drawn(shops);
  });
  afterAll(() => shops.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  test('before a design is published, a shop says that it is being prepared', async () => {
    const { status, headers, text } = await shops.get('/');
    expect([status, headers['retry-after'], text]).toEqual([503, '60', expect.stringContaining('hazırlanıyor')]);
  });

  test('the home page shows the design with products of the shop, and who sells', async () => {
    await publish(shops.world, skeletonBody());
    const { status, text, headers } = await shops.get('/');
    expect(status).toBe(200);
    for (const shown of [
      'Mağazamıza hoş geldiniz',
      'Filtre Kahve',
      '329,00 TL – 1.099,00 TL',
      'Kahve &amp; Çay',
      company.title,
    ])
      expect(text).toContain(shown);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(text).toContain('href="/kategori/kahve-ve-cay-cat_');
  });

  test('a product with its variants as radios, its picture, price, stock and custom fields', async () => {
    const { status, text } = await shops.get(`/urun/${filter.handle}`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1 data-part="title"[^>]*><span[^>]*>Filtre Kahve<\/span><\/h1>/);
    expect(text.match(/type="radio"/g)).toHaveLength(2);
    for (const shown of [
      'Tükendi',
      'Menşe',
      'Etiyopya',
      '<bdi>Taze </bdi><bdi><strong>kavrulmuş</strong></bdi>',
      '<th scope="col"><bdi>Öğütme</bdi></th>',
      '<td><bdi>Cezve</bdi></td>',
      'alt="Bir fincan kahve"',
      '"@type":"Product"',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('alert(1)');
    const [picture] = /\/media\/[^" ]+\.webp/.exec(text) ?? [];
    const { status: found, headers } = await shops.get(picture as string);
    expect([found, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  /** What the head of a page says to programs that preview it. */
  const previewAt = async (path: string): Promise<ReadonlyMap<string, string>> => {
    const { text } = await shops.get(path);
    const metas = [...text.matchAll(/<meta (?:property|name)="((?:og|product|twitter):[^"]+)" content="([^"]*)">/g)];
    expect(new Set(metas.map(([, name]) => name)).size).toBe(metas.length);
    return new Map(metas.map(([, name, content]) => [name as string, content as string]));
  };

  test('a link that is sent on shows the product with its picture, its words and its price', async () => {
    const preview = await previewAt('/urun/filtre-kahve');
    expect(Object.fromEntries(preview)).toMatchObject({
      'og:type': 'product',
      'og:url': 'http://kahve-dukkani.localhost:4200/urun/filtre-kahve',
      'og:title': expect.stringContaining('Filtre Kahve'),
      'og:description': 'Taze kavrulmuş Öğütme Demleme, İnce Cezve',
      'og:image:type': 'image/jpeg',
      'og:image:alt': 'Bir fincan kahve',
      'product:price:amount': '329.00',
      'product:price:currency': 'TRY',
      'product:availability': 'instock',
      'twitter:card': 'summary_large_image',
    });
    const image = new URL(preview.get('og:image') as string);
    expect(image.origin).toBe('http://kahve-dukkani.localhost:4200');
    const { status, headers, bytes } = await shops.get(image.pathname);
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { width, height } = await sharp(bytes).metadata();
    expect([preview.get('og:image:width'), preview.get('og:image:height')]).toEqual([String(width), String(height)]);
  });

  test('so does one to a page of another kind, with the first picture that it shows', async () => {
    for (const path of ['/', `/kategori/kahve-ve-cay-${category}`, '/ara?q=filtre']) {
      const preview = await previewAt(path);
      expect([path, preview.get('og:type'), preview.get('og:image')]).toEqual([
        path,
        'website',
        expect.stringMatching(/^http:\/\/kahve-dukkani\.localhost:4200\/media\/.+\.jpg$/),
      ]);
      expect(preview.get('og:description')).not.toBe('');
      expect(preview.has('product:price:amount')).toBe(false);
    }
    // A page that no merchant has described is described to search engines as well.
    for (const path of ['/', `/kategori/kahve-ve-cay-${category}`, '/urun/turk-kahvesi'])
      expect((await shops.get(path)).text).toMatch(/<meta name="description" content="[^"]{5,}">/);
    // A search is in no index and has no address of its own.
    expect((await previewAt('/ara?q=filtre')).has('og:url')).toBe(false);
    expect((await previewAt('/urun/turk-kahvesi')).get('og:description')).toBe('Türk Kahvesi: 149,90 TL');
    expect((await previewAt('/urun/turk-kahvesi')).get('twitter:card')).toBe('summary');
  });

  test('no text of a shop ends the attribute that it stands in', async () => {
    const title = '"><script>x</script>&';
    const { id, handle } = await done('catalog.product.create', {
      title,
      description: `<p>'"&gt;&lt;b</p>`,
      price: 100,
    });
    const { text } = await shops.get(`/urun/${handle}`);
    expect(text).not.toContain('<script>x');
    const preview = await previewAt(`/urun/${handle}`);
    expect(preview.get('og:title')).toMatch(/^&quot;&gt;&lt;script&gt;x&lt;\/script&gt;&amp; · /);
    expect(preview.get('og:description')).toBe('&#39;&quot;&gt;&lt;b');
    await done('catalog.product.archive', { productId: id });
  });

  test.each([
    ['/urun/filtre-kahve/', '/urun/filtre-kahve'],
    ['/urun/FILTRE-KAHVE?renk=mavi&a=%20', '/urun/filtre-kahve?renk=mavi&a=%20'],
    ['/URUN/Filtre-Kahve//', '/urun/filtre-kahve'],
    ['/urun/F%C4%B0LTRE-KAHVE', '/urun/filtre-kahve'],
    ['/koleksiyon/Yaz/', '/koleksiyon/yaz'],
    ['/Kategori/Kahve-cat_01JZZZZZZZZZZZZZZZZZZZZZZZ/', '/kategori/kahve-cat_01JZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['/Sayfa/Hakkimizda', '/sayfa/hakkimizda'],
    ['/EK/beden-tablosu/', '/ek/beden-tablosu'],
    ['/ara/?q=TV', '/ara?q=TV'],
    ['//', '/'],
  ])('%s leads to the address that is meant', async (path, to) => {
    const { status, headers } = await shops.get(path);
    expect([status, headers.location]).toEqual([301, to]);
    // It is there: nobody is led on.
    expect((await shops.get(to)).status).not.toBe(301);
  });

  test.each([
    '//evil.example/urun/x',
    '/\\evil.example/',
    '/urun/a%2F%2Fevil.example/',
    '/urun/%ff/',
    '/Urun/a/b',
    `/urun${'/'.repeat(5_000)}x`,
  ])('%s leads nowhere', async (path) => {
    const { status, headers } = await shops.get(path);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  test('the style sheet is kept for good under its name', async () => {
    const { text } = await shops.get('/');
    const [style] = /\/tema\/[^"]+\.css/.exec(text) ?? [];
    const { status, headers, text: css } = await shops.get(style as string);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(css).toContain('--tz-color-accent: #7a2e1d');
  });

  test('pages, style sheets and the list of pages are sent small to whoever asks for that', async () => {
    const { text } = await shops.get('/');
    const [style] = /\/tema\/[^"]+\.css/.exec(text) ?? [];
    for (const path of ['/', '/urun/filtre-kahve', style as string, '/sitemap.xml']) {
      const plain = await shops.get(path);
      if (plain.bytes.length < 1_024) continue;
      const { headers, bytes } = await shops.get(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'br', 'Accept-Encoding']);
      expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
    }
  });

  test('what is not there is the page of the design that says so', async () => {
    for (const path of ['/yok', '/urun/yok', '/koleksiyon/yok', '/sayfa/yok', '/%ff', '/urun/a/b']) {
      const { status, text } = await shops.get(path);
      expect([path, status, text.includes('burada değil')]).toEqual([path, 404, true]);
    }
  });

  test('categories and searches', async () => {
    const { text: listed, status } = await shops.get(`/kategori/eski-ad-${category}`);
    expect([status, listed.includes('Türk Kahvesi')]).toEqual([200, true]);
    expect((await shops.get('/ara?q=filtre')).text).toContain('Filtre Kahve');
    expect((await shops.get('/ara?q=filtre')).text).not.toContain('Türk Kahvesi');
    expect((await shops.get('/ara?q=yokb%C3%B6yle')).text).toContain('bulunamadı');
  });

  test('a page that a visitor has already is not sent again, and a change is seen at once', async () => {
    const first = await shops.get('/');
    // Its forms for `Accept-Encoding` have one tag.
    expect(first.headers.etag).toMatch(/^W\/"/);
    const known = { headers: { 'If-None-Match': String(first.headers.etag) } };
    expect(await shops.get('/', known)).toMatchObject({ status: 304, text: '' });
    await publish(shops.world, titled('Yeni başlık'));
    expect(await shops.get('/', known)).toMatchObject({ status: 200, text: expect.stringContaining('Yeni başlık') });
  });

  test('a host that is none, and what is no page, are told apart from nothing', async () => {
    for (const host of ['yok.localhost', 'localhost', 'oteki.example', PREVIEW_HOST])
      expect([host, (await shops.get('/', { host })).status]).toEqual([host, 404]);
    // Nothing runs on a page of no shop either.
    const { headers } = await shops.get('/', { host: 'yok.localhost' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await shops.get('/', { method: 'POST' })).status).toBe(405);
    expect((await shops.get('/livez', { host: 'any' })).status).toBe(200);
    expect((await shops.get('/readyz', { host: 'any' })).text).toBe('{"status":"ready"}');
  });

  test('robots find every page of the shop, and no search', async () => {
    await publish(shops.world, skeletonBody());
    expect((await shops.get('/robots.txt')).text).toContain('Sitemap: http://kahve-dukkani.localhost:4200/sitemap.xml');
    const { text, headers } = await shops.get('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    const paths = [...text.matchAll(/<loc>http:\/\/kahve-dukkani\.localhost:4200([^<]*)<\/loc>/g)].map(
      ([, path]) => path,
    );
    expect(paths).toEqual(['/', `/kategori/kahve-ve-cay-${category}`, '/urun/filtre-kahve', '/urun/turk-kahvesi']);
    for (const path of paths) expect([path, (await shops.get(path as string)).status]).toEqual([path, 200]);
  });

  test('search engines read an offer for each variant, who sells, and how long a buyer may withdraw', async () => {
    const dataOf = async (path: string) =>
      [...(await shops.get(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, data = '']) => JSON.parse(data),
      );
    const product = (await dataOf('/urun/filtre-kahve')).find((each) => each['@type'] === 'Product');
    const url = 'http://kahve-dukkani.localhost:4200/urun/filtre-kahve';
    expect(product).toMatchObject({ url, name: 'Filtre Kahve' });
    expect(product.offers).toMatchObject([
      { '@type': 'Offer', name: '250 g', price: '329.00', priceCurrency: 'TRY', url },
      { '@type': 'Offer', name: '1 kg', price: '1099.00', availability: 'https://schema.org/OutOfStock' },
    ]);
    const [single] = await dataOf('/urun/turk-kahvesi').then((all) =>
      all.filter((each) => each['@type'] === 'Product'),
    );
    expect(single.offers).toMatchObject({ price: '149.90', availability: 'https://schema.org/InStock' });
    const [shop] = await dataOf('/').then((all) => all.filter((each) => each['@type'] === 'OnlineStore'));
    expect(shop).toMatchObject({
      legalName: company.title,
      address: { addressCountry: 'TR' },
      hasMerchantReturnPolicy: { merchantReturnDays: 14 },
    });
  });

  test('the logo is the icon of each page', async () => {
    const body = skeletonBody();
    const [header] = Object.values(body.nodes).filter(({ type }) => type === 'header');
    const { items } = await shops.world.read('media.list');
    (header as { props: Record<string, unknown> }).props.logo = items[0].id;
    await publish(shops.world, body);
    for (const path of ['/', '/urun/filtre-kahve', '/urun/yok']) {
      const { text } = await shops.get(path);
      const [, icon = ''] = /<link rel="icon" type="image\/webp" href="([^"]+)">/.exec(text) ?? [];
      expect([path, (await shops.get(icon)).headers['content-type']]).toEqual([path, 'image/webp']);
    }
    await publish(shops.world, skeletonBody());
  });

  test('a page that is not there offers the search', async () => {
    const { status, text } = await shops.get('/urun/yok');
    expect([status, text.match(/<main[\s\S]*action="\/ara"[\s\S]*<\/main>/) !== null]).toEqual([404, true]);
  });

  test('the list of pages says when each has changed, and names its pictures', async () => {
    const { text } = await shops.get('/sitemap.xml');
    const today = new Date().toISOString().slice(0, 10);
    const [, entry = ''] = /<url>(<loc>[^<]*\/urun\/filtre-kahve<\/loc>.*?)<\/url>/.exec(text) ?? [];
    const [, changed = ''] = /<lastmod>([^<]+)<\/lastmod>/.exec(entry) ?? [];
    expect([changed <= today, changed]).toEqual([true, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
    const [, image = ''] = /<image:loc>http:\/\/kahve-dukkani\.localhost:4200([^<]+)<\/image:loc>/.exec(entry) ?? [];
    expect((await shops.get(image)).headers['content-type']).toBe('image/webp');
    const other = /<url><loc>[^<]*turk-kahvesi<\/loc>(.*?)<\/url>/.exec(text)?.[1];
    expect(other).toMatch(/^<lastmod>[\d-]+<\/lastmod>$/);
  });

  test('the feed of products has an item for each thing that is sold, and is sent again only when the shop has changed', async () => {
    const { text, headers, status } = await shops.get('/urunler.xml');
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const items = [...text.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) =>
      Object.fromEntries([...item.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name, value]) => [name, value])),
    );
    // Readers refuse what has no picture.
    expect(items.map(({ title }) => title)).toEqual(['Filtre Kahve – 250 g', 'Filtre Kahve – 1 kg']);
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^var_/),
      item_group_id: filter.id,
      title: 'Filtre Kahve – 250 g',
      description: expect.stringContaining('Taze kavrulmuş'),
      link: 'http://kahve-dukkani.localhost:4200/urun/filtre-kahve',
      image_link: expect.stringMatching(/^http:\/\/kahve-dukkani\.localhost:4200\/media\/.+\.webp$/),
      product_type: 'Kahve &amp; Çay',
      condition: 'new',
      identifier_exists: 'no',
      availability: 'in_stock',
      price: '329.00 TRY',
    });
    expect(items[1]).toMatchObject({ availability: 'out_of_stock', price: '1099.00 TRY' });
    const known = { 'If-None-Match': headers.etag as string };
    expect((await shops.get('/urunler.xml', { headers: known })).status).toBe(304);
    await shops.world.sql(`UPDATE storefront_kv SET projected_at = now() WHERE key = 'product:filtre-kahve'`);
    expect((await shops.get('/urunler.xml', { headers: known })).status).toBe(200);
    const packed = await shops.get('/urunler.xml', { headers: { 'Accept-Encoding': 'gzip' } });
    expect([packed.headers['content-encoding'], gunzipSync(packed.bytes).toString()]).toEqual(['gzip', text]);
    expect((await shops.get('/urunler.xml', { method: 'HEAD' })).bytes).toHaveLength(0);
  });

  test('the guide for programs names what the shop sells, and each of its addresses is there', async () => {
    const { text, headers } = await shops.get('/llms.txt');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toContain('## Kategoriler\n\n- [Kahve & Çay](');
    const addresses = [...text.matchAll(/\]\(http:\/\/kahve-dukkani\.localhost:4200([^)]*)\)/g)].map(
      ([, path]) => path,
    );
    expect(addresses.length).toBeGreaterThanOrEqual(5);
    for (const path of addresses) expect([path, (await shops.get(path as string)).status]).toEqual([path, 200]);
  });

  test('a page takes one statement, once its design is known', async () => {
    const asked: string[] = [];
    const { storeId } = shops.world;
    const reader = shops.database.reader(storeId);
    const counting = {
      query(text: string, values?: readonly unknown[]) {
        asked.push(text);
        return reader.query(text, values);
      },
    };
    const designs = new Designs(() => counting as never);
    const pages = new Pages(() => counting as never, designs, 'test');
    const shop = { storeId, shows: { by: 'live' }, prefix: '', origin: 'http://x', sells: 'never', pieces: 0 } as const;
    const at = (path: string) => pages.at(shop, placeOf(path), queryIn(new URLSearchParams()));
    await at('/');
    for (const path of ['/', '/urun/filtre-kahve', `/kategori/${category}`, '/ara']) {
      asked.length = 0;
      expect(await at(path)).toMatchObject({ is: 'page', status: 200 });
      expect([path, asked.length]).toEqual([path, 1]);
    }
  });

  test('a design that shows more than a page may is drawn as far as that, and asks for no more', async () => {
    const ulid = (nth: number) => String(nth).padStart(26, '0');
    const body = skeletonBody();
    const [home] = Object.values(body.pages).filter(({ kind }) => kind === 'home');
    const nodes: Record<string, BundleNode> = {};
    const add = (id: string, type: string, props: BundleNode['props']) => {
      nodes[id] = { type, props };
      home?.root.push(id);
    };
    for (let grid = 0; grid < 300; grid += 1) {
      const products = Array.from({ length: 24 }, (_, nth) => `prd_${ulid(24 * grid + nth)}`);
      add(`unknown-${grid}`, 'productGrid', { title: `Bilinmeyen ${grid}.`, source: 'products', products });
      // Sections with the same list ask for it once, and each draws it.
      add(`newest-${grid}`, 'productGrid', { title: `Yeni ${grid}.`, source: 'newest', limit: 24 });
    }
    add('end', 'richText', { title: 'Son bölüm', content: [] });
    const item = (nth: number) => ({ label: `Yol ${nth}`, link: { to: 'product', id: `prd_${ulid(90_000 + nth)}` } });
    const items = Array.from({ length: 40 }, (_, nth) => ({
      ...item(nth),
      items: Array.from({ length: 100 }, (_, below) => item(1_000 * (nth + 1) + below)),
    }));
    const menus = { ...body.menus, long: { label: 'Uzun', items } };
    await publish(shops.world, { ...body, nodes: { ...body.nodes, ...nodes }, menus } as Bundle);
    const { storeId } = shops.world;
    const reader = shops.database.reader(storeId);
    const asked: number[] = [];
    const counting: Queryable['query'] = (text, values) => {
      if (typeof values?.[1] === 'string' && values[1].startsWith('[')) asked.push(JSON.parse(values[1]).length);
      return reader.query(text, values);
    };
    const pages = new Pages(
      () => ({ query: counting }),
      new Designs(shops.database.reader.bind(shops.database)),
      'test',
    );
    const shop = { storeId, shows: { by: 'live' }, prefix: '', origin: 'http://x', sells: 'never', pieces: 0 } as const;
    const answer = await pages.at(shop, placeOf('/'), queryIn(new URLSearchParams()));
    expect(Math.max(...asked)).toBeLessThanOrEqual(2 * limits.thingsPerPage);
    const html = answer.is === 'page' ? answer.html() : '';
    const drawnGrids = html.match(/Yeni \d+\./g) ?? [];
    expect(drawnGrids.length * 2 * 24).toBeLessThanOrEqual(limits.thingsPerPage);
    expect(drawnGrids.length).toBeGreaterThan(10);
    expect(html.match(/href="\/urun\/filtre-kahve"/g)?.length).toBeLessThan(limits.thingsPerPage);
    // Sections that show nothing of the shop are drawn, and so is the seller below.
    for (const shown of ['Son bölüm', company.title]) expect(html).toContain(shown);
    await publish(shops.world, skeletonBody());
  });

  test('the list of all products goes on to its end, each product once', async () => {
    const own = await openShops();
    try {
      await publish(own.world, skeletonBody());
      for (let nth = 0; nth < 2 * LIST_ROWS + 1; nth += 1)
        await own.world.done('catalog.product.create', { title: `Kupa ${nth}`, price: 1_000 });
      const seen: string[] = [];
      for (let path: string | undefined = '/ara'; path !== undefined; ) {
        const { text } = await own.get(path);
        seen.push(...new Set([...text.matchAll(/href="(\/urun\/[^"]+)"/g)].map(([, href]) => href as string)));
        path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      }
      expect([seen.length, new Set(seen).size]).toEqual([2 * LIST_ROWS + 1, 2 * LIST_ROWS + 1]);
    } finally {
      await own.close();
    }
  });

  test('a host of the shop’s own shows the same shop', async () => {
    const own = await openShops({ environment: { TEZGAH_STOREFRONT_HOSTS: `www.kahve.example=${newId('str')}` } });
    try {
      expect((await own.get('/', { host: 'www.kahve.example' })).status).toBe(404);
      const storeId = own.world.storeId;
      await publish(own.world, skeletonBody());
      (own.world.config.storefrontHosts as Map<string, string>).set('www.kahve.example', storeId);
      const { status, text } = await own.get('/', { host: 'www.kahve.example' });
      expect([status, text.includes('<link rel="canonical" href="https://www.kahve.example/">')]).toEqual([200, true]);
    } finally {
      await own.close();
    }
  });

  test('while Postgres is away a shop says so, and comes back', async () => {
    const own = await openShops();
    try {
      await publish(own.world, skeletonBody());
      expect((await own.get('/')).status).toBe(200);
      const name = new URL(own.world.superuserUrl).pathname.slice(1);
      await own.world.sql(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
      await own.world.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'shops'",
      );
      const { status, headers, text } = await own.get('/');
      expect([status, headers['retry-after'], text.includes('ulaşılamıyor')]).toEqual([503, '5', true]);
      expect((await own.get('/livez')).status).toBe(200);
      expect((await own.get('/readyz')).status).toBe(503);
      await own.world.sql(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
      expect((await own.get('/')).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});
