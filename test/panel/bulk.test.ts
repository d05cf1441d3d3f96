// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CardShop, cardShop } from '../order/card';
import { orderOf } from '../order/session';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { type Effort, measureEffort } from './effort';
import { openedPdf } from './opened-pdf';

/** More than a review runs at once, and than two pages hold. */
const LARGE = 430;

describe('many at once in the panel', () => {
  let shop: CardShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  let effort: Effort;
  beforeAll(async () => {
    shop = await cardShop();
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
    effort = await measureEffort(panel.page);
  });
  attended(() => [panel, api, worker, shop]);

  const button = (name: string | RegExp) => panel.page.getByRole('button', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const onBoth = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };
  /** Takes the shown act back, and waits for the page of the act that does so. */
  const takeBack = async (picture: string): Promise<void> => {
    const acted = panel.page.url();
    await button('Toplu işlemi geri al…').click();
    await panel.picture(picture);
    await dialog().getByRole('button', { name: 'Geri al' }).click();
    await panel.page.waitForURL((url) => url.href !== acted);
  };
  const approve = async (items: number): Promise<void> => {
    await button('Onayla ve uygula').click();
    await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
    await panel.page.getByText(`${items} / ${items} uygulandı`).waitFor();
  };

  test('twenty orders are shipped with their numbers in ten clicks', async () => {
    const { world } = shop;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 9_900, stock: 500 });
    const orders = [];
    for (let nth = 0; nth < 20; nth += 1)
      orders.push(await orderOf(world, [{ productId, quantity: 1 }], { terms: { method: 'cod' } }));
    await panel.open('/orders');
    effort.begin();
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await panel.page.getByText('20 seçili').waitFor();
    await onBoth('bulk-orders');
    await button('Kargola…').click();
    await dialog().getByRole('combobox', { name: 'Kargo firması' }).click();
    await panel.page.getByRole('option', { name: 'Yurtiçi Kargo' }).click();
    const lines = orders.map(({ number }, nth) => `${number}\t7000${nth + 1}`);
    await dialog().getByLabel('Takip numaraları (isteğe bağlı)').fill(lines.join('\n'));
    await dialog().getByText('20 siparişin 20 tanesinin numarası var.').waitFor();
    await panel.picture('bulk-ship');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await onBoth('bulk-ship-proposal');
    await approve(20);
    effort.end('20 own orders shipped with pasted numbers', 8);
    await panel.picture('bulk-ship-applied');
    const { items } = await world.read('orders.list', { query: { fulfilment: 'shipped', limit: 50 } });
    expect(items).toHaveLength(20);
    const first = await world.read('orders.get', { params: { ord: orders[0]?.id as string } });
    expect(first.shipments).toMatchObject([{ carrier: 'yurtici', trackingNumber: '70001' }]);
  });

  test('papers of the selected orders are shown as PDF', async () => {
    await panel.open('/orders?fulfilment=shipped');
    const box = panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' });
    await box.click();
    await panel.page.getByText('20 seçili').waitFor();
    for (const name of ['Toplama listesi', 'Paket fişleri', 'Adres etiketleri']) {
      await button('Yazdır').click();
      await panel.page.getByRole('menuitem', { name }).waitFor();
      await onBoth(`bulk-print ${name}`);
      const begin = await openedPdf(panel, () => panel.page.getByRole('menuitem', { name }).click());
      expect(begin).toBe('%PDF-');
    }
    await panel.page.setViewportSize(phone);
    const bar = await panel.page.locator('.selection-bar').boundingBox();
    const tabs = await panel.page.locator('.mantine-AppShell-footer').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
    await panel.page.setViewportSize(desktop);
  });

  test('a category is raised by five percent, and taken back as one', async () => {
    const { world } = shop;
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Bakır' });
    const products = [];
    for (let nth = 1; nth <= 12; nth += 1)
      products.push(
        await world.done('catalog.product.create', { title: `Cezve ${nth}`, price: nth * 1_000, stock: 5, categoryId }),
      );
    const prices = async () => {
      const { items } = await world.read('catalog.products.list', { query: { categoryId, sort: 'price' } });
      return items.map(({ price }: { price: number }) => price);
    };
    const before = await prices();
    await panel.open('/products');
    effort.begin();
    await panel.page.getByRole('combobox', { name: 'Kategori' }).click();
    await panel.page.getByRole('option', { name: 'Bakır' }).click();
    await panel.page.getByText('Fincan').waitFor({ state: 'detached' });
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button('Fiyat değiştir…').click();
    await dialog().getByLabel('Yüzde', { exact: true }).fill('5');
    await panel.picture('bulk-prices');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await onBoth('bulk-prices-proposal');
    await approve(12);
    effort.end('a category raised by 5 %', 8);
    expect(await prices()).toEqual(before.map((price: number) => (price * 105) / 100));

    await takeBack('bulk-undo');
    await panel.page.getByText('12 / 12 uygulandı').waitFor();
    effort.end('a category raised by 5 %, taken back', 2);
    expect(await prices()).toEqual(before);
  });

  test('selected products are tagged, and put into a collection', async () => {
    const { world } = shop;
    const { id } = await world.done('catalog.collection.create', { title: 'Sofra takımları' });
    const products = [];
    for (const title of ['Sofra kaşığı', 'Sofra çatalı'])
      products.push(await world.done('catalog.product.create', { title, price: 5_000 }));
    const select = async () => {
      await panel.open('/products?text=Sofra');
      await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
      await panel.page.getByText('2 seçili').waitFor();
    };
    await select();
    await button('Etiket…').click();
    await dialog().getByLabel('Eklenecek etiketler').fill('el yapımı');
    await panel.page.keyboard.press('Enter');
    await onBoth('bulk-tags');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await approve(2);
    await select();
    await button('Koleksiyon…').click();
    await dialog().getByRole('combobox', { name: 'Koleksiyon' }).click();
    await panel.page.getByRole('option', { name: 'Sofra takımları' }).click();
    await onBoth('bulk-collection');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await approve(1);
    const { tags } = await world.read('catalog.products.get', { params: { prd: products[0].id } });
    const { productIds } = await world.read('catalog.collections.get', { params: { col: id } });
    expect([tags, productIds.toSorted()]).toEqual([['el yapımı'], products.map((product) => product.id).toSorted()]);
  });

  test('a bulk act of hundreds is counted, scrolled through and approved as one of twelve is', async () => {
    const { world } = shop;
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kalay' });
    for (let nth = 1; nth <= LARGE; nth += 1)
      await world.done('catalog.product.create', { title: `Tas ${nth}`, price: nth === 7 ? 100 : 10_000, categoryId });
    await panel.open(`/products?categoryId=${categoryId}`);
    effort.begin();
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button(`Bulunanların hepsini seç (${LARGE})`).click();
    await panel.page.getByText(`${LARGE} seçili`).waitFor();
    await button('Fiyat değiştir…').click();
    await dialog().getByText('TL', { exact: true }).click();
    await dialog().getByLabel('Tutar', { exact: true }).fill('1');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await panel.page.getByText(`Tümü (${LARGE})`).waitFor();
    await panel.page.getByText(`${LARGE} × Fiyatı belirle`).waitFor();
    await onBoth('bulk-large');
    const rows = panel.page.locator('.likes tbody tr');
    await rows.nth(5).waitFor();
    expect(await rows.count()).toBeLessThan(LARGE / 2);
    // The last row comes into sight by scrolling alone.
    await panel.page.mouse.move(600, 400);
    for (let turn = 0; turn < 200 && !(await panel.page.getByText(`${LARGE}. Tas`).isVisible()); turn += 1)
      await panel.page.mouse.wheel(0, 2_000);
    await panel.page.getByText(`${LARGE}. Tas`).waitFor();
    await panel.picture('bulk-large-end');
    await approve(LARGE);
    effort.end(`prices of ${LARGE} products changed`, 8);
    await takeBack('bulk-large-undo');
    await panel.page.getByText(`${LARGE} / ${LARGE} uygulandı`).waitFor();
    await panel.picture('bulk-large-undone');
    effort.end(`prices of ${LARGE} products changed, taken back`, 2);
  });
});
