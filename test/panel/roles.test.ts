// tier: all
import type { RunningWorker } from '../../src/worker';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { PASSWORD } from '../world/world';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const EMAIL = 'paket@example.com';
const NEW = 'paketçinin parolası';

describe('roles, in the browser', () => {
  let site: Site;
  let panel: Panel;
  let worker: RunningWorker;
  let orderId = '';

  beforeAll(async () => {
    site = await openSite();
    const product = { title: 'Bakır Cezve', price: 54_900, stock: 10 };
    const { id: productId } = await site.world.done('catalog.product.create', product);
    orderId = (await orderOf(site.world, [{ productId, quantity: 1 }], { terms: { method: 'cod' } })).id;
    worker = await startTestWorker(site.world);
    const mediaId = await committed(site.world, await plain(40, 30));
    await site.world.done('catalog.product.setMedia', { productId, media: [{ mediaId }] });
    // The page asks for pictures once; a worker draws them a moment after they were put in.
    await eventually(async () => {
      const { pictures } = await site.world.read('account.orders.pictures', { params: { ord: orderId } });
      return pictures.length > 0;
    }, 60_000);
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, worker, site]);

  const dialog = () => panel.page.getByRole('dialog');
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
  const sections = () => panel.page.locator('.side-bar a').allTextContents();

  test('an owner invites a packer, who sees orders and packs', async () => {
    const { page } = panel;
    await panel.open('/account');
    await page.getByRole('button', { name: 'Kişi davet et' }).click();
    await dialog().getByLabel('E-posta').fill(EMAIL);
    await dialog().getByRole('radio', { name: 'Paketleyici' }).check();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await seen('roles-invite');
    await dialog().getByRole('button', { name: 'Davet et' }).click();
    const link = (await page.locator('code', { hasText: '/panel/invitation#' }).textContent()) ?? '';
    await seen('roles-people');

    await page.getByRole('button', { name: 'Hesap' }).click();
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await page.getByRole('button', { name: 'Oturum aç' }).waitFor();
    await panel.open(`/invitation#${link.split('#')[1]}`);
    await page.getByLabel('Parola', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Katıl' }).click();
    await page.getByRole('heading', { name: 'Siparişler' }).waitFor();
    expect(await sections()).toEqual(['Siparişler', 'Paketler', 'Öneriler', 'Ayarlar']);
    await seen('roles-packer-orders');

    await panel.open(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Kargola' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Siparişi iptal et' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Adresi düzelt' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Müşteri sayfası' }).count()).toBe(0);
    // Its goods are seen, though products are closed.
    await page.locator('.order-line img.thumb').waitFor();
    await seen('roles-packer-order');
    await panel.open('/products');
    await page.getByText('Bu sayfa rolünüze açık değil.').waitFor();
    await seen('roles-closed');
  });

  test('as a manager there are the pages of the shop, and none of its settings', async () => {
    const { page } = panel;
    await site.rows(`UPDATE owner_account SET role = 'manager' WHERE email = $1 RETURNING id`, [EMAIL]);
    await panel.open('/');
    await page.getByRole('link', { name: 'Ürünler' }).first().waitFor();
    const shown = await sections();
    expect(shown).toEqual(expect.arrayContaining(['Ürünler', 'Raporlar', 'Pazaryeri']));
    expect(shown).not.toEqual(expect.arrayContaining(['Erişim anahtarları']));
    await seen('roles-manager-home');
    await panel.open('/tokens');
    await page.getByText('Bu sayfa rolünüze açık değil.').waitFor();
  });
});
