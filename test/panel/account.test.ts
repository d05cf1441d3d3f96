// tier: all
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { attended, type Panel, phone, signedIn } from './browser';

describe('the account of an owner', () => {
  let site: Site;
  let panel: Panel;

  beforeAll(async () => {
    site = await openSite();
    await site.rows('DELETE FROM owner_session');
    panel = await signedIn(site.url, site.world);
    await site.login();
    await panel.page.getByRole('button', { name: 'Hesap' }).click();
    await panel.page.getByRole('menuitem', { name: 'Hesap ayarları' }).click();
    await panel.page.getByRole('heading', { name: 'Hesap ayarları' }).waitFor();
  });
  attended(() => [panel, site]);

  const part = (name: string) => panel.page.getByRole('region', { name });

  test('the store gets another name', async () => {
    const name = part('Mağaza').getByLabel('Mağazanın adı', { exact: true });
    await name.fill('Kahve ve Kakao');
    await part('Mağaza').getByRole('button', { name: 'Adı kaydet' }).click();
    await panel.page.getByText('Mağazanın adı değişti.').waitFor();
    expect(await site.rows('SELECT name FROM store WHERE id = $1', [site.world.storeId])).toEqual([
      { name: 'Kahve ve Kakao' },
    ]);
  });

  test('a session is told in words, with all that the program said behind them', async () => {
    const own = part('Oturumlar')
      .getByRole('listitem')
      .filter({ hasText: 'bu oturum' })
      .getByTitle(/^Mozilla\/5\.0 /);
    expect(await own.textContent()).toMatch(/^[\w ]+ · (Linux|macOS)$/);
  });

  test('a wrong password signs nobody out, and the right one lets another be set, which ends the other session', async () => {
    const old = part('Parola').getByLabel('Şimdiki parola');
    const submit = part('Parola').getByRole('button', { name: 'Parolayı değiştir' });
    expect(await part('Oturumlar').getByRole('listitem').count()).toBeGreaterThan(2);
    await panel.picture('account');
    await old.fill('yanlış');
    await part('Parola').getByLabel('Yeni parola').fill('yepyeni bir parola');
    await submit.click();
    await part('Parola').getByText('E-posta veya parola hatalı.').waitFor();
    await old.fill(PASSWORD);
    await submit.click();
    await panel.page.getByText('Parolanız değişti').waitFor();
    await part('Oturumlar').getByRole('button', { name: 'Sonlandır', exact: true }).waitFor({ state: 'detached' });
    expect(await site.rows('SELECT id FROM owner_session')).toHaveLength(1);
    // The form is ready for the next time.
    await part('Parola').getByRole('button', { name: 'Parolayı değiştir', disabled: false }).waitFor();
  });

  test('another session is ended from the list', async () => {
    const login = { email: site.world.email, password: 'yepyeni bir parola' };
    await site.call('POST', '/v1/auth/login', { body: login });
    await panel.page.reload();
    await part('Oturumlar').getByRole('button', { name: 'Sonlandır', exact: true }).click();
    await panel.page.getByText('Oturum sonlandırıldı.').waitFor();
    expect(await site.rows('SELECT id FROM owner_session')).toHaveLength(1);
  });

  test('the panel looks dark where its owner wants that, also after it is loaded anew', async () => {
    const { page } = panel;
    const look = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Hesap' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await choose('Koyu');
    expect(await look()).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { name: 'Hesap ayarları' }).waitFor();
    expect(await look()).toBe('dark');
    await panel.picture('account-dark');
    await choose('Açık');
    expect(await look()).toBe('light');
  });

  test('it fits a phone', async () => {
    await panel.page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBeLessThanOrEqual(phone.width);
  });
});

describe('further owners in the browser', () => {
  let site: Site;
  let panel: Panel;

  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
    await panel.open('/account');
  });
  afterAll(async () => {
    await panel?.close();
    await site?.close();
  });

  test('one invites, the other joins by the link that is shown once', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Kişi davet et' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-posta').fill('ortak@example.com');
    await dialog.getByLabel('Parolanız').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Davet et' }).click();
    const shown = await page.getByText(/panel\/invitation#/).textContent();
    await page.getByRole('listitem', { name: 'ortak@example.com' }).getByText('davetli', { exact: true }).waitFor();
    await panel.picture('owners');

    await page.getByRole('button', { name: 'Hesap' }).click();
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await page.getByRole('button', { name: 'Oturum aç' }).waitFor();
    await panel.open(`/invitation#${String(shown).split('#')[1]}`);
    await page.getByText('ortak@example.com').waitFor();
    await page.getByLabel('Parola', { exact: true }).fill('ortağın parolası');
    await page.getByRole('button', { name: 'Katıl' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    const found = await site.rows(`SELECT email FROM owner_account WHERE joined_at IS NOT NULL AND store_id = $1`, [
      site.world.storeId,
    ]);
    expect(found).toContainEqual({ email: 'ortak@example.com' });
    expect(panel.complaints).toEqual([]);
  });
});
