import { bodyText } from '../../src/design/bundle/text';
import type { Queryable } from '../../src/kernel/database/queryable';
import { endCssThreads } from '../../src/skin/css/apart';
import { designOf } from '../../src/storefront/read/design';
import { Designs } from '../../src/storefront/read/designs';
import { examplePackage } from '../../src/theme/package/example';
import { openShops, publish, type Shops, titled } from './shops';

test('colours that nobody reads are not those of the steps to an order, nor of the seller', () => {
  const white = { 'color-text': '#ffffff', 'color-bg': '#ffffff', 'color-surface': '#ffffff' };
  const { css, plain } = designOf('h', bodyText({ ...titled('Beyaz'), variables: white }).text);
  expect(css).toContain('--tz-color-text: #ffffff;');
  expect(plain.css).toContain('--tz-color-text: #1c1917;');
  for (const sheet of [css, plain.css])
    expect(sheet).toMatch(/\[data-seller\] \{[^}]+background: #f5f5f4 !important; color: #1c1917 !important/);
  const night = designOf(
    'h',
    bodyText({ ...titled('Gece'), theme: { key: 'sade', version: '1.0.0', preset: 'gece' } }).text,
  );
  expect(night.plain.css).toContain('--tz-color-text: #f2efe9;');
  expect(night.css).toContain('background: #1f2327 !important; color: #f2efe9 !important');
});

describe('what a shop brings itself', () => {
  let shops: Shops;
  beforeAll(async () => {
    shops = await openShops();
  });
  afterAll(async () => {
    await endCssThreads();
    await shops.close();
  });

  const styleOf = async (): Promise<string> => {
    const { text } = await shops.get('/');
    const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const { status, headers, text: css } = await shops.get(address);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/css')]);
    return css;
  };

  test('a theme of its own dresses it, as the gate writes it', async () => {
    await shops.world.done('theme.push', examplePackage, { as: shops.world.owner });
    await publish(shops.world, {
      ...titled('Kendi temamız'),
      theme: { key: 'bizim-tema', version: '1.0.0', preset: 'gece' },
    });
    const css = await styleOf();
    expect(css).toContain('@layer skin {\n[data-el="header"],[data-el="footer"]{background:var(--tz-color-surface)}');
    expect(css).toContain('--tz-color-accent: #3b2a6b;');
  });

  test('the style sheet of its design comes last, as the gate writes it', async () => {
    await publish(shops.world, { ...titled('Kendi biçimimiz'), customCss: '[data-el="hero"]  {  gap : 7px  }' });
    expect(await styleOf()).toContain('@layer custom {\n[data-el="hero"]{gap:7px}\n}');
  });

  test('whoever comes while a design is read waits for that reading, and one that fails is read anew', async () => {
    const hash = await publish(shops.world, { ...titled('Birlikte'), customCss: '[data-el="hero"] { gap: 9px }' });
    const { storeId } = shops.world;
    let asked = 0;
    let isAway = true;
    const query: Queryable['query'] = async (...of) => {
      asked += 1;
      if (isAway) throw new Error('away');
      return shops.database.reader(storeId).query(...of);
    };
    const designs = new Designs(() => ({ query }));
    const all = () => Promise.allSettled(Array.from({ length: 30 }, () => designs.load(storeId, hash)));
    expect((await all()).map(({ status }) => status)).toEqual(Array(30).fill('rejected'));
    expect(asked).toBe(1);
    isAway = false;
    const loaded = (await all()).map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    expect([asked, new Set(loaded).size]).toEqual([2, 1]);
    expect(loaded[0]?.css).toContain('gap:9px');
    expect(await designs.load(storeId, hash)).toBe(loaded[0]);
    expect(await designs.load(storeId, '0'.repeat(64))).toBeUndefined();
  });

  test('what the gate refuses by now is not shown, and the page is', async () => {
    await publish(shops.world, {
      ...titled('Eski'),
      customCss: '[data-el="hero"] { background: url(//evil.example) }',
    });
    const css = await styleOf();
    expect(css).not.toContain('evil');
    expect(css).not.toContain('@layer custom {');
  });
});
