// tier: all
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningWorker } from '../../src/worker';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { attended, desktop, openPanel, type Panel, phone } from './browser';

const APPLIED_WITHIN_MS = 60_000;

describe('an import that is taken back in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tezgah-panel-undo-'));
    site = await openSite();
    worker = await startTestWorker(site.world);
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, worker, site]);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const part = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  // biome-ignore lint/suspicious/noExplicitAny: products are compared as they are answered
  const products = async (): Promise<any[]> =>
    (await site.world.read('catalog.products.list', { query: { limit: 100, sort: 'createdAt' } })).items;

  const importFile = async (name: string, content: string): Promise<void> => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    // Clocks of files are a few milliseconds behind.
    const now = (Date.now() + 1) / 1_000;
    utimesSync(file, now, now);
    await panel.open('/products/import');
    await button('Dosya seç').waitFor();
    await panel.page.locator('input[type=file]').setInputFiles(file);
    await button('Uygula').click();
    await part('Sonuç').getByText('Tablo uygulandı.').waitFor();
  };
  const pictures = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBe(phone.width);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };
  /** Presses the button of the question, and waits until all is taken back. */
  const takeBack = async (): Promise<void> => {
    const dialog = panel.page.getByRole('dialog', { name: 'İçe aktarma geri alınsın mı?' });
    await dialog.getByRole('button', { name: 'Geri al', exact: true }).click();
    await panel.page.waitForURL(/\/proposals\/prp_/);
    const [prp = ''] = /prp_\w+/.exec(panel.page.url()) ?? [];
    const stateOf = async () =>
      (await site.world.read('proposals.get', { params: { prp }, query: { limit: 1 } })).state;
    await eventually(async () => (await stateOf()) === 'applied', APPLIED_WITHIN_MS);
  };

  test('right behind it, as one act, while what was edited since stays', async () => {
    const { id } = await site.world.done('catalog.product.create', {
      title: 'Cezve',
      price: 10_000,
      sku: 'CEZ',
      stock: 3,
    });
    const lines = Array.from({ length: 30 }, (_, at) => `YENI-${at};Yeni ${at};5,00;2`);
    await importFile('urunler.csv', ['SKU;Ad;Fiyat;Stok', 'CEZ;Cezve;150,00;9', ...lines].join('\n'));
    expect(await products()).toHaveLength(31);
    await pictures('import applied');
    const edited = (await products()).find(({ title }) => title === 'Yeni 7');
    await site.world.done('catalog.product.update', { productId: edited.id, brand: 'Bahçe' });
    await button('İçe aktarmayı geri al: urunler.csv').click();
    await takeBack();
    await panel.page.getByText('Sonradan yeniden değişmiş.').waitFor();
    await pictures('import taken back');
    expect((await products()).map(({ title }) => title).toSorted()).toEqual(['Cezve', 'Yeni 7']);
    expect(await site.world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({
      price: 10_000,
      stock: 3,
    });
  });

  test('later, from the list of recent imports, and once', async () => {
    await importFile('liste.csv', 'SKU;Ad;Fiyat;Stok\nBAL;Bal;5,00;1\n');
    await panel.open('/products/import');
    const recent = part('Son içe aktarmalar');
    await recent.getByRole('row').filter({ hasText: 'liste.csv' }).waitFor();
    await pictures('recent imports');
    await button('İçe aktarmayı geri al: liste.csv').click();
    await takeBack();
    expect((await products()).map(({ title }) => title)).not.toContain('Bal');
    await panel.open('/products/import');
    await button('İçe aktarmayı geri al: liste.csv').click();
    const dialog = panel.page.getByRole('dialog', { name: 'İçe aktarma geri alınsın mı?' });
    await dialog.getByRole('button', { name: 'Geri al', exact: true }).click();
    await panel.page.getByText('Yapılacak bir şey kalmadı').or(panel.page.getByRole('alert')).first().waitFor();
    await importFile('liste.csv', 'SKU;Ad;Fiyat;Stok\nBAL;Bal;6,00;1\n');
    expect((await products()).map(({ title }) => title)).toContain('Bal');
  });
});
