// tier: all
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { tableText } from '../../src/kernel/table-text';
import { daysOf, presetOf } from '../../src/panel/reports/period';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, desktop, laptop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('days of a report', () => {
  const now = Date.parse('2026-03-01T21:30:00Z');

  test('are those of the shop', () => {
    expect(daysOf('week', now)).toEqual({ since: '2026-02-24', until: '2026-03-02' });
    expect(daysOf('thisMonth', now)).toEqual({ since: '2026-03-01', until: '2026-03-02' });
    expect(daysOf('lastMonth', now)).toEqual({ since: '2026-02-01', until: '2026-02-28' });
    expect(daysOf('thisYear', now)).toEqual({ since: '2026-01-01', until: '2026-03-02' });
  });

  test('are known as a preset, or as none', () => {
    expect(presetOf(daysOf('quarter'))).toBe('quarter');
    expect(presetOf({ since: '2020-01-01', until: '2020-01-05' })).toBeUndefined();
  });
});

test('a saved table runs nothing that somebody has written, and its amounts are numbers', () => {
  const text = tableText([
    ['Ürün', 'Net'],
    ['=HYPERLINK("http://a.example";"Tıkla")', { kurus: -1_205 }],
    ['+90 532', { kurus: 7 }],
    ['-5', { count: 3 }],
    ['@SUM(A1)', { count: -1 }],
    ['Çay; demli', { kurus: 100_000 }],
  ]);
  expect(text.startsWith('\ufeffÜrün;Net\r\n')).toBe(true);
  expect(parse(text, { delimiter: ';', bom: true, from_line: 2 })).toEqual([
    [`'=HYPERLINK("http://a.example";"Tıkla")`, '-12,05'],
    [`'+90 532`, '0,07'],
    [`'-5`, '3'],
    [`'@SUM(A1)`, '-1'],
    ['Çay; demli', '1000,00'],
  ]);
});

