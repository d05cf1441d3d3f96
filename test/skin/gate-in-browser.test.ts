// tier: all
import * as fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import { gated } from '../../src/skin/css/gate';
import { noteOpen } from '../world/open-things';
import { harmless, hostile } from './hostile-css';
import { mutated } from './mutated-css';

const BYTES_MAX = 20 * 1024;
const SHEETS = 40;
const SHOP = 'https://dukkan.example/';
/** Asked for last: whatever a style sheet asks for has been asked for before. */
const LAST = `${SHOP}son`;
/** Elements that style sheets of the corpus name. */
const PARTS = ['hero', 'buy', 'price', 'title', 'button', 'card', 'field', 'header', 'footer', 'image', 'seller'];

jest.setTimeout(900_000);

describe('a browser that shows what the gate lets pass', () => {
  let browser: Browser;
  let close: () => Promise<void>;
  let page: Page;
  let document = '';
  const asked: string[] = [];

  beforeAll(async () => {
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    browser = await chromium.launch({ executablePath, headless: true, args, env: { ...process.env, ...env } });
    close = noteOpen(() => browser.close());
    page = await browser.newPage();
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === SHOP) return route.fulfill({ contentType: 'text/html', body: document });
      if (url !== LAST) asked.push(url);
      return route.fulfill({ body: '' });
    });
  });
  afterAll(() => close?.());

  /** Shows style sheets, each in an element of its own. @returns what was asked for beside the page */
  async function askedFor(sheets: readonly string[]): Promise<string[]> {
    const parts = PARTS.map(
      (name) => `<div data-el="${name}"><a href="#">${name}</a><p>x</p><ul><li>x</li></ul></div>`,
    );
    const styles = sheets.map((css) => `<style>${css}</style>`);
    document = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${styles.join('')}<main>${parts.join('')}</main>`;
    asked.length = 0;
    await page.goto(SHOP);
    // Layout has every rule applied, and fonts asked for.
    await page.evaluate(
      `(async () => { document.body.offsetHeight; await new Promise(requestAnimationFrame); await fetch('son'); })()`,
    );
    return [...asked];
  }

  test('asks for what a style sheet names that has not passed', async () => {
    const sheets = [
      '[data-el="hero"] { background: url(https://evil.example/a) }',
      '@import "https://evil.example/b.css";',
      '[data-el="buy"]::before { content: image-set("https://evil.example/c" 1x) }',
    ];
    expect((await askedFor(sheets)).toSorted()).toEqual(
      ['a', 'b.css', 'c'].map((name) => `https://evil.example/${name}`),
    );
  });

  test('asks for nothing else, whatever of the corpus passes, mutated', async () => {
    const written = [...harmless, ...hostile.map(([css]) => css), ...fc.sample(mutated, 60_000)];
    const passed = [...new Set(written.flatMap((css) => gated(css, BYTES_MAX).css ?? []))].filter(Boolean);
    expect(passed.length).toBeGreaterThan(30);
    for (let from = 0; from < passed.length; from += SHEETS)
      expect([from, await askedFor(passed.slice(from, from + SHEETS))]).toEqual([from, []]);
    console.log(`${passed.length} style sheets of ${written.length} were shown.`);
  });
});
