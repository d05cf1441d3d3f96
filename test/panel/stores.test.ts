// tier: all
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { attended, type Panel, phone, signedIn } from './browser';

describe('several stores in the panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  const part = (name: string) => panel.page.getByRole('region', { name });
  const stores = () => part('Mağazalarınız');

  test('an owner opens another store and goes there, and a page that shows the first one goes along', async () => {
    const { page } = panel;
    await panel.open('/account');
    await stores().getByLabel('Yeni mağazanın adı').fill('Çay Dükkânı');
    await stores().getByRole('button', { name: 'Mağaza aç' }).click();
    await page.getByRole('dialog').getByLabel('Parolanız').fill(PASSWORD);
    await panel.picture('stores-open');
    await page.getByRole('dialog').getByRole('button', { name: 'Mağaza aç' }).click();
    const row = stores().getByRole('listitem', { name: 'Çay Dükkânı' });
    await row.waitFor();
    await panel.picture('stores');
    const other = await page.context().newPage();
    await other.goto(`${site.url}/panel/account`);
    await other.getByLabel('Mağazanın adı').and(other.locator('[value="Kahve Dükkânı"]')).waitFor();
    await row.getByRole('button', { name: 'Bu mağazaya geç' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await other.getByLabel('Mağazanın adı').and(other.locator('[value="Çay Dükkânı"]')).waitFor();
    await other.close();
  });

  test('the menu leads back', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Hesap' }).click();
    // The page that it leaves has the same heading.
    const left = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Kahve Dükkânı' }).click();
    await left;
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await panel.open('/account');
    await part('Mağaza').first().getByLabel('Mağazanın adı').and(page.locator('[value="Kahve Dükkânı"]')).waitFor();
  });

  test('the last owner is told why leaving is refused', async () => {
    const { page } = panel;
    await stores().getByRole('listitem', { name: 'Çay Dükkânı' }).getByRole('button', { name: 'Ayrıl' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Parolanız').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Ayrıl' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByText('Mağazanın son sahibi ayrılamaz.').waitFor();
    await dialog.getByRole('button', { name: 'Vazgeç' }).click();
  });

  test('who is invited joins with the login that is there', async () => {
    const { page } = panel;
    const inviter = await site.login(site.world.other);
    await site.call('POST', '/v1/auth/confirm', { session: inviter, body: { password: PASSWORD } });
    const invited = await site.call('POST', '/v1/account/owners', {
      session: inviter,
      body: { email: site.world.email },
    });
    await page.setViewportSize(phone);
    await panel.open(`/invitation${new URL(invited.body.link).hash}`);
    await page.getByRole('button', { name: 'Bu adresle zaten oturum açıyorum' }).click();
    await page.getByLabel('Parolanız').fill(PASSWORD);
    await panel.picture('join-phone');
    await page.getByRole('button', { name: 'Katıl', exact: true }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await panel.open('/account');
    await stores().getByRole('listitem').nth(2).waitFor();
    expect(await panel.contentWidth()).toBeLessThanOrEqual(phone.width);
  });
});