describe('reports in the panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Fincanlar' });
    const create = async (payload: object) => (await world.done('catalog.product.create', payload)).id as string;
    const cup = await create({ title: 'Fincan', price: 12_990, stock: 500, vatRate: 20, categoryId });
    const tea = await create({ title: 'Çay', price: 5_000, stock: 500, vatRate: 1 });
    const vase = await create({ title: 'Tozlu Vazo', price: 40_000, stock: 4 });
    // Goods that came today are not dead yet.
    await site.rows(`UPDATE catalog_product SET created_at = now() - interval '1 year' WHERE id = $1`, [vase]);
    for (let nth = 0; nth < 12; nth += 1) {
      const wanted = [{ productId: nth % 3 ? cup : tea, quantity: 1 + (nth % 2) }];
      const { id } = await orderOf(world, wanted, { terms: { method: nth % 2 ? 'cod' : 'transfer' } });
      if (nth % 2 === 0) await world.done('order.transfer.confirm', { orderId: id });
      await site.rows(`UPDATE store_order SET placed_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, nth * 4]);
      if (nth !== 4) continue;
      const refund = await world.done('order.refund.request', { orderId: id, amount: 1_000, reason: 'hediye' });
      await world.done('order.refund.record', { refundId: refund.id, outcome: 'succeeded', reference: '1' });
    }
    panel = await signedIn(site.url, world);
    panel.page.setDefaultTimeout(12_000);
  });
  attended(() => [panel, site]);

  const heading = (name: string) => panel.page.getByRole('heading', { level: 1, name, exact: true });
  const row = (name: string) => panel.page.getByRole('row').filter({ hasText: name });
  const divide = async (by: string) => {
    await panel.page.getByRole('combobox', { name: 'Kırılım' }).click();
    await panel.page.getByRole('option', { name: by, exact: true }).click();
  };

  async function looksGood(what: string): Promise<void> {
    const looks = new Looks(panel, '');
    await looks.loaded();
    for (const size of [desktop, laptop, phone]) {
      await panel.page.setViewportSize(size);
      expect([what, size.width, await panel.contentWidth()]).toEqual([what, size.width, size.width]);
      await looks.faded();
      await panel.page.waitForTimeout(400);
      await panel.picture(`reports-${what} ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await panel.page.setViewportSize(desktop);
  }

  test('show sales by day with a chart, and by product with what is in no row', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    await panel.page.keyboard.press('g');
    await panel.page.keyboard.press('a');
    await heading('Raporlar').waitFor();
    await panel.page.getByRole('img', { name: /Günlere göre ciro/ }).waitFor();
    await row('Toplam').waitFor();
    await looksGood('days');
    await divide('Ürün');
    await row('Fincan').waitFor();
    await panel.page.getByRole('img', { name: /En büyük satırların/ }).waitFor();
    const sold = await cellsOf(row('Toplam'));
    expect(sold[0]).toBe('Toplam');
    const [, orders, pieces] = (await cellsOf(row('Fincan'))).map(Number);
    expect([orders, pieces]).toEqual([5, 8]);
    await row('Satırlara bağlanmayan').waitFor();
    await looksGood('products');
  });

  test('save a table as a Turkish spreadsheet reads it', async () => {
    const saving = panel.page.waitForEvent('download');
    await panel.page.getByRole('button', { name: 'CSV olarak kaydet' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^rapor-product-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const rows: Record<string, string>[] = parse(readFileSync(await file.path()), {
      delimiter: ';',
      columns: true,
      bom: true,
    });
    expect(rows.map((each) => each.Ürün)).toEqual(['Fincan', 'Çay', 'Satırlara bağlanmayan', 'Toplam']);
    expect(rows[2]).toMatchObject({ 'Para iadesi': '10,00', Net: '-10,00', Sipariş: '' });
  });

  test('save the period for the accountant as one workbook, which adds up', async () => {
    const saving = panel.page.waitForEvent('download');
    await panel.page.getByRole('button', { name: 'Muhasebe dosyası (Excel)' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^muhasebe-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx$/);
    const parts = unzipSync(readFileSync(await file.path()));
    const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
    const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Siparişler', 'Para iadeleri', 'Günler', 'KDV']);
    // Eight of the twelve orders are of the last 30 days, and the headings stand above them.
    expect(part('xl/worksheets/sheet1.xml').match(/<row /g)).toHaveLength(8 + 1);
    const [known] = await site.rows<{ total: number }>(
      `SELECT sum(total)::integer AS total FROM store_order WHERE store_id = $1 AND placed_at > now() - interval '29 days'`,
      [site.world.storeId],
    );
    const [, refund] = part('xl/worksheets/sheet2.xml').split('</row>');
    expect([...(refund ?? '').matchAll(/<v>([\d.]+)<\/v>/g)].map(([, value]) => Number(value)).slice(-3)).toEqual([
      1.67, 8.33, 1.67,
    ]);
    const last = part('xl/worksheets/sheet3.xml').split('<row ').at(-1) ?? '';
    expect(last).toContain(`<v>${(known?.total as number) / 100}</v>`);
  });

  test('show VAT by rate, and the stock that nobody buys', async () => {
    await panel.page.getByRole('tab', { name: 'KDV' }).click();
    await row('%20').waitFor();
    await row('%1').first().waitFor();
    const [, , vat, , refundedVat, netVat] = await cellsOf(row('%20'));
    expect([refundedVat, netVat]).toEqual(['1,67 TL', expect.not.stringContaining(vat as string)]);
    await looksGood('vat');
    await panel.page.getByRole('tab', { name: 'Stok' }).click();
    await row('Tozlu Vazo').waitFor();
    expect(await cellsOf(row('Tozlu Vazo'))).toEqual(['Tozlu Vazo', '–', '4', '400,00 TL', '1.600,00 TL']);
    expect(await row('Fincan').count()).toBe(0);
    await looksGood('stock');
  });

  test('save all rows, also those that the page does not show', async () => {
    await site.rows(
      `INSERT INTO catalog_product
       SELECT (jsonb_populate_record(p, jsonb_build_object('id', left(p.id, -4) || lpad(n::text, 4, '0'), 'handle', 'vazo-' || n))).*
       FROM catalog_product p, generate_series(1, 510) n WHERE p.store_id = $1 AND p.title = 'Tozlu Vazo'`,
      [site.world.storeId],
    );
    await panel.open('/reports?view=stock');
    await panel.page.getByText('İlk 500 satır gösteriliyor.').waitFor();
    const saving = panel.page.waitForEvent('download');
    await panel.page.getByRole('button', { name: 'CSV olarak kaydet' }).click();
    const rows: Record<string, string>[] = parse(readFileSync(await (await saving).path()), {
      delimiter: ';',
      columns: true,
      bom: true,
    });
    expect(rows.filter(({ Kalem }) => Kalem === 'Tozlu Vazo')).toHaveLength(511);
  });

  test('of days without a sale say so', async () => {
    await panel.open('/reports?since=2020-01-01&until=2020-01-31');
    await panel.page.getByText('Bu dönemde satış yok').waitFor();
    await panel.open('/reports?since=2020-01-31&until=2020-01-01');
    await panel.page.getByRole('alert').waitFor();
  });
});
