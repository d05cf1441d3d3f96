import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { PASSWORD, type TestStore } from '../world/world';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
export const phone = { width: 390, height: 844 };

/** The panel in the system's Chromium. */
export interface Panel {
  readonly page: Page;
  /** What the browser complained about: errors of the page, violations of its policy. Refused requests are no complaint. */
  readonly complaints: readonly string[];
  open(place?: string): Promise<void>;
  signIn(store: Pick<TestStore, 'email'>): Promise<void>;
  close(): Promise<void>;
}

export async function openPanel(url: string): Promise<Panel> {
  if (!existsSync(path.join(__dirname, '../../dist/panel/index.html')))
    throw new Error('The panel is not built: run these tests by `npm test`, or `npm run build` first.');
  const browser = await launch();
  const context = await browser.newContext({ viewport: desktop, locale: 'tr-TR', timezoneId: 'Europe/Istanbul' });
  context.setDefaultTimeout(15_000);
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
      await page.getByRole('heading', { name: 'Öneriler' }).waitFor();
    },
    close: () => browser.close(),
  };
}

function launch(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && isProgram(place));
  if (!executablePath)
    throw new Error(
      'The panel is tested in Chromium, and there is none: apt-get install -y chromium, or name one in CHROMIUM.',
    );
  return chromium.launch({ executablePath, headless: true, args: quiet });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The cells of a table's row as a person reads them. */
export const cellsOf = async (row: Locator): Promise<string[]> =>
  (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
