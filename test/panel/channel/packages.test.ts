// tier: all
import { examplePdf } from '../../../src/channel/package-op/pdf';
import { BARCODE } from '../../channel/orders-there';
import { eventually } from '../../world/eventually';
import { asSuperuser } from '../../world/superuser';
import { measureEffort } from '../effort';
import { openedPdf } from '../opened-pdf';
import { type ShownShop, shownShop } from './shop';

/** Packages of one page. */
const MANY = 20;

describe('packages of a marketplace in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  const placed = async (quantity = 3, isPrepared = false): Promise<string> => {
    const lines = [{ barcode: BARCODE, quantity, priceKurus: 10_000 }];
    const { packageId } = await shown.shop.place({ lines, carrier: 'TEXMP' });
    if (isPrepared) await shown.shop.control('PUT', '/orders/move', { packageId, to: 'Picking' });
    await shown.pulled();
    return String(packageId);
  };
  const card = (packageId: string) => shown.main.getByRole('listitem', { name: packageId, exact: true });
  const act = async (packageId: string, name: string) => {
    const button = card(packageId).getByRole('button', { name: `${packageId}: ${name}`, exact: true });
    const more = card(packageId).getByRole('button', { name: `${packageId}: diğer işlemler` });
    await more.waitFor();
    if ((await button.count()) === 0) await more.click();
    await button.click();
  };
  const stage = (name: string) => shown.main.getByText(name, { exact: true }).click();
  const done = () => shown.jobEnds('Paket işlemi', 'Bitti');
  const PDF = '%PDF-';
  const invoicesOf = async (packageId: string): Promise<{ asked: number; done: number }> =>
    (await shown.shop.control('GET', '/orders/statistics')).operations[packageId]?.['invoice-file'] ?? {
      asked: 0,
      done: 0,
    };

  const openedBy = (press: () => Promise<void>): Promise<string> => openedPdf(shown.panel, press);

  test('a package is prepared and invoiced, and its label opens in a tab', async () => {
    const packageId = await placed();
    await shown.open('packages');
    await act(packageId, 'Hazırlanıyor');
    await shown.dialog.getByRole('button', { name: 'Bildir' }).click();
    await done();
    await card(packageId).waitFor({ state: 'detached' });
    await stage('Kargoya hazır');
    await act(packageId, 'Faturası kesildi');
    await shown.dialog.getByLabel('Fatura no').fill('TZG2026000000042');
    await shown.onBoth('invoice a package');
    await shown.dialog.getByRole('button', { name: 'Bildir' }).click();
    await card(packageId).getByText('Fatura no: TZG2026000000042').waitFor();
    await done();
    await act(packageId, 'Fatura dosyasını gönder');
    const send = shown.dialog.getByRole('button', { name: 'Gönder', exact: true });
    expect(await send.isDisabled()).toBe(true);
    const file = { name: 'fatura.pdf', mimeType: 'application/pdf', buffer: Buffer.from(examplePdf()) };
    await shown.dialog.locator('input[type=file]').setInputFiles(file);
    await shown.onBoth('invoice file');
    await send.click();
    await eventually(async () => (await invoicesOf(packageId)).done === 1, 30_000);
    await done();
    expect(
      await openedBy(() =>
        card(packageId)
          .getByRole('button', { name: `${packageId}: Etiket` })
          .click(),
      ),
    ).toBe(PDF);
    await shown.onBoth('packages invoiced');
  });

  test('ticked packages have their labels in one PDF; those without are named, and the others open', async () => {
    const [first, second] = [await placed(3, true), await placed(3, true)];
    await shown.open('packages');
    await stage('Kargoya hazır');
    for (const each of [first, second]) await card(each).getByRole('checkbox').check();
    await shown.main.getByText('2 paket seçildi (en çok 50)').waitFor();
    await shown.onBoth('packages chosen');
    expect(await openedBy(() => shown.main.getByRole('button', { name: '2 etiketi tek PDF olarak aç' }).click())).toBe(
      PDF,
    );
    await shown.shop.control('PUT', '/orders/move', { packageId: Number(second), to: 'Cancelled' });
    await shown.pulled();
    await shown.main.getByRole('button', { name: '2 etiketi tek PDF olarak aç' }).click();
    await shown.dialog.getByText('Bazı paketlerin etiketi yok').waitFor();
    await shown.onBoth('labels refused');
    expect(await openedBy(() => shown.dialog.getByRole('button', { name: 'Olanları aç' }).click())).toBe(PDF);
    await shown.dialog.waitFor({ state: 'detached' });
  });

  test('twenty packages are prepared and have their labels in eight clicks, the way back among them', async () => {
    const { page } = shown.panel;
    const effort = await measureEffort(page);
    const before = await shown.shop.world.read('orders.list', { query: { channel: 'trendyol', total: true } });
    const lines = [{ barcode: BARCODE, quantity: 1, priceKurus: 10_000 }];
    for (let nth = 0; nth < MANY; nth += 1) await shown.shop.place({ lines, carrier: 'TEXMP' });
    await shown.pulled();
    const after = await shown.shop.world.read('orders.list', { query: { channel: 'trendyol', total: true } });
    expect(after.total - before.total).toBe(MANY);
    await shown.open('packages');
    effort.begin();
    const all = shown.main.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' });
    await all.check();
    await shown.main.getByText(`${MANY} paket seçildi (en çok 50)`).waitFor();
    await shown.panel.picture('packages many');
    await shown.main.getByRole('button', { name: 'Hazırla', exact: true }).click();
    const approve = page.getByRole('button', { name: 'Onayla ve uygula' });
    await approve.click();
    await shown.dialog.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await shown.main.getByText(`${MANY} / ${MANY} uygulandı`).waitFor({ timeout: 240_000 });
    await shown.panel.picture('packages many prepared');
    await page.goBack();
    effort.press();
    await stage('Kargoya hazır');
    await all.check();
    await shown.main.getByRole('status').filter({ hasText: 'paket seçildi' }).waitFor();
    const labels = shown.main.getByRole('button', { name: /etiketi tek PDF olarak aç/ });
    expect(await openedBy(() => labels.click())).toBe(PDF);
    effort.end('20 marketplace packages prepared, with labels as one PDF', 8);
  });

  test('a package is split, and pieces that cannot be supplied need the penalty to be acknowledged', async () => {
    const { shop } = shown;
    const packageId = await placed(3);
    await shown.open('packages');
    await act(packageId, 'Böl');
    const split = shown.dialog.getByRole('button', { name: 'Böl', exact: true });
    expect(await split.isDisabled()).toBe(true);
    await shown.dialog.getByRole('textbox').fill('1');
    await split.click();
    await done();
    await card(packageId).waitFor({ state: 'detached' });
    const heirs = shown.main.getByRole('listitem', { name: /^\d+$/ }).filter({ hasText: '1 ×' });
    const heir = (await heirs.last().getAttribute('aria-label')) ?? '';
    await act(heir, 'Hazırlanıyor');
    await shown.dialog.getByRole('button', { name: 'Bildir' }).click();
    await done();
    await stage('Kısmen');
    await act(heir, 'Tedarik edilemiyor');
    const say = shown.dialog.getByRole('button', { name: 'Tedarik edilemiyor de' });
    await shown.dialog.getByRole('textbox').fill('1');
    await shown.dialog.getByRole('combobox', { name: 'Neden' }).click();
    await shown.panel.page.getByRole('option', { name: 'stok tükendi' }).click();
    expect(await say.isDisabled()).toBe(true);
    await shown.dialog.getByRole('checkbox').check();
    await shown.onBoth('unsupplied');
    await say.click();
    await done();
    await card(heir).waitFor({ state: 'detached' });
    expect(await shop.stock()).toBeLessThan(1_000);
  });

  test('a packer is shown the acts of packing, without those that give money back or hand invoices over', async () => {
    const packageId = await placed(3, true);
    const { world } = shown.shop;
    const sql = (text: string, ...values: readonly unknown[]) => asSuperuser<{ id: string }>(world, text, values);
    const setRole = (role: string) =>
      sql('UPDATE owner_account SET role = $2 WHERE id = $1 RETURNING id', world.owner.id, role);
    const [order] = await sql('SELECT order_id AS id FROM order_package WHERE package_id = $1', packageId);
    const button = (name: string) => shown.main.getByRole('button', { name: `${packageId}: ${name}`, exact: true });
    const furtherActs = async () => {
      await shown.panel.open(`/orders/${order?.id}`);
      await button('diğer işlemler').click();
      await button('Böl').waitFor();
      return {
        unsupplied: await button('Tedarik edilemiyor').count(),
        invoiceFile: await button('Fatura dosyasını gönder').count(),
      };
    };
    expect(await furtherActs()).toEqual({ unsupplied: 1, invoiceFile: 1 });
    await setRole('packer');
    try {
      expect(await furtherActs()).toEqual({ unsupplied: 0, invoiceFile: 0 });
      await shown.onBoth('packages of a packer');
    } finally {
      await setRole('owner');
    }
  });
});
