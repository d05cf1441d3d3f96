// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { BARCODE } from '../channel/orders-there';
import { type CargoShop, cargoShop } from '../order/parcels';
import { asSuperuser } from '../world/superuser';
import { startTestWorker } from '../world/worker';
import type { World } from '../world/world';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { type ShownShop, shownShop } from './channel/shop';
import { openedPdf } from './opened-pdf';

const makePacker = ({ owner, superuserUrl }: World) =>
  asSuperuser({ superuserUrl }, `UPDATE owner_account SET role = 'packer' WHERE id = $1`, [owner.id]);

// Each test fails where the browser complains: a page that asks for what is closed to a packer gets a 403 there.

describe('a packer at a marketplace', () => {
  let shown: ShownShop;
  let packageId = '';
  let trackingNumber = '';
  let orderId = '';
  beforeAll(async () => {
    shown = await shownShop();
    const { shop } = shown;
    const lines = [{ barcode: BARCODE, quantity: 2, priceKurus: 10_000 }];
    packageId = String((await shop.place({ lines, carrier: 'TEXMP' })).packageId);
    await shown.pulled();
    const [row] = await asSuperuser<{ id: string; number: string }>(
      shop.world,
      'SELECT order_id AS id, tracking_number AS number FROM order_package WHERE package_id = $1',
      [packageId],
    );
    orderId = row?.id ?? '';
    trackingNumber = row?.number ?? '';
    await makePacker(shop.world);
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  const card = () => shown.main.getByRole('listitem', { name: packageId, exact: true });
  const act = (name: string) => card().getByRole('button', { name: `${packageId}: ${name}`, exact: true });
  const scan = async (code: string): Promise<void> => {
    const { page } = shown.panel;
    await shown.panel.open('/orders');
    await page.getByRole('heading', { name: 'Siparişler' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('textbox', { name: 'Her yerde ara' }).waitFor();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/panel/orders/${orderId}`);
    await shown.dialog.waitFor({ state: 'detached' });
  };

  test('comes from the side bar to its packages, prepares one, and opens its label', async () => {
    const { page } = shown.panel;
    await shown.panel.open('/orders');
    await page.locator('.side-bar').getByRole('link', { name: 'Paketler' }).click();
    await page.getByRole('heading', { level: 1, name: 'Paketler' }).waitFor();
    await act('Hazırlanıyor').waitFor();
    await shown.onBoth('packer packages');
    await act('Hazırlanıyor').click();
    await shown.dialog.getByRole('button', { name: 'Bildir' }).click();
    await shown.jobEnds('Paket işlemi', 'Bitti');
    await card().waitFor({ state: 'detached' });
    await shown.main.getByText('Kargoya hazır', { exact: true }).click();
    expect(await openedPdf(shown.panel, () => act('Etiket').click())).toBe('%PDF-');
    await shown.onBoth('packer package prepared');
  });

  test('finds its order by the barcode of a label, and has label and acts there', async () => {
    await scan(packageId);
    await act('Etiket').waitFor();
    await shown.onBoth('packer marketplace order');
    if (trackingNumber) await scan(trackingNumber);
  });

  test('a link to the packages of the marketplace leads to them, and its other pages stay closed', async () => {
    const { page } = shown.panel;
    await shown.panel.open('/marketplace/trendyol/packages');
    await page.waitForURL('**/panel/orders/packages?channel=trendyol');
    await page.getByRole('heading', { level: 1, name: 'Paketler' }).waitFor();
    await shown.panel.open('/marketplace/trendyol/claims');
    await page.getByText('Bu sayfa rolünüze açık değil.').waitFor();
  });

  test('prepares several at once, and the page of that act asks for no history', async () => {
    const { page } = shown.panel;
    const lines = [{ barcode: BARCODE, quantity: 1, priceKurus: 10_000 }];
    await shown.shop.place({ lines, carrier: 'TEXMP' });
    await shown.pulled();
    await shown.panel.open('/orders/packages');
    await shown.main.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).check();
    await shown.main.getByRole('button', { name: 'Hazırla', exact: true }).click();
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await shown.dialog.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await shown.main.getByText('1 / 1 uygulandı').waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    await shown.onBoth('packer bulk act');
  });
});

describe('a packer with a provider of cargo', () => {
  let shop: CargoShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    shop = await cargoShop();
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
    await makePacker(shop.world);
  });
  attended(() => [panel, api, worker, shop]);

  const dialog = () => panel.page.getByRole('dialog');
  const seen = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };

  test('scans a slip, asks for offers, and books a parcel', async () => {
    const { page } = panel;
    const id = await shop.paid();
    const { number } = await shop.order(id);
    await panel.open('/orders');
    await page.getByRole('heading', { name: 'Siparişler' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Her yerde ara' }).fill(number);
    await dialog().getByText('1 sonuç').waitFor();
    await seen('packer search');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/panel/orders/${id}`);
    await page.getByRole('main').getByRole('button', { name: 'Teklif al', exact: true }).click();
    await dialog().getByRole('button', { name: 'Teklif al', exact: true }).click();
    const book = dialog().getByRole('button', { name: /^Kargola: / });
    await book.click();
    await dialog().waitFor({ state: 'detached' });
    const parcels = page.getByRole('region', { name: 'Gönderiler' }).getByRole('listitem');
    await parcels.first().getByText('Kargoya hazır').waitFor();
    expect(shop.bookedAt()).toBe(1);
    await seen('packer parcel');
  });

  test('has the act that books parcels of many orders', async () => {
    const { page } = panel;
    await shop.paid();
    await panel.open('/orders');
    await page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await page.getByRole('button', { name: 'Gönderi oluştur…' }).waitFor();
    await seen('packer bulk bar');
  });
});
