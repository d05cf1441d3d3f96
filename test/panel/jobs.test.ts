// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import { meaningOf } from '../../src/kernel/problems';
import { exampleImage } from '../../src/media/image/example';
import type { RunningWorker } from '../../src/worker';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { type Panel, signedIn } from './browser';

const PRODUCTS = 600;
/** Each page of the catalog takes a while, so that there is something to see and to cancel. */
const SLOW_PER_10_SECONDS = 4;

describe('jobs in the panel', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS, pictures: 1 });
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
  });
  afterAll(async () => {
    await panel?.close();
    await api?.stop();
    await worker?.stop();
    await shop?.close();
  });
  const paced = (requestsPer10Seconds: number) =>
    shop.world.done(
      'extension.configure',
      { extension: 'trendyol', config: { sellerId: '424242', requestsPer10Seconds } },
      { as: shop.world.owner },
    );
  afterEach(() => expect(panel.complaints).toEqual([]));

  test('a preview tells what an import would do and writes nothing', async () => {
    const { page } = panel;
    await panel.open('/jobs');
    await page.getByText('Henüz iş yok').waitFor();
    await page.getByRole('button', { name: 'Önizle' }).click();
    const job = page.getByRole('listitem', { name: /^Önizleme/ });
    await job
      .getByText(`${PRODUCTS} / ${PRODUCTS} ürün · ${PRODUCTS} eklenecek, 0 güncellenecek, 0 aynı kalacak`)
      .waitFor({ timeout: patient(40_000) });
    await job.getByText('Bitti').waitFor();
    expect(await shop.count('catalog_product')).toBe(0);
    await job.getByRole('button', { name: 'Ayrıntılar' }).click();
    await job.getByText('eklenir').first().waitFor();
  });

  test('an import asks first, shows how far it is, and can be cancelled', async () => {
    const { page } = panel;
    await paced(SLOW_PER_10_SECONDS);
    await page.getByRole('button', { name: 'İçe aktar', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'İçe aktar' }).click();
    const job = page.getByRole('listitem', { name: /^İçe aktarma/ });
    await job.getByRole('button', { name: 'İptal et' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'İptal et' }).click();
    await job.getByText('İptal edildi').waitFor({ timeout: patient(40_000) });
    expect(await shop.count('catalog_product')).toBeLessThan(PRODUCTS);
  });

  test('what a job waits for is said in the language of the panel, with when it is tried again', async () => {
    const { page } = panel;
    await paced(0);
    shop.simulator.faults.set({ down: true });
    const jobId = await shop.pull('preview');
    await shop.waiting(jobId);
    const job = page.getByRole('listitem', { name: new RegExp(jobId) });
    await job.getByText(/Bekliyor: Pazaryerinin yanıt vermesi · Sonraki deneme: (şimdi|\d+ saniye sonra)/).waitFor();
    shop.simulator.faults.clear();
    await job.getByText('Bitti').waitFor({ timeout: patient(60_000) });
  });

  test('products that stay as they are are counted too', async () => {
    const { page } = panel;
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'forgottenToken' }, untilRequests: 2 });
    const jobId = await shop.pull();
    const { state, progress } = await shop.ended(jobId);
    expect(state).toBe('succeeded');
    const job = page.getByRole('listitem', { name: new RegExp(jobId) });
    await job.getByText(`${progress.picturesFetched} / ${progress.pictures} görsel alındı`).waitFor();
    await job.getByText('liste 1 kez baştan okundu').waitFor();
    await panel.picture('jobs-imported');
    await page.getByRole('button', { name: 'Önizle' }).click();
    await page
      .getByText(`${PRODUCTS} / ${PRODUCTS} ürün · 0 eklenecek, 0 güncellenecek, ${PRODUCTS} aynı kalacak`)
      .waitFor({ timeout: patient(40_000) });
  });

  test('a brand is called by its name, and its number is told once it is there', async () => {
    const { page } = panel;
    const { world, simulator } = shop;
    const ask = async (name: string): Promise<string> => {
      const form = new FormData();
      form.append('name', name);
      form.append('logos', new Blob([exampleImage()]), 'logo.png');
      const answer = await fetch(`${api.url}/v1/channel/trendyol/remote/brands`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: form,
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const { token } = (await world.run('token.mint', { kind: 'developer', label: 'test' }, { as: world.owner }))
      .body as unknown as { token: string };
    const { brandId } = (await shop.ended(await ask('Bakır & Kalay'))).progress;
    await panel.open('/jobs');
    const made = page.getByRole('listitem', { name: /^Marka oluşturma: Bakır & Kalay/ });
    await made.getByText(`Marka numarası: ${brandId}`).waitFor();
    await made.getByText('Bitti').waitFor();
    expect(await made.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    expect(await made.getByText('ürün').count()).toBe(0);
    await made.getByRole('button', { name: 'Ayrıntılar' }).click();
    await made.getByText('Temporal').waitFor();
    const refused = await ask('1923');
    expect((await shop.ended(refused)).state).toBe('failed');
    const alert = page.getByRole('listitem', { name: /^Marka oluşturma: 1923/ }).getByRole('alert');
    await alert.getByText(meaningOf('provider_refused').turkish).waitFor();
    // A link leads to one job of many.
    await panel.open('/mails');
    await panel.open(`/jobs#${refused}`);
    await page.locator(`#${refused}:focus`).waitFor();
    simulator.faults.set({ down: true });
    await shop.waiting(await ask('Sedef'));
    const open = page.getByRole('listitem', { name: /^Marka oluşturma: Sedef/ });
    await open.getByText(/Bekliyor: Pazaryerinin yanıt vermesi/).waitFor();
    await panel.picture('jobs-brand');
    const cancel = open.getByRole('button', { name: 'İptal et' });
    await cancel.waitFor();
    // Once the marketplace is asked, nobody stops it any more.
    simulator.faults.set({
      silence: { rate: 1 },
      endpoint: 'POST /product/sellers/{sellerId}/brands',
      untilRequests: 1,
    });
    await cancel.waitFor({ state: 'detached', timeout: patient(60_000) });
    expect(await open.getByText('Bitti').count()).toBe(0);
    await open.getByText('Bitti').waitFor({ timeout: patient(60_000) });
  });

  test('a job that was stopped as a whole does not say that there was no error', async () => {
    const { page } = panel;
    const { world } = shop;
    const secret = { extension: 'trendyol', key: 'apiSecret', value: 'wrong' };
    await world.done('secret.set', secret, { as: world.owner });
    expect(await shop.ended(await shop.pull('preview'))).toMatchObject({ state: 'failed' });
    const job = page.getByRole('listitem', { name: /^Önizleme/ }).filter({ hasText: 'Başarısız' });
    await job.getByRole('alert').waitFor();
    await job.getByRole('button', { name: 'Ayrıntılar' }).click();
    await job.getByText('Tek tek ürünlerde hata yok').waitFor();
    await panel.picture('jobs');
    expect(await job.getByText('Hata yok.').count()).toBe(0);
    // Jobs of another kind are listed alone, and those of this one again without the choice.
    await page.getByRole('combobox', { name: 'Tür' }).click();
    await page.getByRole('option', { name: /marka oluşturma/i }).click();
    await job.waitFor({ state: 'detached' });
    await page.getByRole('listitem', { name: /^Marka oluşturma: Bakır & Kalay/ }).waitFor();
    await page.getByRole('combobox', { name: 'Durum' }).click();
    await page.getByRole('option', { name: /başarısız/i }).click();
    await page.getByRole('listitem', { name: /^Marka oluşturma: Bakır & Kalay/ }).waitFor({ state: 'detached' });
    await page.getByRole('listitem', { name: /^Marka oluşturma: 1923/ }).waitFor();
  });
});
