// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, desktop, openPanel, type Panel, phone } from './browser';

describe('categories in the panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
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
  const categories = async (status = 'active') =>
    (await site.world.read('catalog.categories.list', { query: { status: status as never } })).items;
  const named = async (status = 'active') => (await categories(status)).map(({ name }: { name: string }) => name);
  const pictures = async (name: string): Promise<void> => {
    const { page } = panel;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const size of [phone, desktop]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        expect(await panel.contentWidth()).toBe(size.width);
        await panel.picture(`${name} ${colorScheme} ${size.width}`);
      }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  test('one is made with its instalments, once though its answer was lost, and its page opens', async () => {
    const { page } = panel;
    let lost = 0;
    await page.route('**/v1/commands', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await panel.open('/categories');
    await page.getByText('Henüz kategori yok.').waitFor();
    await page.getByRole('button', { name: 'Yeni kategori' }).click();
    await page.keyboard.type('Fincan ');
    await dialog().getByLabel('En çok taksit').fill('6');
    await pictures('category new');
    for (const _ of [1, 2]) {
      await dialog().getByRole('button', { name: 'Kategoriyi ekle' }).click();
      if (lost === 1) await dialog().getByRole('alert').waitFor();
    }
    await page.getByRole('heading', { level: 1, name: 'Fincan' }).waitFor();
    await page.unroute('**/v1/commands');
    expect(await categories()).toMatchObject([{ name: 'Fincan', taksitCap: 6, position: 0 }]);
  });

  test('it is renamed and its instalments are capped otherwise, shown first, and taken back', async () => {
    const { page } = panel;
    const [{ id }] = await categories();
    const { world } = site;
    await world.done(
      'catalog.product.create',
      { title: 'Kahve fincanı', price: 100, categoryId: id },
      { as: world.owner },
    );
    await panel.open(`/categories/${id}`);
    await part('Ürünler').getByRole('link', { name: 'Kahve fincanı' }).waitFor();
    const details = part('Bilgileri');
    const show = details.getByRole('button', { name: 'Bilgi değişikliklerini göster' });
    await show.waitFor();
    expect(await show.isDisabled()).toBe(true);
    await details.getByLabel('Ad', { exact: true }).fill('Fincanlar');
    await details.getByLabel('En çok taksit').fill('3');
    await pictures('category');
    await show.click();
    await dialog()
      .getByRole('row', { name: /^En çok taksit/ })
      .waitFor();
    expect(await cellsOf(dialog().getByRole('row', { name: /^En çok taksit/ }))).toEqual(['En çok taksit', '6', '3']);
    await apply();
    expect(await categories()).toMatchObject([{ name: 'Fincanlar', taksitCap: 3 }]);
    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByText('1 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    expect(await categories()).toMatchObject([{ name: 'Fincan', taksitCap: 6 }]);
    // The form has what there is, and holds nobody to what he typed before.
    await details.getByLabel('Ad', { exact: true }).and(page.locator('[value="Fincan"]')).waitFor();
    expect(await show.isDisabled()).toBe(true);
  });

  test('they are put in another order, of which no more move than have to, and that is taken back', async () => {
    const { page } = panel;
    const owner = { as: site.world.owner };
    for (const name of ['Cezve', 'Tepsi']) await site.world.done('catalog.category.create', { name }, owner);
    // Two that have the same place stand in the order in which they were made.
    await site.world.done('catalog.category.create', { name: 'Değirmen', position: 2 }, owner);
    expect(await named()).toEqual(['Fincan', 'Cezve', 'Tepsi', 'Değirmen']);
    await panel.open('/categories');
    await page.getByRole('link', { name: 'Tepsi' }).waitFor();
    await pictures('categories');
    await page.getByRole('button', { name: 'Sıralamayı değiştir' }).click();
    const order = part('Sıralamayı değiştir');
    await order.getByRole('button', { name: 'Tepsi: Öne al' }).click();
    await pictures('categories order');
    await order.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog().getByRole('row', { name: /^Sıra/ }).first().waitFor();
    await panel.picture('categories order shown');
    await apply();
    expect(await named()).toEqual(['Fincan', 'Tepsi', 'Cezve', 'Değirmen']);
    expect((await categories()).map(({ rev }: { rev: number }) => rev)).toEqual([3, 2, 2, 2]);
    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '3 değişikliği geri al' }).click();
    await dialog().getByText('3 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    expect(await named()).toEqual(['Fincan', 'Cezve', 'Tepsi', 'Değirmen']);
  });

  test('archiving says what it does, and leaves a page that changes nothing', async () => {
    const { page } = panel;
    const [{ id }] = await categories();
    await panel.open(`/categories/${id}`);
    await page.getByRole('button', { name: 'Arşivle' }).click();
    await dialog().getByText('Kategori vitrinden kalkar').waitFor();
    await dialog().getByRole('button', { name: 'Arşivle' }).click();
    await page.getByText('Bu kategori arşivde').waitFor();
    expect(await named('archived')).toEqual(['Fincan']);
    expect(await page.getByRole('button', { name: /göster$/ }).count()).toBe(0);
    await panel.open('/categories?status=archived');
    await page.getByRole('link', { name: 'Fincan' }).waitFor();
    await panel.open('/categories/cat_01JZZZZZZZZZZZZZZZZZZZZZZZ');
    await page.getByText('Böyle bir kategori yok.').waitFor();
  });
});
