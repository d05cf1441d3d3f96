// tier: all
import { TOTP } from 'otpauth';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('a two-step log-in, in the browser', () => {
  let site: Site;
  let panel: Panel;
  let secret = '';

  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  const part = () => panel.page.getByRole('region', { name: 'İki adımlı giriş' });
  const dialog = () => panel.page.getByRole('dialog');
  /** The present code, as if no code had been used yet. */
  const code = async (): Promise<string> => {
    await site.rows('UPDATE login_factor SET used_step = 0');
    return new TOTP({ secret }).generate();
  };
  const seen = async (name: string) => {
    for (const [size, view] of [
      ['1280', desktop],
      ['390', phone],
    ] as const) {
      await panel.page.setViewportSize(view);
      expect(await panel.contentWidth()).toBeLessThanOrEqual(view.width);
      await panel.picture(`${name}-${size}`);
    }
    await panel.page.setViewportSize(desktop);
  };
  const signOut = async () => {
    await panel.page.getByRole('button', { name: 'Hesap' }).click();
    await panel.page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await panel.page.getByLabel('E-posta').fill(site.world.email);
    await panel.page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await panel.page.getByRole('button', { name: 'Oturum aç' }).click();
  };

  test('is turned on with the password and a first code, and shows its recovery codes once', async () => {
    const { page } = panel;
    await panel.open('/account');
    await part().getByRole('button', { name: 'İki adımlı girişi aç' }).click();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Devam et' }).click();
    await dialog().getByRole('img', { name: 'Doğrulayıcı için karekod' }).waitFor();
    await seen('second-factor-secret');
    secret = ((await dialog().locator('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog().getByLabel('Uygulamanın gösterdiği kod').fill(new TOTP({ secret }).generate());
    await dialog().getByRole('button', { name: 'İki adımlı girişi aç' }).click();
    await dialog().getByRole('button', { name: 'Kodları kopyala' }).waitFor();
    expect(await dialog().getByRole('listitem').count()).toBe(10);
    await seen('second-factor-codes');
    await dialog().getByRole('button', { name: 'Sakladım' }).click();
    await part().getByText('10 kurtarma kodu kaldı').waitFor();
    await page.getByRole('region', { name: 'Mağazadaki kişiler' }).getByText('iki adımlı').waitFor();
    await seen('second-factor-on');
  });

  test('asks for a code at the log-in, and tells a wrong one', async () => {
    const { page } = panel;
    await signOut();
    await page.getByRole('textbox', { name: 'Doğrulama kodu' }).fill('000000');
    await page.getByRole('button', { name: 'Oturum aç' }).click();
    await page.getByText('Doğrulama kodu hatalı').waitFor();
    await seen('second-factor-sign-in');
    await page.getByRole('textbox', { name: 'Doğrulama kodu' }).fill(await code());
    await page.getByRole('button', { name: 'Oturum aç' }).click();
    await page.getByRole('heading', { name: 'Hesap ayarları' }).waitFor();
  });

  test('is asked for by every act that asks for the password, and may be required of all owners', async () => {
    await panel.open('/account');
    await part().getByLabel('Bu mağazanın bütün sahiplerinden iste').click();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog()
      .getByLabel('Doğrulama kodu')
      .fill(await code());
    await dialog().getByRole('button', { name: 'Bu mağazanın bütün sahiplerinden iste' }).click();
    await panel.page.getByText('Bütün sahiplerden isteniyor.').waitFor();
    await part().getByRole('button', { name: 'Doğrulayıcıyı kaldır', disabled: true }).waitFor();
    await part().getByText('kapatılamaz').waitFor();
  });

  test('keeps an owner without one at its own page until it is on', async () => {
    const { page } = panel;
    await site.rows('DELETE FROM login_factor');
    await site.rows('UPDATE owner_account SET second_factor_since = NULL');
    await page.reload();
    await page.getByText('Bu mağaza iki adımlı girişi bütün sahiplerinden istiyor').waitFor();
    await page.getByLabel('Parolanız').fill(PASSWORD);
    await seen('second-factor-gate');
    await page.getByRole('button', { name: 'Devam et' }).click();
    await page.getByRole('img', { name: 'Doğrulayıcı için karekod' }).waitFor();
    secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('Uygulamanın gösterdiği kod').fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'İki adımlı girişi aç' }).click();
    await page.getByRole('button', { name: 'Sakladım' }).click();
    await page.getByRole('region', { name: 'İki adımlı giriş' }).waitFor();
  });
});
