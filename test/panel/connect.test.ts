// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { attended, type Panel, phone, signedIn } from './browser';

const PRODUCTS = 120;

describe('connecting Trendyol in the panel', () => {
  let simulator: TrendyolSimulator;
  let world: World;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: PRODUCTS });
    world = await createWorld({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
    worker = await startTestWorker(world);
    api = await startApi(world.platform, world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, world);
  });
  attended(() => [panel, api, worker, world, simulator]);

  const keys = () => panel.page.getByRole('region', { name: 'Bağlantı bilgileri' });
  const submit = () => keys().getByRole('button', { name: 'Bağlantıyı sına ve kaydet' }).click();
  const isEnabled = async (): Promise<boolean | undefined> => {
    const rows = await world.database
      .reader(world.storeId)
      .query<{ enabled: boolean }>('SELECT enabled FROM extension WHERE store_id = $1', [world.storeId]);
    return rows[0]?.enabled;
  };

  const secrets = () =>
    world.database
      .reader(world.storeId)
      .query<{ setAt: string }>(
        'SELECT set_at::text AS "setAt" FROM extension_secret WHERE store_id = $1 ORDER BY set_at DESC',
        [world.storeId],
      );
  const keptSecrets = async (): Promise<number> => (await secrets()).length;
  const lastSetAt = async (): Promise<string | undefined> => (await secrets())[0]?.setAt;

  const connecting = () => panel.page.getByRole('heading', { name: 'Trendyol bağlantısı' }).waitFor();

  test('a new shop is led there from its home, from its empty catalog and from the marketplaces', async () => {
    const { page } = panel;
    await panel.open();
    await page.getByRole('link', { name: 'Mağazanızda henüz ürün yok: Trendyol bağlantısını kurun' }).click();
    await connecting();
    await panel.open('/products');
    await page.getByRole('link', { name: 'Pazaryeri sayfasına gidin' }).click();
    await page.getByRole('listitem', { name: 'Trendyol' }).getByRole('link', { name: 'Pazaryerini bağlayın' }).click();
    await connecting();
  });

  test('the jobs of a store that is not connected lead to the page', async () => {
    await panel.open('/jobs');
    await panel.page.getByRole('link', { name: 'Pazaryerini bağlayın' }).click();
    await panel.page.getByRole('heading', { name: 'Trendyol bağlantısı' }).waitFor();
  });

  test('a wrong key is said to be wrong, with what to do, and nothing is switched on', async () => {
    await keys().getByLabel('Satıcı numarası').fill('424242');
    await keys().getByLabel('API anahtarı', { exact: true }).fill('yanlis-anahtar');
    await keys().getByLabel('API gizli anahtarı').fill('demo-secret');
    await submit();
    await keys().getByText('Trendyol anahtarları kabul etmedi').waitFor();
    await keys().getByText('API anahtarını ve gizli anahtarı satıcı panelinden yeniden kopyalayın').waitFor();
    expect(await isEnabled()).toBe(false);
    expect(await panel.page.getByRole('region', { name: 'İlk içe aktarma' }).count()).toBe(0);
    await panel.picture('connect-refused');
  });

  test('keys that were not taken leave nothing behind that waits for the owner: the home page offers to connect, as before', async () => {
    const home = await panel.page.context().newPage();
    await home.goto(`${api.url}/panel`);
    await home.getByRole('link', { name: 'Mağazanızda henüz ürün yok: Trendyol bağlantısını kurun' }).waitFor();
    expect(await home.getByText('Trendyol bağlantısı hazır değil').count()).toBe(0);
    await home.close();
  });

  test('a seller id that cannot be one is not even sent', async () => {
    await keys().getByLabel('Satıcı numarası').fill('abc');
    await submit();
    expect(await keys().locator('input:invalid').count()).toBe(1);
    await keys().getByLabel('Satıcı numarası').fill('424242');
  });

  test('the right key connects; what was typed is still there to be mended, and never shown', async () => {
    expect(await keptSecrets()).toBe(0);
    await keys().getByLabel('API anahtarı', { exact: true }).fill('demo-key');
    await submit();
    await keys().getByText('Trendyol bağlandı').waitFor();
    expect(await isEnabled()).toBe(true);
    // The window with the keys fades away.
    await eventually(async () => !(await panel.page.content()).includes('demo-key'));
  });

  test('a wrong key takes no working shop down', async () => {
    await keys().getByLabel('API anahtarı', { exact: true }).fill('yanlis-anahtar');
    await submit();
    await keys().getByText('Trendyol anahtarları kabul etmedi').waitFor();
    await keys().getByText('Kayıtlı bilgiler değişmedi.').waitFor();
    expect(await keys().getByRole('button', { name: 'Sınanmadan kaydet' }).count()).toBe(0);
    const tested = await world.read('channel.connect.test', { params: { ext: 'trendyol' }, as: world.owner });
    expect(tested).toMatchObject({ ok: true });
  });

  test('while the marketplace cannot be asked, an owner may keep what was entered all the same', async () => {
    simulator.faults.set({ down: true });
    await keys().getByLabel('API anahtarı', { exact: true }).fill('demo-key');
    await submit();
    await keys().getByText('Trendyol sunucusuna ulaşılamadı').waitFor();
    await panel.picture('connect-unreachable');
    const before = await lastSetAt();
    await keys().getByRole('button', { name: 'Sınanmadan kaydet' }).click();
    await panel.page.getByText('Bilgiler sınanmadan kaydedildi.').waitFor();
    expect(await lastSetAt()).not.toBe(before);
    simulator.faults.clear();
    await submit();
    await keys().getByText('Trendyol bağlandı').waitFor();
  });

  test('once it is connected, home asks for the first import, and the marketplace leads back to the keys', async () => {
    const { page } = panel;
    await panel.open('/marketplace');
    await page.getByRole('listitem', { name: 'Trendyol' }).getByRole('link', { name: 'Bağlantı bilgileri' }).click();
    await connecting();
    await panel.open();
    await page.getByRole('link', { name: 'kataloğunuzu Trendyol üzerinden içe aktarın' }).click();
    await connecting();
  });

  test('a first import that ended without success is not the only one', async () => {
    const { page } = panel;
    const part = page.getByRole('region', { name: 'İlk içe aktarma' });
    simulator.faults.set({ down: true });
    await part.getByRole('button', { name: 'İçe aktarmayı başlat' }).click();
    await part.getByRole('button', { name: 'İptal et' }).click();
    expect(await part.getByRole('button', { name: 'İçe aktarmayı başlat' }).count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'İptal et' }).click();
    await part.getByText('İptal edildi').first().waitFor();
    simulator.faults.clear();
    await part.getByRole('button', { name: 'İçe aktarmayı başlat' }).waitFor();
  });

  test('the first import is started, and shows how it ends', async () => {
    const part = panel.page.getByRole('region', { name: 'İlk içe aktarma' });
    await part.getByRole('button', { name: 'İçe aktarmayı başlat' }).click();
    await part.getByText(`${PRODUCTS} / ${PRODUCTS} ürün`).waitFor({ timeout: patient(60_000) });
    await part.getByText('Bitti').waitFor();
    await panel.picture('connect-imported');
    await panel.page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBeLessThanOrEqual(phone.width);
    await panel.picture('connect-phone');
  });
});
