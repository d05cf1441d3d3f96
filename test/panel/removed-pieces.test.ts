// tier: all
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, type Panel, phone, signedIn } from './browser';

describe('pieces that are taken out of an order, in the browser', () => {
  let site: Site;
  let panel: Panel;
  let orderId = '';

  beforeAll(async () => {
    site = await openSite();
    const { id: productId } = await site.world.done('catalog.product.create', {
      title: 'Bakır Cezve',
      price: 54_900,
      stock: 10,
    });
    orderId = (await orderOf(site.world, [{ productId, quantity: 3 }], { terms: { method: 'cod' } })).id;
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  test('leave an order that is paid at the door, but for the last one, after which none is offered', async () => {
    const { page } = panel;
    await panel.open(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Ürün çıkar…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Bakır Cezve').fill('3');
    expect(await dialog.getByRole('button', { name: 'Siparişten çıkar' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Bakır Cezve').fill('2');
    await page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBeLessThanOrEqual(phone.width);
    await panel.picture('removed-pieces-390');
    await dialog.getByRole('button', { name: 'Siparişten çıkar' }).click();
    await page.getByText('Ürünler siparişten çıkarıldı.').waitFor();
    await page.getByText('ürün çıkarıldı').first().waitFor();
    expect((await site.world.read('orders.get', { params: { ord: orderId } })).lines[0].unsent).toBe(2);
    expect(await page.getByRole('button', { name: 'Ürün çıkar…' }).count()).toBe(0);
  });
});
