// tier: all
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, laptop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('coupons in the panel', () => {
  let site: Site;
  let panel: Panel;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 20_000, stock: 50 }));
    await world.done('catalog.collection.create', { title: 'Yaz ürünleri' });
    panel = await signedIn(site.url, world);
    panel.page.setDefaultTimeout(20_000);
  });
  attended(() => [panel, site]);

  const heading = (name: string) => panel.page.getByRole('heading', { level: 1, name, exact: true });
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  const dialog = () => panel.page.getByRole('dialog');
  const row = (text: string) => panel.page.locator('.rows tbody tr', { hasText: text });

  /** A page is usable wide, low and narrow, and no reader of a screen is kept from it. */
  async function looksGood(what: string): Promise<void> {
    const looks = new Looks(panel, '');
    await looks.loaded();
    for (const size of [desktop, laptop, phone]) {
      await panel.page.setViewportSize(size);
      expect([size.width, await panel.contentWidth()]).toEqual([size.width, size.width]);
      await looks.faded();
      await panel.picture(`coupons-${what} ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await panel.page.setViewportSize(desktop);
  }

  test('are made with a code and terms, and what is wrong is told before anything is lost', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    await panel.page.keyboard.press('g');
    await panel.page.keyboard.press('k');
    await heading('Kuponlar').waitFor();
    await button('Kupon ekle').click();
    await dialog().getByLabel('Kod', { exact: true }).fill('a!');
    await dialog().getByLabel('Ad', { exact: true }).fill('Yaz indirimi');
    await dialog().getByLabel('Yüzde', { exact: true }).fill('10');
    await dialog().getByLabel('Alt sınır').fill('150');
    await dialog().getByRole('combobox', { name: 'Koleksiyon' }).click();
    await panel.page.getByRole('option', { name: 'Yaz ürünleri' }).click();
    await dialog().getByLabel('Müşteri başına kullanım').fill('1');
    await looksGood('form');
    await dialog().getByRole('button', { name: 'Ekle', exact: true }).click();
    await dialog().getByRole('alert').waitFor();
    expect(await dialog().getByLabel('Ad', { exact: true }).inputValue()).toBe('Yaz indirimi');
    await dialog().getByLabel('Kod', { exact: true }).fill('yaz-10');
    await dialog().getByRole('button', { name: 'Ekle', exact: true }).click();
    await row('YAZ-10').waitFor();
    expect(await row('YAZ-10').textContent()).toContain('%10 indirim');
    const { items } = await site.world.read('account.coupons');
    expect(items).toMatchObject([
      {
        code: 'YAZ-10',
        percent: 10,
        minimum: 15_000,
        customerUsesMax: 1,
        collectionId: expect.stringMatching(/^col_/),
      },
    ]);
  });

  test('are changed, turned off and on, and found by their code', async () => {
    await button('Kupon ekle').click();
    await dialog().getByRole('switch', { name: 'Alıcı bir kod yazsın' }).click();
    await dialog().getByLabel('Ad', { exact: true }).fill('Kargo bizden');
    await dialog().getByRole('combobox', { name: 'Tür' }).click();
    await panel.page.getByRole('option', { name: 'ücretsiz kargo' }).click();
    await dialog().getByRole('button', { name: 'Ekle', exact: true }).click();
    await row('Kargo bizden').waitFor();
    await looksGood('list');
    await button('Kargo bizden: Düzenle').click();
    await dialog().getByLabel('Toplam kullanım').fill('100');
    await dialog().getByRole('button', { name: 'Kaydet', exact: true }).click();
    await row('Kargo bizden').getByText('0 / 100').waitFor();
    await button('Kargo bizden: Kapat').click();
    await row('Kargo bizden').getByText('Kapalı').waitFor();
    await button('Kargo bizden: Aç').click();
    await button('Kargo bizden: Kapat').waitFor();
    await panel.page.getByRole('searchbox', { name: 'Koda göre ara' }).fill('yaz');
    await row('Kargo bizden').waitFor({ state: 'detached' });
    expect(await row('YAZ-10').count()).toBe(1);
  });

  test('are named on the page of an order that has used one', async () => {
    const { items } = await site.world.read('account.coupons', { query: { code: 'YAZ' } });
    const coupons = [{ couponId: items[0].id, title: 'Yaz indirimi', code: 'YAZ-10', takenOff: 'goods', kurus: 2_000 }];
    const { id } = await orderOf(site.world, [{ productId }], {
      terms: { discounts: [{ label: 'Yaz indirimi', kurus: 2_000, line: null }], coupons: coupons as never },
    });
    await panel.open(`/orders/${id}`);
    await panel.page.getByText('Kupon: Yaz indirimi, YAZ-10').waitFor();
    await looksGood('order');
  });
});
