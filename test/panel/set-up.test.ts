// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, openPanel, type Panel } from './browser';

describe('opening a shop in the browser', () => {
  let site: Site;
  let panel: Panel;

  beforeAll(async () => {
    site = await openSite();
    await site.world.sql('DELETE FROM owner_session; DELETE FROM owner_account');
    panel = await openPanel(site.url);
  });
  attended(() => [panel, site]);

  const place = async () => new URL(String(await site.api.setupLink()));
  const fill = async ([store, email, password]: readonly [string, string, string], values: readonly string[]) => {
    const { page } = panel;
    await page.getByLabel(store).fill(values[0] as string);
    await page.getByLabel(email).fill(values[1] as string);
    await page.getByLabel(password, { exact: true }).fill(values[2] as string);
  };
  const turkish = ['Mağazanın adı', 'E-posta', 'Parola'] as const;
  const english = ['Name of the store', 'E-mail', 'Password'] as const;

  test('whoever comes without the link is told where it stands', async () => {
    const { page } = panel;
    await panel.open();
    await page.getByText('Bu kurulumda henüz mağaza yok.').waitFor();
    expect(await page.getByLabel('E-posta').count()).toBe(0);
    await panel.open('/setup');
    await page.getByText('Bağlantı eksik').waitFor();
  });

  test('a link that was replaced is refused in words, in either language, and the newest one opens the shop', async () => {
    const { page } = panel;
    const old = await place();
    const { hash } = await place();
    await panel.open(`/setup${old.hash}`);
    await page.getByText('EN', { exact: true }).click();
    const submit = page.getByRole('button', { name: 'Open the store' });
    await fill(english, ['Zeytin Dükkânı', 'ilk@example.com', 'uzun bir parola']);
    await panel.picture('set-up');
    await submit.click();
    await page.getByText('The link is over: it was used, replaced or has expired.').waitFor();
    await page.getByText('TR', { exact: true }).click();

    await panel.open(`/setup${hash}`);
    await fill(turkish, ['Zeytin Dükkânı', 'ilk@example.com', 'uzun bir parola']);
    await page.getByRole('button', { name: 'Mağazayı aç' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    expect(page.url()).toBe(`${site.url}/panel/`);
    expect(await site.rows('SELECT s.name, o.email FROM owner_account o JOIN store s ON s.id = o.store_id')).toEqual([
      { name: 'Zeytin Dükkânı', email: 'ilk@example.com' },
    ]);
  });

  test('the owner signs in with the password, and the link leads to that page from then on', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Hesap' }).click();
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await page.getByLabel('E-posta').fill('ilk@example.com');
    await page.getByLabel('Parola', { exact: true }).fill('uzun bir parola');
    await page.getByRole('button', { name: 'Oturum aç' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await panel.open('/setup/#used');
    await page.getByText('Bu kurulumun mağazası açılmış.').waitFor();
  });

  test('whoever sends a set-up whose answer was lost is led to the sign-in', async () => {
    const { page } = panel;
    await site.world.sql('DELETE FROM owner_session; DELETE FROM owner_account');
    const { hash } = await place();
    await panel.open(`/setup${hash}`);
    await fill(turkish, ['Zeytin Dükkânı', 'ilk@example.com', 'uzun bir parola']);
    const body = { token: hash.slice(1), storeName: 'Zeytin', email: 'ilk@example.com', password: 'uzun bir parola' };
    expect((await site.call('POST', '/v1/auth/setup', { body })).status).toBe(200);
    await page.getByRole('button', { name: 'Mağazayı aç' }).click();
    await page.getByText('Bu kurulumun mağazası açılmış.').waitFor();
    await page.getByRole('link', { name: 'Oturum aç' }).waitFor();
  });
});
