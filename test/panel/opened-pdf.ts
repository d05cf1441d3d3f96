import { eventually } from '../world/eventually';
import type { Panel } from './browser';

/** Reads the first bytes of the PDF that a press opens in a tab of its own, and closes the tab. */
export async function openedPdf({ page }: Pick<Panel, 'page'>, press: () => Promise<void>): Promise<string> {
  await page.evaluate(`window.__pdfs = [];
    window.__create ??= URL.createObjectURL;
    URL.createObjectURL = (file) => { window.__pdfs.push(file); return window.__create(file); }`);
  const [tab] = await Promise.all([page.waitForEvent('popup'), press()]);
  await eventually(async () => (await page.evaluate<number>('window.__pdfs.length')) === 1, 60_000);
  const [type, begin] = await page.evaluate<[string, string]>(
    `window.__pdfs[0].slice(0, 5).text().then((text) => [window.__pdfs[0].type, text])`,
  );
  expect(type).toBe('application/pdf');
  await tab.close();
  return begin;
}
