// tier: all
import type { RunningWorker } from '../../src/worker';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { attended, desktop, openPanel, type Panel, phone } from './browser';
import { savePage } from './save-bar';

describe('fields that refer to something, in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  const ids: Record<string, string> = {};
  const fields = [
    { key: 'goes_with', type: 'product', list: true, label: 'Birlikte gider' },
    { key: 'shown_on', type: 'collection', label: 'Gösterildiği raf' },
    { key: 'size_chart', type: 'media', label: 'Beden tablosu' },
  ];

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    worker = await startTestWorker(world);
    const as = { as: world.owner };
    for (const title of ['Ceket', 'Gömlek', 'Kravat', 'Kemer'])
      ids[title] = (await world.done('catalog.product.create', { title, price: 49_900 }, as)).id;
    for (const title of ['Kışlıklar', 'Yazlıklar'])
      ids[title] = (await world.done('catalog.collection.create', { title }, as)).id;
    ids.chart = await committed(world, await plain(400, 300));
    await world.done('catalog.product.setMedia', { productId: ids.Gömlek, media: [{ mediaId: ids.chart }] }, as);
    for (const field of fields) await world.done('metafield.definition.create', { target: 'product', ...field }, as);
    await eventually(
      async () => (await world.read('media.list', { query: { state: 'ready' } })).items.length === 1,
      30_000,
    );
    panel = await openPanel(site.url);
    await panel.signIn(world);
  });
  attended(() => [panel, worker, site]);

  const group = (name: string) => panel.page.getByRole('group', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const open = (label: string, choose: string) =>
    panel.page.getByRole('button', { name: `${label}: ${choose}` }).click();
  /** The titles in their order; a thing without a picture has its letter on a line before. */
  const titles = async () => {
    const texts = await group('Birlikte gider').getByRole('listitem').allInnerTexts();
    return texts.map((text) => text.split('\n').at(-1));
  };
  const values = async () => {
    const { metafields } = await site.world.read('catalog.products.get', { params: { prd: ids.Ceket as string } });
    return Object.fromEntries(metafields.map(({ key, value }: { key: string; value: unknown }) => [key, value]));
  };

  test('what they refer to is found by name, chosen, ordered, and shown by name and picture', async () => {
    const { page } = panel;
    await panel.open(`/products/${ids.Ceket}`);
    await open('Birlikte gider', 'Ürün seç');
    await dialog().getByRole('button', { name: 'Kemer' }).click();
    await dialog().getByLabel('Ara').fill('göm');
    await dialog().getByRole('button', { name: 'Kemer' }).waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Gömlek' }).click();
    await dialog().getByRole('button', { name: 'Gömlek', pressed: true }).waitFor();
    await panel.picture('products to choose from');
    await dialog().getByRole('button', { name: 'Tamam' }).click();
    expect(await titles()).toEqual(['Kemer', 'Gömlek']);
    await group('Birlikte gider').getByRole('button', { name: 'Gömlek: Öne al' }).click();
    expect(await titles()).toEqual(['Gömlek', 'Kemer']);

    await open('Gösterildiği raf', 'Koleksiyon seç');
    await dialog().getByLabel('Adıyla ara').fill('yazlik');
    await dialog().getByRole('button', { name: 'Kışlıklar' }).waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Yazlıklar' }).click();
    await dialog().waitFor({ state: 'detached' });
    await open('Gösterildiği raf', 'Koleksiyon seç');
    await dialog().getByRole('button', { name: 'Kışlıklar' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await group('Gösterildiği raf').getByRole('listitem').allInnerTexts()).toEqual(['Kışlıklar']);

    await open('Beden tablosu', 'Medyadan seç');
    await dialog().getByRole('button', { name: /^PNG/ }).click();
    await dialog().waitFor({ state: 'detached' });
    await savePage(page);
    expect(await values()).toEqual({
      goes_with: [ids.Gömlek, ids.Kemer],
      shown_on: ids.Kışlıklar,
      size_chart: ids.chart,
    });
  });

  test('what is stated already has its name and picture, and can be taken out', async () => {
    const { page } = panel;
    await panel.open(`/products/${ids.Ceket}`);
    await group('Birlikte gider').waitFor();
    expect(await titles()).toEqual(['Gömlek', 'Kemer']);
    const pictures = (label: string) => group(label).locator('img');
    expect([await pictures('Birlikte gider').count(), await pictures('Beden tablosu').count()]).toEqual([1, 1]);
    await page.waitForFunction(
      `[...document.querySelectorAll('.things img')].every(({ naturalWidth }) => naturalWidth > 0)`,
    );
    await page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBe(phone.width);
    await panel.picture('references 390');
    await page.setViewportSize(desktop);
    await panel.picture('references 1280');
    await group('Birlikte gider').getByRole('button', { name: 'Gömlek: Çıkar' }).click();
    expect(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe(
      'Birlikte gider: Ürün seç',
    );
    await group('Gösterildiği raf').getByRole('button', { name: 'Kışlıklar: Çıkar' }).click();
    await savePage(page);
    expect(await values()).toEqual({ goes_with: [ids.Kemer], size_chart: ids.chart });
  });
});
