import fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { company } from '../store/identity';
import { openShops, publish, type Shops, skeletonBody } from './shops';

/** Whoever prints one of these as it stands has lost. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '{{constructor.constructor("alert(1)")()}}',
  'a\u202eevil\u2066b',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</style><svg onload=alert(1)>',
] as const;

/** Tags and attributes that do something, where the values of attributes are left out. */
const RUNS =
  /^<(?:script(?! type=""$)|iframe|object|embed|svg|style|base|meta http-equiv)|^<[a-z][^>]*\s(?:on\w+|style|srcdoc)=/i;
const ADDRESS = /\s(?:href|src|action|srcset)="([^"]*)"/g;
const SAFE = /^(?:\/(?!\/)|#|https:\/\/|http:\/\/kahve-dukkani\.localhost:4200\/|mailto:|tel:)/;
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

/** Tags alone, without what stands between them. Of our own no attribute is without quotes. */
const tagsOf = (html: string): string[] => html.match(/<[a-z!/](?:"[^"]*"|[^">])*>/gi) ?? [];

describe('hostile content', () => {
  let shops: Shops;
  let handles: string[];
  beforeAll(async () => {
    shops = await openShops();
    await done('settings.identity.update', company);
    handles = [];
    for (const attack of ATTACKS) {
      const title = attack.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
      const { handle } = await done('catalog.product.create', {
        title,
        brand: title.slice(0, 100),
        price: 100,
        description: `<p>${attack}</p>${attack}<table><tr><td>${attack}</td><td><a href="${attack}">x</a></td></tr></table>`,
        variants: [{ title, stock: 1 }],
      });
      handles.push(handle);
    }
    await shops.world.sql(`
      UPDATE storefront_kv SET value = value || '{"title": "ters \\u202e \\u2066 çevrilmiş"}' WHERE key = 'product:${handles[8]}'`);
  });
  afterAll(() => shops.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  const expectHarmless = (html: string) => {
    const tags = tagsOf(html);
    expect(tags.filter((tag) => RUNS.test(tag.replaceAll(/"[^"]*"/g, '""').replace(/>$/, '')))).toEqual([]);
    const addresses = tags.flatMap((tag) => [...tag.matchAll(ADDRESS)].map(([, address = '']) => address));
    expect(addresses.filter((address) => !SAFE.test(address))).toEqual([]);
    expect(html).not.toMatch(TURNS);
    expect(html).toMatch(/<\/footer><\/div>\n<\/body>\n<\/html>\n$/);
    expect(html.match(/<main/g)).toHaveLength(1);
    for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)) {
      expect(data).not.toMatch(/[<>]/);
      expect(() => JSON.parse(data)).not.toThrow();
    }
  };

  test('texts of products are texts on every page that shows them', async () => {
    await publish(shops.world, skeletonBody());
    for (const path of ['/', '/ara', '/ara?q=alert', ...handles.map((handle) => `/urun/${handle}`)]) {
      const { status, text } = await shops.get(path);
      expect([path, status]).toEqual([path, 200]);
      expectHarmless(text);
    }
  });

  test('each text and each link of a design replaced by an attack: the page stands, and runs nothing', async () => {
    const { storeId } = shops.world;
    for (const attack of ATTACKS) {
      const replaced = (value: unknown): unknown => {
        if (typeof value === 'string') return attack;
        if (Array.isArray(value)) return value.map(replaced);
        if (typeof value !== 'object' || value === null) return value;
        const kept = new Set([
          'type',
          'menu',
          'source',
          'layout',
          'align',
          'height',
          'tone',
          'width',
          'media',
          'ratio',
          'side',
        ]);
        return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, kept.has(key) ? of : replaced(of)]));
      };
      const body = skeletonBody();
      const nodes = Object.fromEntries(
        Object.entries(body.nodes).map(([id, node]) => [id, { ...node, props: replaced(node.props) }]),
      );
      const menus = { main: { label: attack, items: [{ label: attack, link: attack }] } };
      await publish(shops.world, { ...body, nodes, menus, variables: { 'color-accent': attack } } as unknown as Bundle);
      for (const path of ['/', `/urun/${handles[0]}`, '/yok']) {
        const { status, text } = await shops.get(path);
        expect([attack, path, status]).toEqual([attack, path, path === '/yok' ? 404 : 200]);
        expectHarmless(text);
        const [style] = /\/tema\/[^"]+\.css/.exec(text) ?? [];
        const css = (await shops.get(style as string)).text;
        expect([storeId, css.includes('alert'), /url\(|@import/.test(css)]).toEqual([storeId, false, false]);
      }
    }
  });

  test('each setting of a block and of a page of an extension replaced by an attack', async () => {
    for (const extension of ['whatsapp', 'delivery'])
      for (const what of ['install', 'enable']) await done(`extension.${what}`, { extension });
    const usual = { phone: '905321234567', preparationDays: 1, returnDays: 14 };
    for (const attack of [
      ...ATTACKS,
      '\ud800 tek',
      '{store.name}{phone}',
      '//evil.example/x',
      'https://a@evil.example',
    ]) {
      const texts = ['button', 'note', 'hours', 'title', 'intro', 'returnAddress', 'contact'].map((name) => [
        name,
        attack,
      ]);
      const lists = ['carriers', 'exceptions'].map((name) => [name, [attack]]);
      for (const whole of [usual, { phone: attack, preparationDays: attack, returnDays: attack }]) {
        const config = { ...Object.fromEntries([...texts, ...lists]), ...whole };
        const block = { id: 'blk-1', extension: 'whatsapp', block: 'ask', config };
        const zones = {
          'product.afterBuy': [block],
          'footer.before': [{ ...block, id: 'blk-2', block: 'chat' }],
          'page.top': [{ ...block, id: 'blk-3' }],
        };
        const extPages = { kargo: { extension: 'delivery', page: 'delivery', config } };
        await publish(shops.world, { ...skeletonBody(), zones, extPages } as unknown as Bundle);
        for (const path of ['/', ...handles.slice(0, 3).map((handle) => `/urun/${handle}`), '/ek/kargo']) {
          const { status, text } = await shops.get(path);
          expect([attack, path, status]).toEqual([attack, path, 200]);
          expectHarmless(text);
          expect(text).not.toMatch(/href="(?:javascript|[^"]*evil\.example)/);
        }
      }
    }
  });

  test('whatever is asked for is answered below 500', async () => {
    await publish(shops.world, skeletonBody());
    const part = fc.oneof(
      fc.constantFrom(
        'urun',
        'koleksiyon',
        'kategori',
        'sayfa',
        'ara',
        'tema',
        'media',
        'o',
        'sitemap.xml',
        'robots.txt',
        '..',
        '%00',
        '%ff',
        '%2e%2e',
        "'",
        '%5c',
      ),
      fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const path = fc
      .tuple(fc.array(part, { maxLength: 4 }), fc.string({ maxLength: 40 }))
      .map(
        ([parts, query]) =>
          `/${parts.join('/')}?q=${encodeURIComponent(query.toWellFormed())}&sonra=${encodeURIComponent(query.toWellFormed())}`,
      );
    const headers = fc.record({
      Cookie: fc.string({ maxLength: 30 }).map(encodeURIComponent),
      'If-None-Match': fc.constantFrom('*', '"', 'W/"x"', ',,,'),
      Range: fc.constantFrom('bytes=9-1', 'bytes=-1', 'x'),
      'Accept-Encoding': fc.constantFrom('gzip', '*;q=0', 'x', ''),
    });
    await fc.assert(
      fc.asyncProperty(path, headers, async (asked, sent) => {
        const { status } = await shops.get(asked, { headers: sent });
        expect([asked, status < 500]).toEqual([asked, true]);
      }),
      { numRuns: 150 },
    );
  });
});
