// tier: all
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('views and columns of the lists', () => {
  let site: Site;
  let panel: Panel;
  let transfer: string;
  let cod: string;

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 9_990, stock: 50 });
    await world.done('catalog.product.create', { title: 'Fincan', price: 4_990, stock: 0 });
    ({ number: transfer } = await orderOf(world, [{ productId }], { terms: { method: 'transfer' } }));
    ({ number: cod } = await orderOf(world, [{ productId }], { terms: { method: 'cod' } }));
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, site]);
  beforeEach(async () => {
    await site.rows(`UPDATE owner_account SET list_views = '{}'`);
    await panel.page.setViewportSize(desktop);
  });

  const tabs = (list = 'Siparişler') => panel.page.getByRole('navigation', { name: `${list}: görünümler` });
  const tab = (name: string, list?: string) => tabs(list).getByRole('link', { name, exact: true });
  const isCurrent = (name: string, list?: string) =>
    tabs(list).locator('[aria-current=page]').filter({ hasText: name }).waitFor();
  const order = (number: string) => panel.page.getByRole('link', { name: number, exact: true });
  const heads = () => panel.page.locator('main thead th').allInnerTexts();
  const names = async (list?: string) =>
    (await tabs(list).getByRole('link').allInnerTexts()).map((each) => each.trim());
  const kept = async () =>
    (
      await site.rows<{ kept: object }>('SELECT list_views AS kept FROM owner_account WHERE id = $1', [
        site.world.owner.id,
      ])
    )[0]?.kept;
  const choose = async (field: string, option: string) => {
    await panel.page.getByRole('combobox', { name: field }).click();
    await panel.page.getByRole('option', { name: option }).click();
  };
  /** Does what changes the views, and waits until the server has them. */
  const stored = async (change: () => Promise<unknown>) => {
    const put = panel.page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/v1/account/views/'),
    );
    await change();
    expect((await put).status()).toBe(200);
  };
  const save = async (name: string) => {
    await panel.page.getByRole('button', { name: 'Görünümü kaydet' }).click();
    const dialog = panel.page.getByRole('dialog');
    await dialog.getByLabel('Ad').fill(name);
    await stored(() => dialog.getByRole('button', { name: 'Görünümü kaydet' }).click());
    await dialog.waitFor({ state: 'detached' });
    await tab(name).waitFor();
  };
  const act = async (view: string, name: string) => {
    await panel.page.getByRole('button', { name: `Görünüm işlemleri: ${view}` }).click();
    await panel.page.getByRole('menuitem', { name }).click();
  };

  test('tabs that everybody has show their orders, and the fields say so', async () => {
    const { page } = panel;
    await panel.open('/orders');
    await order(cod).waitFor();
    expect(await names()).toEqual(['Tümü', 'Gönderilecek', 'Ödeme bekleyen', 'Kapıda ödeme', 'Yolda']);
    await isCurrent('Tümü');
    await page.getByLabel('Ara').fill('yok');
    await page.waitForURL(/text=yok/);
    await tab('Ödeme bekleyen').click();
    await order(transfer).waitFor();
    await order(cod).waitFor({ state: 'detached' });
    await isCurrent('Ödeme bekleyen');
    expect(await page.getByLabel('Ara').inputValue()).toBe('');
    expect(await page.getByRole('combobox', { name: 'Ödeme durumu' }).inputValue()).toBe('Havale bekleniyor');
    expect(page.url()).toMatch(/\/orders\?payment=awaiting_transfer$/);
    await panel.picture('views built in');
  });

  test('a filter is saved under a name, renamed, moved and removed, and another browser has it too', async () => {
    const { page } = panel;
    await panel.open('/orders?payment=pending_cod&sort=total');
    await save('Kapıda, ucuzlar');
    await isCurrent('Kapıda, ucuzlar');
    await choose('Ödeme durumu', 'Ödendi');
    await save('Ödenenler');
    await page.reload();
    await isCurrent('Ödenenler');
    expect((await names()).slice(5)).toEqual(['Kapıda, ucuzlar', 'Ödenenler']);
    await panel.picture('views own');
    await stored(() => act('Ödenenler', 'Sola al'));
    await act('Ödenenler', 'Yeniden adlandır');
    await page.getByRole('dialog').getByLabel('Ad').fill('Parası gelen');
    await stored(() => page.getByRole('dialog').getByRole('button', { name: 'Yeniden adlandır' }).click());
    await isCurrent('Parası gelen');
    expect((await names()).slice(5)).toEqual(['Parası gelen', 'Kapıda, ucuzlar']);
    const other = await signedIn(site.url, site.world);
    try {
      await other.open('/orders');
      await other.page.getByRole('link', { name: 'Kapıda, ucuzlar', exact: true }).click();
      await other.page.getByRole('link', { name: cod, exact: true }).waitFor();
      expect(Object.fromEntries(new URL(other.page.url()).searchParams)).toEqual({
        payment: 'pending_cod',
        sort: 'total',
      });
    } finally {
      await other.close();
    }
    await stored(() => act('Parası gelen', 'Görünümü kaldır'));
    await tab('Parası gelen').waitFor({ state: 'detached' });
    await isCurrent('Tümü');
    expect(await kept()).toEqual({
      orders: {
        views: [{ name: 'Kapıda, ucuzlar', filter: { payment: 'pending_cod', sort: 'total' } }],
        columns: null,
      },
    });
  });

  test('a name that is there is replaced, that of a fixed tab is not, and what names a person is left out', async () => {
    const { page } = panel;
    await panel.open('/orders?payment=paid&text=ayse');
    await save('Benimki');
    await panel.open('/orders?payment=cancelled&text=ayse');
    await page.getByRole('button', { name: 'Görünümü kaydet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('görünümler kimsenin adını taşımaz').waitFor();
    await dialog.getByLabel('Ad').fill('tümü');
    await dialog.getByText('Bu ad hazır bir sekmenin.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Görünümü kaydet' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Ad').fill('BENIMKI');
    await stored(() => dialog.getByRole('button', { name: 'Görünümü kaydet' }).click());
    await tab('BENIMKI').waitFor();
    expect(await kept()).toEqual({
      orders: { views: [{ name: 'BENIMKI', filter: { payment: 'cancelled' } }], columns: null },
    });
  });

  test('a view whose filter is no longer valid shows the list by what is left, and says so', async () => {
    const { page } = panel;
    const view = { name: 'Eski', filter: { payment: 'awaiting_transfer', channel: 'gitti', sort: 'moon' } };
    await site.rows(`UPDATE owner_account SET list_views = $1 WHERE id = $2`, [
      JSON.stringify({ orders: { views: [view], columns: ['buyer', 'moon'] } }),
      site.world.owner.id,
    ]);
    await panel.open('/orders');
    await tab('Eski').click();
    const told = page.getByRole('status').filter({ hasText: 'Artık geçerli olmayan filtreler' });
    await told.filter({ hasText: 'Satış kanalı, Sıralama' }).waitFor();
    await isCurrent('Eski');
    await order(transfer).waitFor();
    await order(cod).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect((await heads()).map((each) => each.trim())).toEqual(['Sipariş', 'Alıcı']);
    await panel.picture('views lapsed');
    await told.getByRole('link', { name: 'Filtreden çıkar' }).click();
    await told.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?payment=awaiting_transfer');
  });

  test('columns are chosen and remembered, and the default is as before', async () => {
    const { page } = panel;
    await panel.open('/products');
    await page.getByRole('link', { name: 'Cezve' }).waitFor();
    const standard = ['Ürün', 'Fiyat', 'Stok', 'Durum', 'Son değişiklik'];
    const before = await heads();
    expect(before).toHaveLength(standard.length);
    await page.getByRole('button', { name: 'Sütunlar' }).click();
    const box = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
    await box('Stok kodu').waitFor();
    await panel.picture('columns');
    // The second one while the first is on its way.
    await box('Stok kodu').check();
    await box('Stok').uncheck();
    expect(await box('Stok kodu').isChecked()).toBe(true);
    await eventually(
      async () => /"sku"/.test(JSON.stringify(await kept())) && !/"stock"/.test(JSON.stringify(await kept())),
    );
    await page.keyboard.press('Escape');
    expect(await kept()).toEqual({ products: { views: [], columns: ['price', 'status', 'updatedAt', 'sku'] } });
    await page.reload();
    await page.getByRole('link', { name: 'Cezve' }).waitFor();
    const chosen = await heads();
    expect(chosen).toEqual([...before.filter((head) => head !== 'Stok'), 'Stok kodu']);
    await page.getByRole('button', { name: 'Sütunlar' }).click();
    await page.getByRole('button', { name: 'Varsayılan sütunlar' }).click();
    await page.locator('main thead th').filter({ hasText: 'Stok' }).waitFor();
    expect(await heads()).toEqual(before);
    await tab('Tükenen', 'Ürünler').waitFor();
  });

  test('twenty views stand there, another one is refused with words, and nothing is wider than a phone', async () => {
    const { page } = panel;
    const views = Array.from({ length: 20 }, (_, nth) => ({
      name: `Görünüm ${nth + 1}`,
      filter: { minTotal: `${nth}` },
    }));
    await site.rows(`UPDATE owner_account SET list_views = $1 WHERE id = $2`, [
      JSON.stringify({ orders: { views, columns: ['channel', 'externalNumber', 'total'] } }),
      site.world.owner.id,
    ]);
    await panel.open('/orders?payment=paid&sort=total');
    await page.getByRole('button', { name: 'Görünümü kaydet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ad').fill('Bir daha');
    await dialog.getByText('En çok 20 görünüm olur').waitFor();
    await dialog.getByLabel('Ad').fill('Görünüm 7');
    expect(await dialog.getByRole('button', { name: 'Görünümü kaydet' }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Vazgeç' }).click();
    const looks = new Looks(panel, site.url);
    for (const [name, size] of Object.entries({ desktop, phone })) {
      await page.setViewportSize(size);
      await panel.open('/orders?minTotal=3');
      await isCurrent('Görünüm 4');
      await order(cod).waitFor();
      expect([name, await panel.contentWidth()]).toEqual([name, size.width]);
      await panel.picture(`views twenty ${size.width}`);
      expect(await looks.violations()).toEqual([]);
      const { x = -1, width = 0 } = (await tab('Görünüm 4').boundingBox()) ?? {};
      expect([x >= 0, x + width <= size.width]).toEqual([true, true]);
    }
  });
});
