import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import type { Bundle } from '../../src/design/bundle/bundle';
import { bodyText } from '../../src/design/bundle/text';
import { startingBundle } from '../../src/design/template/starting';
import { gated } from '../../src/skin/css/gate';
import { pazar100 } from '../../src/skin/first-party/pazar/versions';
import { designOf } from '../../src/storefront/read/design';
import { hostile } from '../skin/hostile-css';
import { noteOpen } from '../world/open-things';
import { openShops, publish, type Shops } from './shops';

const ELSEWHERE = 'https://evil.example/';
const taking = hostile.flatMap(([css, code]) => (code === 'css_place' ? [css] : []));

/** Prices that lie outside of the page, or under a link to elsewhere wherever the page is scrolled; and whether it is wider than its screen. */
const LOOK = `(() => {
  const lost = [];
  for (const price of document.querySelectorAll('main [data-shown]')) {
    price.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = price.getBoundingClientRect();
    const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    const hit = inside && document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const card = price.closest('[data-el="product-card"]');
    if (!inside || !card || !card.contains(hit)) lost.push([price.textContent, Math.round(left), Math.round(top)]);
  }
  scrollTo(0, 0);
  const first = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const links = first ? first.closest('a[href^="${ELSEWHERE}"]') !== null : true;
  return { prices: document.querySelectorAll('main [data-shown]').length > 0, lost, links };
})()`;

describe('a shop in a skin that would take things from their places', () => {
  let shops: Shops;
  let browser: Browser;
  let close: () => Promise<void>;
  let page: Page;
  let body: Bundle;
  let html: string;
  beforeAll(async () => {
    shops = await openShops();
    const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
    for (const title of ['Filtre Kahve', 'Bakır Cezve'])
      await done('catalog.product.create', { title, price: 32_900, stock: 5 });
    const starting = startingBundle(pazar100);
    const nodes = Object.entries(starting.nodes).map(([id, node]) => [
      id,
      node.type === 'announcement' ? { ...node, props: { ...node.props, link: ELSEWHERE } } : node,
    ]);
    body = { ...starting, nodes: Object.fromEntries(nodes) };
    await publish(shops.world, body);
    html = (await shops.get('/')).text;
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    browser = await chromium.launch({ executablePath, headless: true, args, env: { ...process.env, ...env } });
    close = noteOpen(() => browser.close());
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await close?.();
    await shops?.close();
  });

  const seenIn = async (css: string | undefined) => {
    const whole = designOf('h', bodyText(body).text, { customCss: css });
    await page.setContent(html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${whole.css}</style>`));
    return page.evaluate(LOOK) as Promise<{ prices: boolean; lost: unknown[]; links: boolean }>;
  };
  const asItIs = { prices: true, lost: [], links: false };

  test('would lose its prices, and lead elsewhere, if the gate let it pass', async () => {
    expect(await seenIn(undefined)).toEqual(asItIs);
    const covering = '[data-el="announcement"] a { position: absolute; inset: 0; z-index: 99 }';
    const moving = '[data-el="announcement"] { margin-bottom: -100vh }';
    expect(taking).toEqual(expect.arrayContaining([covering, moving]));
    expect((await seenIn(covering)).links).toBe(true);
    expect((await seenIn(moving)).lost.length).toBeGreaterThan(0);
  });

  test('shows them where they are: what was published before is served without those declarations', async () => {
    for (const css of taking) expect([css, await seenIn(gated(css, 20_000).mended)]).toEqual([css, asItIs]);
    expect(taking.map((css) => gated(css, 20_000).css)).toEqual(taking.map(() => undefined));
  });

  test('is not led elsewhere by an announcement that fills the screen within all bounds', async () => {
    const css = '[data-el="announcement"] a { display: block; padding: 100vh 0; font-size: 6rem; line-height: 4 }';
    const { css: passed } = gated(css, 20_000);
    expect(passed).toBeDefined();
    expect(await seenIn(passed)).toEqual(asItIs);
  });
});
