import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import { bodyText } from '../../src/design/bundle/text';
import { designOf } from '../../src/storefront/read/design';
import { drawn } from '../channel/catalog-there';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { noteOpen } from '../world/open-things';
import { startTestWorker } from '../world/worker';
import { openShops, publish, type Shops, skeletonBody } from './shops';

/** A skin that would lay the large pictures over the page, or hide them. */
const SKIN =
  '[data-zoom] { display: block; position: fixed; inset: 0; opacity: 0; } [data-zoom] nav { display: none; }';

/** The large picture in the middle of the window, by its place; null: the page itself is there. */
const SEEN = `(() => {
  const zoom = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-zoom]');
  return zoom ? zoom.id : null;
})()`;

describe('pictures in large', () => {
  let shops: Shops;
  let page: Page;
  let browser: Browser;
  let close: () => Promise<void>;
  beforeAll(async () => {
    shops = await openShops();
    await startTestWorker(shops.world);
    const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
    const { id: productId } = await done('catalog.product.create', { title: 'Cezve', handle: 'cezve', price: 10_000 });
    const media = [
      { mediaId: await committed(shops.world, await plain(900, 600)), alt: 'Cezve yandan' },
      { mediaId: await committed(shops.world, await plain(500, 700)), alt: 'Cezve üstten' },
    ];
    await done('catalog.product.setMedia', { productId, media });
    await drawn(shops);
    const body = skeletonBody();
    await publish(shops.world, body);
    const html = (await shops.get('/urun/cezve')).text;
    const { css } = designOf('0'.repeat(64), bodyText(body).text, { customCss: SKIN });
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    browser = await chromium.launch({ executablePath, headless: true, args, env: { ...process.env, ...env } });
    close = noteOpen(() => browser.close());
    page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: true });
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/urun/cezve') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
      if (pathname.endsWith('.css')) return route.fulfill({ contentType: 'text/css', body: css });
      const { bytes, headers } = await shops.get(pathname);
      return route.fulfill({ contentType: String(headers['content-type']), body: bytes });
    });
    await page.goto('http://shop.example/urun/cezve');
  });
  afterAll(async () => {
    await close?.();
    await shops.close();
  });
  const seen = () => page.evaluate(SEEN);

  test('open, go on and close by links, keys and the button back, whatever a skin says', async () => {
    expect(await seen()).toBeNull();
    await page.locator('a[data-zooms]').first().click();
    expect(await seen()).toBe('resim-1');
    await page.getByRole('link', { name: 'Sonraki' }).click();
    expect(await seen()).toBe('resim-2');
    await page.goBack();
    expect(await seen()).toBe('resim-1');
    // The next stop of a keyboard is within it.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Kapat');
    await page.keyboard.press('Enter');
    expect(await seen()).toBeNull();
    await page.locator('a[data-zooms]').nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await seen()).toBe('resim-2');
    await page.locator('#resim-2 img').click();
    expect(await seen()).toBeNull();
  });
});
