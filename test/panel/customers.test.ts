// tier: all
import { ImportShop, lineOf, packageOf } from '../order/import/shop';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, laptop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('customers in the panel', () => {
  let site: Site;
  let panel: Panel;
  let number: string;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const { id: productId } = await world.done('catalog.product.create', {
      title: 'Fincan',
      price: 12_990,
      stock: 500,
    });
    const buyers = [
      ['Sıla Işık', 3],
      ['Can Demir', 1],
      ['Ece Taş', 2],
    ] as const;
    for (const [buyerName, orders] of buyers)
      for (let nth = 0; nth < orders; nth += 1) {
        const buyerEmail = `buyer${orders}@example.com`;
        ({ number } = await orderOf(world, [{ productId, quantity: nth + 1 }], { buyerName, buyerEmail }));
      }
    const market = await ImportShop.in(world);
    await market.upsert('TY-900100', packageOf('P1', [lineOf(null, 1)]));
    panel = await signedIn(site.url, world);
    panel.page.setDefaultTimeout(12_000);
  });
  attended(() => [panel, site]);

  const heading = (name: string) => panel.page.getByRole('heading', { level: 1, name, exact: true });
  const link = (name: string) => panel.page.getByRole('link', { name, exact: true });
  const names = () => panel.page.locator('.rows tbody a.name').allTextContents();

  /** A page is usable wide, low and narrow, and no reader of a screen is kept from it. */
  async function looksGood(what: string): Promise<void> {
    const looks = new Looks(panel, '');
    await looks.loaded();
    for (const size of [desktop, laptop, phone]) {
      await panel.page.setViewportSize(size);
      expect([size.width, await panel.contentWidth()]).toEqual([size.width, size.width]);
      await looks.faded();
      await panel.picture(`customers-${what} ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await panel.page.setViewportSize(desktop);
  }

  test('are listed by their last order or by their sum, and found by name', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    await panel.page.keyboard.press('g');
    await panel.page.keyboard.press('u');
    await heading('Müşteriler').waitFor();
    await link('Can Demir').waitFor();
    expect(await names()).toEqual(['Ece Taş', 'Can Demir', 'Sıla Işık', 'Derya Aksoy']);
    await looksGood('list');
    await panel.page.getByRole('combobox', { name: 'Sıralama' }).click();
    await panel.page.getByRole('option', { name: 'Toplam alışverişe göre' }).click();
    await panel.page.waitForURL(/sort=-total/);
    await panel.page.locator('.rows tbody tr:first-child', { hasText: 'Sıla Işık' }).waitFor();
    await panel.page.getByRole('searchbox', { name: 'Ara' }).fill('sila');
    await link('Can Demir').waitFor({ state: 'detached' });
    expect(await names()).toEqual(['Sıla Işık']);
  });

  test('have a page with orders and sum, and notes that are added and removed', async () => {
    await link('Sıla Işık').click();
    await heading('Sıla Işık').waitFor();
    await panel.page.getByText('779,40').waitFor();
    await panel.page.getByLabel('Yeni not').fill('Hediye paketi ister.');
    await panel.page.getByRole('button', { name: 'Notu ekle' }).click();
    await panel.page.getByRole('listitem').filter({ hasText: 'Hediye paketi ister.' }).waitFor();
    expect(await panel.page.getByLabel('Yeni not').inputValue()).toBe('');
    await looksGood('page');
    await panel.page.getByRole('button', { name: 'Sil', exact: true }).click();
    await panel.page.getByRole('dialog').getByRole('button', { name: 'Sil', exact: true }).click();
    await panel.page.getByText('Henüz not yok.').waitFor();
  });

  test('of a marketplace are shown as the marketplace names them', async () => {
    await panel.open('/customers?text=derya');
    await link('Derya Aksoy').click();
    await panel.page.getByText('Pazaryeri bu alıcının e-postasını ve telefonunu vermez.').waitFor();
  });

  test('are reached from an order, and one who is forgotten shows nothing of the person', async () => {
    await panel.open('/orders');
    await link(number).click();
    await link('Müşteri sayfası').click();
    await heading('Ece Taş').waitFor();
    await panel.page.getByRole('button', { name: 'Müşteriyi anonimleştir' }).click();
    const dialog = panel.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('anonimleştir');
    await dialog.getByRole('button', { name: 'Anonimleştir', exact: true }).click();
    await heading('Anonimleştirilmiş müşteri').waitFor();
    expect(await panel.page.locator('main').textContent()).not.toMatch(/Ece|example\.com|Moda Cad/);
    await looksGood('forgotten');
    await panel.open('/customers');
    await link('Can Demir').waitFor();
    expect(await names()).not.toContain('Ece Taş');
  });
});
