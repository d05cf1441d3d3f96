import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import { noteOpen } from '../world/open-things';
import { patient } from '../world/patience';
import { PASSWORD, type TestStore } from '../world/world';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const desktop = { width: 1280, height: 900 };
/** What a browser leaves of the screen of a common laptop. */
export const laptop = { width: 1366, height: 633 };
export const phone = { width: 390, height: 844 };

const SETTLED_WITHIN_MS = 30_000;

/** The panel in a real Chromium. */
export interface Panel {
  readonly page: Page;
  /** What the browser complained about: errors of the page, violations of its policy. Refused requests are no complaint. */
  readonly complaints: readonly string[];
  open(place?: string): Promise<void>;
  signIn(store: Pick<TestStore, 'email'>): Promise<void>;
  /** The width of what the page holds, once it is no wider than the screen or stays wider: a new size moves things for a while. */
  contentWidth(): Promise<number>;
  /** For eyes: writes the page to the folder that PANEL_PICTURES names, if it does. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The panel, as the owner of the store sees it who has just logged in. */
export async function signedIn(url: string, store: Pick<TestStore, 'email'>, timezoneId?: string): Promise<Panel> {
  const panel = await openPanel(url, timezoneId);
  await panel.signIn(store);
  return panel;
}

/** What a test opens, and never did where opening what it needs has failed. */
type Opened = { close(): Promise<unknown> } | { stop(): Promise<unknown> } | undefined;

/**
 * Fails each test of the file that the browser complains in, and closes in the end what was opened for them.
 * @param opened the panel, and what it shows, in the order in which they close
 */
export function attended(opened: () => readonly [panel: Panel | undefined, ...others: Opened[]]): void {
  afterEach(() => expect(opened()[0]?.complaints ?? []).toEqual([]));
  afterAll(async () => {
    for (const each of opened()) if (each) await ('close' in each ? each.close() : each.stop());
  });
}

/** @param timezoneId of the browser */
export async function openPanel(url: string, timezoneId = 'Europe/Istanbul'): Promise<Panel> {
  if (!existsSync(path.join(__dirname, '../../dist/panel/index.html')))
    throw new Error('The panel is not built: run these tests by `npm test`, or `npm run build` first.');
  const browser = await launch();
  const close = noteOpen(() => browser.close());
  const context = await browser.newContext({
    viewport: desktop,
    locale: 'tr-TR',
    timezoneId,
    // A row that is still opening moves its buttons: one that was pressed was no longer below the pointer when it was let go.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patient(45_000));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  const open = async (place = ''): Promise<void> => {
    await page.goto(`${url}/panel${place}`);
  };
  return {
    page,
    complaints,
    open,
    async signIn({ email }) {
      await open();
      await page.getByLabel('E-posta').fill(email);
      await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Oturum aç' }).click();
      await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    },
    async contentWidth() {
      const screen = page.viewportSize()?.width ?? 0;
      for (const until = Date.now() + SETTLED_WITHIN_MS; ; await page.waitForTimeout(50)) {
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width <= screen || Date.now() > until) return width;
      }
    },
    async picture(name) {
      const folder = process.env.PANEL_PICTURES;
      if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
    },
    close,
  };
}

function launch(): Promise<Browser> {
  const { executablePath, env } = findBrowser();
  return chromium.launch({ executablePath, headless: true, args: quiet, env: { ...process.env, ...env } });
}

/** The cells of a table's row as a person reads them. */
export const cellsOf = async (row: Locator): Promise<string[]> =>
  (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

/** Until something that the screen shows has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
  const { y = -1 } = (await element.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(element.page().viewportSize()?.height ?? 0);
}

/** Reads the addresses of the links in a bar that the wheel of a mouse brings under the pointer. Words may change meanwhile: counts come late. */
export async function linksByMouse(bar: Locator): Promise<string[]> {
  const page = bar.page();
  const links = bar.getByRole('link');
  const seen = new Set<string>();
  const { x = 0, y = 0, width = 0 } = (await bar.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 20);
  await page.mouse.wheel(0, -10_000);
  for (let turn = 0; turn < 20; turn += 1) {
    for (const link of await links.all()) {
      const address = (await link.getAttribute('href')) ?? '';
      const box = await link.boundingBox();
      if (!box || seen.has(address)) continue;
      const middle = `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2})`;
      if ((await page.evaluate(`${middle}?.closest('a')?.getAttribute('href')`)) === address) seen.add(address);
    }
    if (seen.size === (await links.count())) break;
    await page.mouse.wheel(0, 150);
    await page.waitForTimeout(50);
  }
  await page.mouse.wheel(0, -10_000);
  return [...seen];
}
