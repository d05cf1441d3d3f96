import sharp from 'sharp';
import { drawn } from '../channel/catalog-there';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { startTestWorker } from '../world/worker';
import { openShops, publish, type Shops, skeletonBody } from './shops';

describe('pictures of a shop', () => {
  let shops: Shops;
  let first: string;
  let categoryId: string;
  beforeAll(async () => {
    shops = await openShops();
    await startTestWorker(shops.world);
    ({ id: categoryId } = await done('catalog.category.create', { name: 'Bakır' }));
    first = await committed(shops.world, await plain(900, 600));
    const second = await committed(shops.world, await plain(500, 700));
    for (const handle of ['cezve', 'tepsi', 'sini']) {
      const { id: productId } = await done('catalog.product.create', {
        title: handle,
        handle,
        price: 10_000,
        categoryId,
      });
      if (handle === 'sini') continue;
      const media = [first, second].map((mediaId) => ({ mediaId, alt: `${handle} fotoğrafı` }));
      await done('catalog.product.setMedia', { productId, media });
    }
    await drawn(shops);
    await publish(shops.world, skeletonBody());
  });
  afterAll(() => shops.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
  const pageAt = async (path: string) => (await shops.get(path)).text;
  const withLogo = async (mediaId: string | undefined) => {
    const body = skeletonBody();
    const header = Object.values(body.nodes).find(({ type }) => type === 'header');
    if (mediaId) (header as { props: Record<string, unknown> }).props.logo = mediaId;
    await publish(shops.world, body);
  };
  const contentOf = (text: string, name: string) => new RegExp(`${name}" content="([^"]*)"`).exec(text)?.[1];

  test('programs that preview links get a JPEG of the size that the page says', async () => {
    const text = await pageAt('/urun/cezve');
    const address = new URL(contentOf(text, 'og:image') as string);
    expect([contentOf(text, 'og:image:type'), contentOf(text, 'twitter:image')]).toEqual(['image/jpeg', address.href]);
    const [one, other] = await Promise.all([shops.get(address.pathname), shops.get(address.pathname)]);
    expect([one.status, one.headers['content-type'], one.bytes.equals(other.bytes)]).toEqual([200, 'image/jpeg', true]);
    expect(one.headers['cache-control']).toContain('immutable');
    const { format, width, height } = await sharp(one.bytes).metadata();
    expect([format, `${width}`, `${height}`]).toEqual([
      'jpeg',
      contentOf(text, 'og:image:width'),
      contentOf(text, 'og:image:height'),
    ]);
    const part = await shops.get(address.pathname, { headers: { Range: 'bytes=2-5' } });
    expect([part.status, part.bytes.equals(one.bytes.subarray(2, 6))]).toEqual([206, true]);
    // The avif of a picture, and what is none, have no such form.
    const [, avif = ''] = /srcset="[^"]*?(\/media\/[^" ]+)\.avif/.exec(text) ?? [];
    const strange = address.pathname.replace(/.{6}\.jpg$/, 'ZZZZZZ.jpg');
    for (const path of [...(avif ? [`${avif}.jpg`] : []), strange]) expect((await shops.get(path)).status).toBe(404);
  });

  test('a page without a picture of its own shows the logo where its link is sent', async () => {
    expect(contentOf(await pageAt('/urun/sini'), 'twitter:card')).toBe('summary');
    await withLogo(first);
    const text = await pageAt('/urun/sini');
    expect([contentOf(text, 'twitter:card'), contentOf(text, 'og:image')]).toEqual([
      'summary_large_image',
      expect.stringMatching(/\.jpg$/),
    ]);
    await withLogo(undefined);
  });

  test('the icon is the logo, also where a browser or a telephone looks by itself; else the first letter of the name', async () => {
    const letter = await pageAt('/');
    expect(letter).toContain('<link rel="icon" type="image/svg+xml" href="/simge.svg">');
    expect(contentOf(letter, 'theme-color')).toMatch(/^#[0-9a-f]{6}$/);
    expect((await shops.get('/favicon.ico')).headers.location).toBe('/simge.svg');
    expect((await shops.get('/apple-touch-icon.png')).status).toBe(404);
    const { headers, bytes } = await shops.get('/simge.svg');
    expect([headers['content-type'], bytes.toString()]).toEqual([
      'image/svg+xml',
      expect.stringContaining('>K</text>'),
    ]);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant).toBeDefined();

    await withLogo(first);
    const text = await pageAt('/');
    const [, tab = ''] = /<link rel="icon" type="image\/webp" href="([^"]+)">/.exec(text) ?? [];
    const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(text) ?? [];
    expect((await shops.get('/favicon.ico')).headers.location).toBe(tab);
    for (const path of ['/apple-touch-icon.png', '/apple-touch-icon-120x120-precomposed.png'])
      expect((await shops.get(path)).headers.location).toBe(touch);
    const { width = 0, format } = await sharp((await shops.get(touch)).bytes).metadata();
    expect([format, width >= 180]).toEqual(['jpeg', true]);
    await withLogo(undefined);
    for (const path of ['/favicon.ico', '/simge.svg'])
      expect((await shops.get(path, { host: 'yok.localhost' })).status).toBe(404);
  });

  test('the picture that a visitor waits for is fetched first, those further down later, and each says its size', async () => {
    for (const path of ['/urun/cezve', `/kategori/bakir-${categoryId}`, '/ara']) {
      const images = [...(await pageAt(path)).matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
      expect(images.length).toBeGreaterThan(1);
      expect([path, images.filter((tag) => tag.includes('fetchpriority="high"'))]).toEqual([path, [images[0]]]);
      expect(images[0]).toContain('loading="eager"');
      for (const tag of images) expect(tag).toMatch(/ width="\d+" height="\d+" /);
    }
    // Every picture of a product but the first is lazy.
    const [, ...others] = [...(await pageAt('/urun/cezve')).matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(others.every((tag) => tag.includes('loading="lazy"'))).toBe(true);
  });

  test('each picture of a product leads to itself in large, and from there on and back', async () => {
    const text = await pageAt('/urun/cezve');
    const places = [...text.matchAll(/<a data-zooms href="#([^"]+)"/g)].map(([, place]) => place);
    expect(places).toEqual(['resim-1', 'resim-2']);
    const large = [...text.matchAll(/<section data-zoom id="([^"]+)" aria-label="([^"]+)">(.*?)<\/section>/gs)];
    expect(large.map(([, id]) => id)).toEqual(places);
    expect(large.map(([, , name]) => name)).toEqual(['cezve: 1. görsel, toplam 2', 'cezve: 2. görsel, toplam 2']);
    const linksOf = (nth: number) => [...(large[nth]?.[3] ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(linksOf(0).slice(0, 2)).toEqual(['#resimler', '#resim-2']);
    expect(linksOf(1).slice(0, 2)).toEqual(['#resimler', '#resim-1']);
    expect(text).toContain('id="resimler"');
    const whole = linksOf(0).find((href) => href?.startsWith('/media/')) as string;
    expect((await shops.get(whole)).headers['content-type']).toBe('image/webp');
    expect(await pageAt('/urun/sini')).not.toContain('data-zoom');
  });
});
