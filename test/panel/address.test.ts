// tier: all
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('the address of delivery of an order, in the browser', () => {
  let site: Site;
  let panel: Panel;
  let orderId = '';

  beforeAll(async () => {
    site = await openSite();
    const product = { title: 'Bakır Cezve', price: 54_900, stock: 10 };
    const { id: productId } = await site.world.done('catalog.product.create', product);
    orderId = (await orderOf(site.world, [{ productId, quantity: 1 }], { terms: { method: 'cod' } })).id;
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  test('is corrected until a parcel is made of it', async () => {
    const { page } = panel;
    await panel.open(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Adresi düzelt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adres', { exact: true }).fill('Moda Caddesi 4/2');
    await dialog.getByRole('combobox', { name: 'İl' }).fill('izm');
    await page.getByRole('option', { name: 'İzmir' }).click();
    await dialog.getByLabel('Telefon').fill('0555');
    await dialog.getByRole('button', { name: 'Adresi kaydet' }).click();
    await dialog.getByText('Teslimat adresi, Telefon:').waitFor();
    for (const [size, view] of [
      ['1280', desktop],
      ['390', phone],
    ] as const) {
      await page.setViewportSize(view);
      expect(await panel.contentWidth()).toBeLessThanOrEqual(view.width);
      await panel.picture(`address-${size}`);
    }
    await page.setViewportSize(desktop);
    await dialog.getByLabel('Telefon').fill('+905551112233');
    await dialog.getByRole('button', { name: 'Adresi kaydet' }).click();
    await page.getByText('Teslimat adresi değişti.').waitFor();
    await page.getByText('Moda Caddesi 4/2').waitFor();
    await site.world.done('order.ship', { orderId, carrier: 'yurtici' });
    await page.reload();
    await page.getByText('Moda Caddesi 4/2').waitFor();
    expect(await page.getByRole('button', { name: 'Adresi düzelt' }).count()).toBe(0);
  });
});
