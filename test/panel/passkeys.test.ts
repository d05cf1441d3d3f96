// tier: all
import type { CDPSession } from 'playwright-core';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('passkeys, in the browser', () => {
  let site: Site;
  let panel: Panel;
  let wire: CDPSession;
  let authenticatorId = '';
  let codes: readonly string[] = [];

  beforeAll(async () => {
    site = await openSite();
    // An IP address has no passkeys, but this machine has a name.
    panel = await signedIn(`http://localhost:${site.api.port}`, site.world);
    wire = await panel.page.context().newCDPSession(panel.page);
    await wire.send('WebAuthn.enable');
    await plugIn(true);
  });
  attended(() => [panel, site]);

  /** Plugs another authenticator in. @param verifies its owner, e.g. by a finger, and keeps keys that are found without a name */
  const plugIn = async (verifies: boolean): Promise<void> => {
    if (authenticatorId) await wire.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    const options = {
      protocol: 'ctap2' as const,
      transport: verifies ? ('internal' as const) : ('usb' as const),
      automaticPresenceSimulation: true,
      ...{ hasResidentKey: verifies, hasUserVerification: verifies, isUserVerified: verifies },
    };
    ({ authenticatorId } = await wire.send('WebAuthn.addVirtualAuthenticator', { options }));
  };
  const part = () => panel.page.getByRole('region', { name: 'Geçiş anahtarları' });
  const factor = () => panel.page.getByRole('region', { name: 'İki adımlı giriş' });
  const dialog = () => panel.page.getByRole('dialog');
  const press = (name: string) => panel.page.getByRole('button', { name, exact: true }).click();
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
    await press('Hesap');
    await panel.page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await panel.page.getByLabel('E-posta').waitFor();
  };
  const home = () => panel.page.getByRole('heading', { name: 'Hesap ayarları' }).waitFor();

  test('one is added with the password, and shows the recovery codes once', async () => {
    await panel.open('/account');
    await part().getByText('Henüz geçiş anahtarınız yok.').waitFor();
    await part().getByRole('button', { name: 'Geçiş anahtarı ekle' }).click();
    await dialog().getByLabel('Adı').fill('İş bilgisayarı');
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await seen('passkey-add');
    await dialog().getByRole('button', { name: 'Devam et' }).click();
    await dialog().getByRole('button', { name: 'Kodları kopyala' }).waitFor();
    codes = await dialog().getByRole('listitem').allTextContents();
    await dialog().getByRole('button', { name: 'Sakladım' }).click();
    await part().getByText('İş bilgisayarı').waitFor();
    await part().getByText('parolasız girer', { exact: true }).waitFor();
    await factor().getByText('10 kurtarma kodu kaldı').waitFor();
    await factor().getByRole('button', { name: 'Doğrulayıcı ekle' }).waitFor();
    await seen('passkey-list');
  });

  test('it opens the panel without a password and without an address', async () => {
    await signOut();
    await seen('passkey-sign-in');
    await press('Geçiş anahtarıyla gir');
    await home();
    await part().getByText('son kullanım').waitFor();
  });

  test('beside the password it stands for a code, and a recovery code stands for it', async () => {
    await signOut();
    const login = async () => {
      await panel.page.getByLabel('E-posta').fill(site.world.email);
      await panel.page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
      await press('Oturum aç');
      await panel.page.getByRole('button', { name: 'Geçiş anahtarını kullan' }).waitFor();
    };
    await login();
    await seen('passkey-step');
    await press('Geçiş anahtarını kullan');
    await home();
    await signOut();
    await login();
    await panel.page.getByRole('textbox', { name: 'Doğrulama kodu' }).fill(codes[0] ?? '');
    await press('Oturum aç');
    await home();
    await factor().getByText('9 kurtarma kodu kaldı').waitFor();
  });

  test('one that was not there is told in words, and the page goes on', async () => {
    await signOut();
    await wire.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press('Geçiş anahtarıyla gir');
    await panel.page.getByText('Geçiş anahtarı kullanılmadı').waitFor();
    await seen('passkey-cancelled');
    await wire.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press('Geçiş anahtarıyla gir');
    await home();
  });

  test('is shown again in the place of the password; renamed; required of all it stays', async () => {
    await part().getByRole('button', { name: 'Adlandır' }).click();
    await dialog().getByLabel('Adı').fill('Kasadaki bilgisayar');
    await dialog().getByRole('button', { name: 'Kaydet' }).click();
    await part().getByText('Kasadaki bilgisayar').waitFor();
    await factor().getByLabel('Bu mağazanın bütün sahiplerinden iste').click();
    await dialog().getByText('Onaylamak için geçiş anahtarınız sorulur.').waitFor();
    await seen('passkey-confirm');
    await dialog().getByRole('button', { name: 'Bu mağazanın bütün sahiplerinden iste' }).click();
    await panel.page.getByText('Bütün sahiplerden isteniyor.').waitFor();
    await part().getByRole('button', { name: 'Kaldır', disabled: true }).waitFor();
    await part().getByText('kapatılamaz').waitFor();
    await site.rows('UPDATE store SET second_factor_required = false');
  });

  test('a plain security key stands beside the password, and confirms with it', async () => {
    await plugIn(false);
    await panel.open('/account');
    await part().getByRole('button', { name: 'Geçiş anahtarı ekle' }).click();
    await dialog().getByLabel('Adı').fill('Güvenlik anahtarı');
    // The other key is not plugged in: the password and a recovery code confirm in its place.
    await dialog().getByRole('button', { name: 'Parola ve kodla onayla' }).click();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog()
      .getByLabel('Doğrulama kodu')
      .fill(codes[1] ?? '');
    await dialog().getByRole('button', { name: 'Devam et' }).click();
    await part().getByText('parolanın yanında', { exact: true }).waitFor();
    await seen('passkey-two');
  });

  test('removed, it opens nothing', async () => {
    await site.rows(`DELETE FROM login_passkey WHERE verifies_owner`);
    await panel.open('/account');
    await part().getByRole('button', { name: 'Kaldır' }).click();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Geçiş anahtarını kaldır' }).click();
    await part().getByText('Henüz geçiş anahtarınız yok.').waitFor();
    await factor().getByText('Kapalı: yalnız parolanız yeter.').waitFor();
    expect(await site.rows('SELECT FROM login_passkey')).toEqual([]);
  });

  test('an owner whose store requires a second step may add one at the gate', async () => {
    const { page } = panel;
    await site.rows('UPDATE store SET second_factor_required = true');
    await plugIn(true);
    await page.reload();
    await page.getByText('Bu mağaza iki adımlı girişi bütün sahiplerinden istiyor').waitFor();
    await page.getByRole('button', { name: 'Onun yerine geçiş anahtarı ekle' }).click();
    await page.getByLabel('Parolanız').fill(PASSWORD);
    await seen('passkey-gate');
    await press('Devam et');
    await press('Sakladım');
    await home();
  });
});
