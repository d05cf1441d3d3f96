// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';
import { saveBar, saveButton, savePage } from './save-bar';

describe('fields for numbers in the panel', () => {
  let site: Site;
  let panel: Panel;
  let productId: string;
  /** Calls that the panel has sent to change something, without those that it has only tried. */
  let sent: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  beforeAll(async () => {
    site = await openSite();
    ({ id: productId } = await site.world.done('catalog.product.create', { title: 'Fincan', price: 20_000, stock: 5 }));
    panel = await signedIn(site.url, site.world);
    panel.page.setDefaultTimeout(20_000);
    panel.page.on('request', (request) => {
      const { pathname: path } = new URL(request.url());
      if (request.method() !== 'POST' || !/^\/v1\/(commands|account|tokens)/.test(path)) return;
      const body = request.postDataJSON();
      if (body?.dryRun !== true) sent.push({ path, body });
    });
  });
  beforeEach(() => {
    sent = [];
  });
  attended(() => [panel, site]);

  const dialog = () => panel.page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const told = (words: string) => panel.page.getByText(words, { exact: true }).waitFor();
  async function looksGood(what: string): Promise<void> {
    const looks = new Looks(panel, '');
    for (const size of [desktop, phone]) {
      await panel.page.setViewportSize(size);
      expect([size.width, await panel.contentWidth()]).toEqual([size.width, size.width]);
      await looks.faded();
      await panel.picture(`numbers-${what} ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await panel.page.setViewportSize(desktop);
  }

  test('a coupon of 150 % is told, is sent as none, and does not become one of 100 %', async () => {
    await panel.open('/coupons');
    await panel.page.getByRole('button', { name: 'Kupon ekle', exact: true }).click();
    await dialog().getByLabel('Kod', { exact: true }).fill('YARIM');
    await dialog().getByLabel('Ad', { exact: true }).fill('Yarım');
    const percent = dialog().getByLabel('Yüzde', { exact: true });
    await percent.fill('150');
    await press('Ekle');
    await told('1 ile 100 arasında olmalı.');
    expect(await percent.inputValue()).toBe('150');
    await looksGood('coupon');
    await percent.fill('on beş');
    await press('Ekle');
    await told('Tam sayı yazın: yalnız rakam, ör. 1250.');
    expect([await percent.inputValue(), sent]).toEqual(['on beş', []]);
    await percent.fill('%15');
    await press('Ekle');
    await dialog().waitFor({ state: 'detached' });
    const { items } = await site.world.read('account.coupons');
    expect(items).toMatchObject([{ code: 'YARIM', percent: 15 }]);
  });

  test('a limit that is no number is told where it is folded away, and never taken for none', async () => {
    await panel.open('/tokens');
    await panel.page.getByRole('button', { name: 'Yeni anahtar' }).click();
    await dialog().getByLabel('Adı').fill('Fiyat ajanı');
    const fold = dialog().getByRole('button', { name: 'Sınırlar' });
    await fold.click();
    const limit = dialog().getByLabel('Bir öneride en çok öğe');
    await limit.fill('-');
    await fold.click();
    await limit.waitFor({ state: 'hidden' });
    await press('Oluştur');
    await told('Tam sayı yazın: yalnız rakam, ör. 1250.');
    await looksGood('limit');
    expect([await limit.inputValue(), sent]).toEqual(['-', []]);
    await limit.fill('12');
    await press('Oluştur');
    await dialog().getByLabel('Anahtarın gizli değeri', { exact: true }).waitFor();
    expect(sent).toMatchObject([{ path: '/v1/tokens', body: { limits: { itemsPerProposal: 12 } } }]);
    await press('Kopyaladım, kapat');
  });

  test('letters in a stock stay, are told, and hold the whole page back', async () => {
    await panel.open(`/products/${productId}`);
    const stock = panel.page.getByRole('textbox', { name: 'Stok', exact: true });
    await stock.fill('5 adet');
    await panel.page.getByRole('textbox', { name: 'Fiyat', exact: true }).fill('210');
    await saveButton(panel.page).click();
    await told('Tam sayı yazın: yalnız rakam, ör. 1250.');
    expect([await stock.inputValue(), sent]).toEqual(['5 adet', []]);
    await looksGood('stock');
    await stock.fill('7');
    await savePage(panel.page);
    expect(await site.world.read('catalog.products.get', { params: { prd: productId } })).toMatchObject({
      price: 21_000,
      stock: 7,
    });
  });

  test('a field that holds no number alone is told when the page is saved by its key', async () => {
    await panel.open(`/products/${productId}`);
    const reduced = panel.page.getByRole('textbox', { name: 'İndirimsiz fiyat', exact: true });
    await reduced.fill('çok');
    await panel.page.keyboard.press('Control+s');
    await told('Tutar anlaşılamadı. 1.299,90 gibi yazın.');
    expect([await reduced.inputValue(), await saveBar(panel.page).count(), sent]).toEqual(['çok', 0, []]);
  });

  test('an amount of the settings that cannot be read is not saved as none', async () => {
    await panel.open('/settings/store');
    const form = panel.page.getByRole('region', { name: 'Teslim, iade ve ödeme' });
    const fee = form.getByLabel('Kargo ücreti');
    const show = form.getByRole('button', { name: 'Değişiklikleri göster' });
    await fee.fill('49,90,5');
    await show.click();
    await told('Tutar anlaşılamadı. 1.299,90 gibi yazın.');
    expect([await dialog().count(), await fee.inputValue()]).toEqual([0, '49,90,5']);
    await fee.fill('49,90');
    await show.click();
    await dialog().waitFor();
  });

  test('a bulk act waits for a number that it can read', async () => {
    await panel.open('/products');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await panel.page.getByRole('button', { name: 'Stok…' }).click();
    await dialog().getByLabel('Adet', { exact: true }).fill('on');
    await dialog().getByLabel('Adet', { exact: true }).blur();
    await told('Tam sayı yazın: yalnız rakam, ör. 1250.');
    expect(await dialog().getByRole('button', { name: 'Önizle' }).isEnabled()).toBe(false);
    expect(sent).toEqual([]);
  });

  test('what is wrong is told in English where the panel is', async () => {
    await panel.open('/coupons');
    await panel.page.getByText('EN', { exact: true }).first().click();
    await panel.page.getByRole('button', { name: 'Create a coupon', exact: true }).click();
    await dialog().getByLabel('Percent', { exact: true }).fill('150');
    await dialog().getByLabel('Percent', { exact: true }).blur();
    await told('Between 1 and 100.');
  });
});
