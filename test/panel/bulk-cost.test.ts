// tier: all
import type { RunningWorker } from '../../src/worker';
import { openSite, type Site } from '../surfaces/site';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const MANY = 5;

describe('prices from costs in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    worker = await startTestWorker(site.world);
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, worker, site]);

  const button = (name: string) => panel.page.getByRole('button', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const onBoth = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };

  test('follow from a field that the merchant has made, and what has no cost is told', async () => {
    const { world } = site;
    await world.done('metafield.definition.create', {
      target: 'product',
      key: 'maliyet',
      type: 'money',
      label: 'Maliyet',
    });
    const ids: string[] = [];
    for (let nth = 1; nth <= MANY; nth += 1) {
      const { id } = await world.done('catalog.product.create', { title: `Cezve ${nth}`, price: 9_000, stock: 5 });
      await world.done('metafield.set', { ownerId: id, key: 'maliyet', value: nth * 1_000 });
      ids.push(id);
    }
    const { id: bare } = await world.done('catalog.product.create', { title: 'Tepsi', price: 9_000, stock: 5 });
    await panel.open('/products');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button('Fiyat değiştir…').click();
    await dialog().getByRole('combobox', { name: 'Neye göre' }).click();
    await panel.page.getByRole('option', { name: 'Maliyet' }).click();
    await dialog().getByLabel('Yüzde', { exact: true }).fill('50');
    await onBoth('bulk-cost');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await panel.page.getByText('Bu alanda maliyeti yok.').waitFor();
    await panel.page.getByText('Tepsi').waitFor();
    await onBoth('bulk-cost-proposal');
    await button('Onayla ve uygula').click();
    await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
    await panel.page.getByText(/5 \/ \d uygulandı/).waitFor();
    const priceOf = async (prd: string) => (await world.read('catalog.products.get', { params: { prd } })).price;
    expect(await Promise.all(ids.map(priceOf))).toEqual(ids.map((_, nth) => (nth + 1) * 1_500));
    expect(await priceOf(bare)).toBe(9_000);
  });
});
