// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, desktop, openPanel, type Panel, phone } from './browser';

describe('collections in the panel', () => {
  let site: Site;
  let panel: Panel;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    site = await openSite();
    const owner = { as: site.world.owner };
    for (const title of ['Ceket', 'Gömlek', 'Kravat'])
      ids[title] = (await site.world.done('catalog.product.create', { title, price: 49_900 }, owner)).id;
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);
  const part = (name: string) => panel.page.getByRole('region', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const apply = async (): Promise<void> => {
    await dialog().getByRole('button', { name: 'Uygula' }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const collections = async () =>
    (await site.world.read('catalog.collections.list', { query: { status: 'all' } })).items;
  const first = async () => {
    const { id } = (await collections()).at(-1);
    return site.world.read('catalog.collections.get', { params: { col: id } });
  };

  test('one is made, once though its answer was lost, and its page opens', async () => {
    const { page } = panel;
    let lost = 0;
    await page.route('**/v1/commands', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await panel.open('/collections');
    await page.getByText('Henüz koleksiyon yok.').waitFor();
    await page.getByRole('button', { name: 'Yeni koleksiyon' }).click();
    await dialog().getByRole('textbox').fill('Kışlıklar');
    await dialog().getByRole('button', { name: 'Koleksiyonu ekle' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: 'Koleksiyonu ekle' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kışlıklar' }).waitFor();
    await page.unroute('**/v1/commands');
    expect((await collections()).map(({ title }: { title: string }) => title)).toEqual(['Kışlıklar']);
  });

  test('its products are chosen and ordered by name, shown before they are set, and taken back', async () => {
    const { page } = panel;
    const products = part('Ürünler');
    await products.getByText('Bu koleksiyonda ürün yok.').waitFor();
    await products.getByRole('button', { name: 'Ürünleri seç ve sırala' }).click();
    const show = products.getByRole('button', { name: 'Ürün değişikliklerini göster' });
    await show.waitFor();
    expect(await show.isDisabled()).toBe(true);
    await products.getByRole('button', { name: 'Ürünler: Ürün seç' }).click();
    for (const title of ['Kravat', 'Ceket']) await dialog().getByRole('button', { name: title }).click();
    await dialog().getByRole('button', { name: 'Tamam' }).click();
    await products.getByRole('button', { name: 'Ceket: Öne al' }).click();
    await panel.picture('collection products');
    await show.click();
    await dialog()
      .getByRole('row', { name: /^Ürünler/ })
      .waitFor();
    expect(await cellsOf(dialog().getByRole('row', { name: /^Ürünler/ }))).toEqual([
      'Ürünler',
      'boş',
      expect.stringMatching(/Ceket.*Kravat/),
    ]);
    await apply();
    await products.getByRole('link', { name: 'Ceket' }).waitFor();
    expect((await first()).productIds).toEqual([ids.Ceket, ids.Kravat]);

    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByText('1 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    expect((await first()).productIds).toEqual([]);
  });

  test('what it is called and says is changed, and what moved meanwhile is not overwritten', async () => {
    const { page } = panel;
    const details = part('Bilgileri');
    const show = details.getByRole('button', { name: 'Bilgi değişikliklerini göster' });
    await details.getByRole('textbox', { name: 'Açıklama' }).fill('Soğuk günler için.');
    await show.click();
    await apply();
    expect(await first()).toMatchObject({ title: 'Kışlıklar', description: 'Soğuk günler için.' });
    await page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBe(phone.width);
    await page.setViewportSize(desktop);
    await panel.picture('collection edited');

    await details.getByRole('textbox', { name: 'Açıklama' }).fill('Eski sözüm.');
    await show.click();
    await dialog()
      .getByRole('row', { name: /^Açıklama/ })
      .waitFor();
    const [{ id }] = await collections();
    await site.world.done('catalog.collection.update', { collectionId: id, title: 'Kış' }, { as: site.world.owner });
    await dialog().getByRole('button', { name: 'Uygula' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await first()).toMatchObject({ title: 'Kış', description: 'Soğuk günler için.' });
  });

  test('one of more products than anybody walks through is ordered by name and place', async () => {
    const { page } = panel;
    const owner = { as: site.world.owner };
    const made: string[] = [];
    for (let nth = 1; nth <= 130; nth += 1)
      made.push((await site.world.done('catalog.product.create', { title: `Mendil ${nth}`, price: 1_000 }, owner)).id);
    const { id: collectionId } = await site.world.done('catalog.collection.create', { title: 'Mendiller' }, owner);
    await site.world.done('catalog.collection.setProducts', { collectionId, productIds: made }, owner);
    const order = async () =>
      (await site.world.read('catalog.collections.get', { params: { col: collectionId } })).productIds;
    await panel.open(`/collections/${collectionId}`);
    const products = part('Ürünler');
    await products.getByRole('button', { name: 'Ürünleri seç ve sırala' }).click();
    await products.getByText('130 kayıttan 50 tanesi gösteriliyor').waitFor();
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`collection of many ${size.width}`);
    }
    await products.getByLabel('Adıyla ara').fill('MENDİL 130');
    await products.getByRole('textbox', { name: 'Mendil 130: Sırası' }).fill('2');
    await page.keyboard.press('Enter');
    await products.getByLabel('Adıyla ara').fill('');
    await products.getByRole('textbox', { name: 'Mendil 2: Sırası' }).waitFor();
    await products.getByRole('button', { name: 'Mendil 3: Çıkar' }).click();
    await products.getByRole('button', { name: 'Ürün değişikliklerini göster' }).click();
    await panel.picture('collection of many shown');
    await apply();
    const [first, second, , ...others] = made;
    expect(await order()).toEqual([first, made.at(-1), second, ...others.slice(0, -1)]);
    // What was ordered is read again, and not asked for any more.
    await products.getByRole('button', { name: 'Ürünleri seç ve sırala' }).waitFor();
  });

  test('archiving says what it does, and leaves a page that changes nothing', async () => {
    const { page } = panel;
    const { id } = (await collections()).at(-1);
    await panel.open(`/collections/${id}`);
    await page.getByRole('button', { name: 'Arşivle' }).click();
    await dialog().getByText('Koleksiyon vitrinden kalkar').waitFor();
    await dialog().getByRole('button', { name: 'Arşivle' }).click();
    await page.getByText('Bu koleksiyon arşivde').waitFor();
    expect((await first()).status).toBe('archived');
    expect(await page.getByRole('button', { name: /göster$|sırala$/ }).count()).toBe(0);
  });
});
