// tier: all
import { openSite, type Site } from '../surfaces/site';
import { openPanel, type Panel, phone } from './browser';

/** `/docs` and its pages in a real browser. */
describe('the reference', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await openPanel(site.url);
  });
  afterAll(async () => {
    await panel?.close();
    await site?.close();
  });

  const ground = () => panel.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const persisted = () => panel.page.evaluate<string | null>("localStorage.getItem('authorized')");
  const go = (place: string) => panel.page.goto(site.url + place);
  const authorize = async (token: string): Promise<void> => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('auth-bearer-value').fill(token);
    await page.locator('.auth-container').filter({ hasText: 'bearer' }).getByRole('button', { name: 'Apply' }).click();
  };

  test('reference and guides are dark where the system is, and light again with it', async () => {
    const { page } = panel;
    await page.emulateMedia({ colorScheme: 'dark' });
    await go('/docs');
    await page.locator('.opblock-tag').first().waitFor();
    await page.locator('html.dark-mode').waitFor();
    await panel.picture('reference-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
    await go('/docs/guides/limits');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe('rgb(21, 24, 28)');
    await panel.picture('guide-dark');
  });

  test('a token is kept until it is forgotten', async () => {
    const { page } = panel;
    const { token } = await site.mint('developer');
    await go('/docs');
    await authorize(token);
    await page.reload();
    await page.locator('.opblock-tag').first().waitFor();
    expect(await persisted()).toContain(token);
    await page.getByRole('button', { name: 'Forget my token' }).click();
    await page.locator('.opblock-tag').first().waitFor();
    expect((await persisted()) ?? '').not.toContain(token);
  });

  test('a form has an input for its file, and the call that is tried succeeds', async () => {
    const { page } = panel;
    const { token } = await site.mint('developer');
    await go('/docs');
    await authorize(token);
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('#operations-tag-media').click();
    const block = page.locator('.opblock').filter({ hasText: '/v1/media/upload' });
    await block.locator('.opblock-summary').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    await block.getByLabel('Request content type').selectOption('multipart/form-data');
    await block.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    await block.getByRole('button', { name: 'Execute' }).click();
    const status = block.locator('.live-responses-table tbody .response-col_status').first();
    await status.waitFor();
    expect(await status.textContent()).toMatch(/^20[012]/);
    for (const language of ['curl', 'JavaScript', 'Python']) await block.getByText(language, { exact: true }).waitFor();
    await panel.picture('reference-tried');
  });

  test('a call shows what it really answers', async () => {
    const { page } = panel;
    await page.emulateMedia({ colorScheme: 'light' });
    await go('/docs');
    await page.locator('#operations-tag-catalog').click();
    const block = page.locator('.opblock').filter({ hasText: 'A product with variants, stock and digital posture' });
    await block.locator('.opblock-summary').click();
    await block.locator('.responses-table .example').first().getByText('Bakır Cezve').waitFor();
    await block.locator('.responses-table').scrollIntoViewIfNeeded();
    await panel.picture('reference-example');
  });

  test('guides and errors are no wider than a phone, and nothing complains', async () => {
    await panel.page.setViewportSize(phone);
    for (const place of ['/', '/docs/guides/errors', '/docs/errors', '/docs/errors/rev_conflict']) {
      await go(place);
      expect([place, await panel.contentWidth()]).toEqual([place, phone.width]);
      await panel.picture(`phone${place.replaceAll('/', '-')}`);
    }
    expect(panel.complaints).toEqual([]);
  });
});

/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);
