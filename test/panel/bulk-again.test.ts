// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CardShop, cardShop } from '../order/card';
import { startTestWorker } from '../world/worker';
import { attended, type Panel, signedIn } from './browser';

describe('a bulk act that is asked for once more', () => {
  let shop: CardShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    shop = await cardShop();
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
    for (const title of ['Fincan', 'Tepsi'])
      await shop.world.done('catalog.product.create', { title, sku: title.toUpperCase(), price: 20_000, stock: 5 });
  });
  attended(() => [panel, api, worker, shop]);

  const button = (name: string) => panel.page.getByRole('button', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const acts = async (): Promise<number> =>
    (await shop.world.read('proposals.list', { as: shop.world.owner })).items.length;
  /** Does what is asked for at the path, and loses the answer, once. */
  const loseAnswer = (path: string): Promise<unknown> =>
    panel.page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );

  test('books a stock once when its first answer is lost, and keeps what is selected until it is applied', async () => {
    await panel.open('/products');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    const selected = panel.page.getByText(/^\d+ seçili$/);
    const count = await selected.textContent();
    await button('Stok…').click();
    await dialog().getByLabel('Adet', { exact: true }).fill('3');
    await loseAnswer('**/v1/account/bulk/stock');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await dialog().getByRole('alert').getByText('Sunucuya ulaşılamıyor.').waitFor();
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    expect(await acts()).toBe(1);
    await panel.page.goBack();
    await selected.waitFor();
    expect(await selected.textContent()).toBe(count);
    await panel.page.goForward();
    await button('Onayla ve uygula').click();
    await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
    await panel.page.getByText(/^(\d+) \/ \1 uygulandı$/).waitFor();
    await panel.page.goBack();
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).waitFor();
    expect(await selected.count()).toBe(0);
  });

  test('books the differences of typed stocks once when the first answer is lost', async () => {
    const before = await acts();
    await panel.open('/stock/count');
    await button('Sayıma başla').click();
    await panel.page.getByLabel('Barkod okut').fill('FINCAN');
    await panel.page.keyboard.press('Enter');
    await panel.page.getByRole('row').filter({ hasText: 'Fincan' }).waitFor();
    await loseAnswer('**/v1/account/bulk/stock');
    const book = async (): Promise<void> => {
      await button('Farkları işle…').click();
      await dialog().getByRole('button', { name: 'Önizle' }).click();
    };
    await book();
    await panel.page.getByRole('alert').getByText('Sunucuya ulaşılamıyor.').first().waitFor();
    await book();
    await button('Onayla ve uygula').waitFor();
    expect(await acts()).toBe(before + 1);
  });
});
