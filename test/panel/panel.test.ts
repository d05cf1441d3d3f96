import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { attended, cellsOf, openPanel, type Panel, phone } from './browser';

describe('the owner’s panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await openPanel(site.url);
  });
  attended(() => [panel, site]);

  test('a wrong password is told in Turkish; the right one opens the panel, and a reload keeps the session', async () => {
    const { page } = panel;
    await panel.open();
    await page.getByLabel('E-posta').fill(site.world.email);
    await page.getByLabel('Parola', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('E-posta veya parola hatalı.').waitFor();
    await panel.signIn(site.world);
    await page.reload();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await page.getByText('EN', { exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText('TR', { exact: true }).click();
  });

  test('a token is shown once, works, and is refused after it was revoked', async () => {
    const { page } = panel;
    await panel.open('/tokens');
    await page.getByText('Henüz erişim anahtarı yok').waitFor();
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Geliştirici', { exact: true }).click();
    // A scope of sessions alone is not offered.
    expect(await dialog.getByText('admin', { exact: true }).count()).toBe(0);
    await panel.picture('token scopes');
    await dialog.getByLabel('Adı').fill('ERP');
    await dialog.getByLabel(/^Kataloğu düzenle/).check();
    await dialog.getByRole('button', { name: 'Oluştur' }).click();
    const token = (await dialog.getByLabel('Anahtarın gizli değeri', { exact: true }).textContent()) as string;
    expect(token).toMatch(/^tzg_dev_/);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Kopyaladım, kapat' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(token);

    const whoami = () => site.call('GET', '/v1/tokens/me', { token });
    expect((await whoami()).body).toMatchObject({ scopes: ['catalog:read', 'design:read', 'catalog:write'] });
    const card = page.getByRole('listitem', { name: 'ERP' });
    await card.getByText('Etkin').waitFor();
    await card.getByRole('button', { name: 'ERP için işlemler' }).click();
    await page.getByRole('menuitem', { name: 'İptal et' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click();
    expect((await whoami()).status).toBe(200);
    await card.getByRole('button', { name: 'ERP için işlemler' }).click();
    await page.getByRole('menuitem', { name: 'İptal et' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'İptal et' }).click();
    await card.getByText('İptal edildi').waitFor();
    expect((await whoami()).status).toBe(401);
  });

  test('two tabs of one session do not shut each other out', async () => {
    const { page } = panel;
    const other = await page.context().newPage();
    await other.goto(`${site.url}/panel/tokens`);
    await other.getByRole('heading', { name: 'Erişim anahtarları' }).waitFor();
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    await page.getByRole('dialog').getByLabel('Adı').fill('İkinci sekme');
    await page.getByRole('dialog').getByRole('button', { name: 'Oluştur' }).click();
    await page.getByRole('button', { name: 'Kopyaladım, kapat' }).click();
    await page.getByRole('listitem', { name: 'İkinci sekme' }).waitFor();
    await other.close();
  });

  describe('audit', () => {
    let productId: string;
    let developer: { id: string; token: string };
    const priceOf = async (): Promise<number> =>
      (await site.world.read('catalog.products.get', { params: { prd: productId } })).price;
    const setPrice = (price: number) =>
      site.call('POST', '/v1/commands', {
        token: developer.token,
        body: {
          command: 'catalog.price.set',
          storeId: site.world.storeId,
          payload: { targetId: productId, price },
          idempotencyKey: newUlid(),
        },
      });

    beforeAll(async () => {
      developer = await site.mint('developer', ['catalog:read', 'catalog:write']);
      ({ id: productId } = await site.world.done('catalog.product.create', { title: 'Bakır Cezve', price: 54_900 }));
    });

    test('a command is chosen by its name, by any part of it or of its id; a word that is none filters nothing', async () => {
      const { page } = panel;
      await panel.open('/audit');
      const row = page.getByRole('button', { name: /^Ürün oluştur/ });
      await row.waitFor();
      const choice = page.getByRole('combobox', { name: 'Komut' });
      for (const [typed, offered] of [
        ['yantları b', 'Varyantları belirle'],
        ['jobs.can', 'İşi iptal et'],
        ['secret.del', 'Gizli bilgiyi sil'],
      ] as const) {
        await choice.fill(typed);
        await page.getByRole('option', { name: offered }).waitFor();
        expect(await page.getByRole('option').count()).toBe(1);
      }
      await choice.fill('Fiyatlandır');
      await page.getByText('Bu adda bir komut yok.').waitFor();
      await choice.fill('fiyat');
      await page.getByRole('option').first().waitFor();
      await panel.picture('audit choice');
      await choice.fill('Fiyatlandır');
      await page.keyboard.press('Tab');
      expect(await choice.inputValue()).toBe('');
      await row.waitFor();
      expect(new URL(page.url()).search).toBe('');
    });

    test('rows are found by command and shown with money as lira', async () => {
      await setPrice(49_900);
      const { page } = panel;
      await panel.open('/audit');
      await page.getByRole('combobox', { name: 'Komut' }).fill('fiyat');
      await page.getByRole('option', { name: 'Fiyatı belirle' }).click();
      await page.getByRole('button', { name: /^Ürün oluştur/ }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /^Fiyatı belirle/ }).click();
      expect(await cellsOf(page.getByRole('row', { name: /^Fiyat/ }))).toEqual(['Fiyat', '549,00 TL', '499,00 TL']);
      expect(new URL(page.url()).searchParams.get('command')).toBe('catalog.price.set');
    });

    test('one row is undone after it was shown what that does', async () => {
      const { page } = panel;
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Geri al', exact: true }).click();
      await dialog.getByText('1 değişiklik geri alınacak').waitFor();
      expect(await cellsOf(dialog.getByRole('row', { name: /^Fiyat/ }))).toEqual(['Fiyat', '499,00 TL', '549,00 TL']);
      expect(await priceOf()).toBe(49_900);
      await dialog.getByRole('button', { name: '1 değişikliği geri al' }).click();
      await dialog.getByText('1 değişiklik geri alındı.').waitFor();
      expect(await priceOf()).toBe(54_900);
      await dialog.getByRole('button', { name: 'Kapat' }).last().click();
    });

    test('all that a token did is undone newest first, and nothing newer of somebody else is overwritten', async () => {
      const { page } = panel;
      const undo = async () => {
        await panel.open('/tokens');
        await page.getByRole('listitem', { name: 'test' }).getByRole('button').click();
        await page.getByRole('menuitem', { name: 'Yaptıklarını geri al' }).click();
        await page.getByRole('button', { name: 'Bul' }).click();
      };
      const dialog = page.getByRole('dialog', { name: 'Geri al' });
      for (const price of [60_000, 61_000, 62_000]) await setPrice(price);
      await undo();
      // Three of now, and the one that was undone before.
      await dialog.getByText('3 değişiklik geri alınacak').waitFor();
      await dialog.getByText('1 tanesi daha önce geri alındı.').waitFor();
      await dialog.getByRole('button', { name: '3 değişikliği geri al' }).click();
      await dialog.getByText('3 değişiklik geri alındı.').waitFor();
      expect(await priceOf()).toBe(54_900);

      await setPrice(70_000);
      await site.world.done('catalog.price.set', { targetId: productId, price: 75_000 }, { as: site.world.owner });
      await undo();
      await dialog.getByText('Geri alınacak bir şey bulunamadı.').waitFor();
      expect(await priceOf()).toBe(75_000);
      await page.keyboard.press('Escape');
    });
  });

  test('on a phone nothing is wider than the screen, and the tabs lead everywhere', async () => {
    const { page } = panel;
    await page.setViewportSize(phone);
    await panel.open();
    const arrived = async (name: string): Promise<void> => {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    };
    for (const name of ['Siparişler', 'Ürünler', 'Öneriler', 'Ayarlar', 'Ana sayfa']) {
      await page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true }).click();
      await arrived(name);
    }
    for (const name of ['Pazaryeri', 'Erişim anahtarları', 'İşlem geçmişi', 'E-postalar']) {
      await page.getByRole('navigation').getByRole('link', { name: 'Ayarlar' }).filter({ visible: true }).click();
      await page.getByRole('main').getByRole('link', { name }).click();
      await arrived(name);
    }
  });

  test('signing out ends it, and a session that ended elsewhere asks to sign in again at the same place', async () => {
    const { page } = panel;
    await panel.open('/tokens');
    await page.getByRole('heading', { name: 'Erişim anahtarları' }).waitFor();
    await site.world.sql('DELETE FROM owner_session');
    await page.getByText('Oturumunuz sona erdi.').waitFor();
    await page.getByLabel('E-posta').fill(site.world.email);
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Erişim anahtarları' }).waitFor();
    await page.getByRole('button', { name: 'Hesap' }).click();
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await page.getByRole('button', { name: 'Oturum aç' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Oturum aç' }).waitFor();
  });
});
