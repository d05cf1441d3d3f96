// tier: all
import { exampleImage } from '../../../src/media/image/example';
import { BARCODE } from '../../channel/orders-there';
import { type ShownShop, shownShop } from './shop';

/** As many as one table shows. */
const MANY = 4;

describe('claims of a marketplace in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  test('the one whose time ends first comes first; one is rejected with a picture, and one approved', async () => {
    const lines = [{ barcode: BARCODE, quantity: 2, priceKurus: 10_000 }];
    const { orderNumber, packageId } = await shown.shop.place({ lines });
    await shown.shop.control('PUT', '/orders/move', { packageId, to: 'Delivered' });
    await shown.shop.pulled();
    await shown.shop.control('POST', '/claims', { packageId, reasonId: 301, agoMs: 3_600_000 });
    await shown.open('claims');
    const card = shown.main.getByRole('listitem', { name: orderNumber, exact: true });
    await card.getByText('işlem bekliyor').first().waitFor();
    await shown.onBoth('claims');
    const [first] = await card.getByRole('button', { name: /: Reddet$/ }).all();
    await first?.click();
    await shown.dialog.getByRole('combobox', { name: 'Neden' }).click();
    await shown.panel.page.getByRole('option', { name: 'Ürün kullanılmış' }).click();
    await shown.dialog.getByLabel('Açıklama').fill('Kullanılmış ürün geldi.');
    await shown.dialog.getByText('Bu neden için görsel gerekir.').waitFor();
    await shown.dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'urun.png', mimeType: 'image/png', buffer: Buffer.from(exampleImage()) });
    await shown.onBoth('claim rejected');
    await shown.dialog.getByRole('button', { name: 'Reddet', exact: true }).click();
    await shown.jobEnds('İade talebi işlemi', 'Bitti');
    await card.getByText('anlaşmazlıkta').waitFor();
    await card.getByRole('button', { name: /: Onayla$/ }).click();
    await shown.dialog.getByRole('button', { name: 'Onayla', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await shown.main.getByText('Hepsi', { exact: true }).click();
    await card.getByText('kabul edildi').waitFor();
    await card.getByRole('link', { name: 'Ürün iadesi' }).waitFor();
    await shown.onBoth('claims all');
  });

  test('many are approved by one act, which tells the money that goes back', async () => {
    const { page } = shown.panel;
    const lines = [{ barcode: BARCODE, quantity: 1, priceKurus: 10_000 }];
    for (let nth = 0; nth < MANY; nth += 1) {
      const { packageId } = await shown.shop.place({ lines });
      await shown.shop.control('PUT', '/orders/move', { packageId, to: 'Delivered' });
      await shown.shop.pulled();
      await shown.shop.control('POST', '/claims', { packageId, reasonId: 301, agoMs: 3_600_000 });
    }
    // The marketplace is asked once a minute at most.
    await shown.shop.world.sql("UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE task = 'claims'");
    await shown.open('claims');
    const boxes = shown.main.getByRole('checkbox', { name: /^Seç: / });
    await boxes.nth(MANY - 1).waitFor();
    await boxes.first().check();
    await shown.main.getByRole('button', { name: 'Görünenlerin hepsini seç' }).click();
    await shown.main.getByText(`${MANY} seçili`).waitFor();
    await shown.onBoth('claims chosen');
    await shown.main
      .getByRole('region', { name: 'Seçilenlerle yapılacaklar' })
      .getByRole('button', { name: 'Onayla', exact: true })
      .click();
    await page.getByText('Toplam: 400,00 TL').waitFor();
    await shown.onBoth('claims preview');
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await shown.dialog.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByText(`${MANY} / ${MANY} uygulandı`).waitFor({ timeout: 120_000 });
  });
});
