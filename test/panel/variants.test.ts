// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, openPanel, type Panel, phone } from './browser';
import { saveBar, saveButton, savePage } from './save-bar';

describe('variants in the panel', () => {
  let site: Site;
  let panel: Panel;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    const owner = { as: site.world.owner };
    const shirt = { title: 'Gömlek', price: 49_900, variants: [{ title: 'S', sku: 'G-S', stock: 4 }, { title: 'M' }] };
    productId = (await site.world.done('catalog.product.create', shirt, owner)).id;
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);
  const part = () => panel.page.getByRole('region', { name: 'Varyantlar', exact: true });
  const row = (place: number) => part().getByRole('group', { name: `${place}. varyant` });
  const dialog = () => panel.page.getByRole('dialog');
  const confirm = async (): Promise<void> => {
    await saveButton(panel.page).click();
    await dialog().getByText('geri alınamaz').first().waitFor();
    await dialog().getByRole('button', { name: 'Kaydet' }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const variants = async (id = productId) =>
    (await site.world.read('catalog.products.get', { params: { prd: id } })).variants;
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

  test('they are renamed and ordered, and taken back', async () => {
    const { page } = panel;
    const [small, medium] = await variants();
    await panel.open(`/products/${productId}`);
    await row(1).waitFor();
    expect(await saveBar(page).count()).toBe(0);
    await row(2).getByLabel('Ad', { exact: true }).fill('Orta ');
    await row(2).getByLabel('Barkod').fill('8690000000012');
    await row(2).getByRole('button', { name: '2. varyant: Öne al' }).click();
    await savePage(page);
    expect(await variants()).toMatchObject([
      { id: medium.id, title: 'Orta', barcode: '8690000000012' },
      { id: small.id, title: 'S', sku: 'G-S', stock: 4 },
    ]);
    expect(await row(1).getByLabel('Ad', { exact: true }).inputValue()).toBe('Orta');
    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByText('1 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    expect(await variants()).toMatchObject([
      { id: small.id, title: 'S' },
      { id: medium.id, title: 'M', barcode: null },
    ]);
  });

  test('a new one comes with its price, stock and codes, and what is refused is said at its field', async () => {
    await part().getByRole('button', { name: 'Varyant ekle' }).click();
    await row(3).getByLabel('Ad', { exact: true }).fill('L');
    await row(3).getByLabel('Stok kodu').fill('G-L');
    await row(3).getByLabel('Barkod').fill('8690000000029');
    await row(3).getByLabel('Fiyat').fill('599,90');
    await row(3).getByLabel('Stok', { exact: true }).fill('7');
    await pictures('variants');
    const owner = { as: site.world.owner };
    const taken = { title: 'Atkı', price: 9_900, barcode: '8690000000029' };
    const { id: scarf } = await site.world.done('catalog.product.create', taken, owner);
    await saveButton(panel.page).click();
    await saveBar(panel.page).getByRole('alert').getByText('Varyantlar 3, Barkod').waitFor();
    await pictures('variants refused');
    expect(await row(3).getByLabel('Stok', { exact: true }).inputValue()).toBe('7');
    await site.world.done('catalog.product.update', { productId: scarf, barcode: null }, owner);
    await savePage(panel.page);
    await panel.page.getByText('Bu geri alınamaz').waitFor();
    expect((await variants()).at(-1)).toMatchObject({
      title: 'L',
      sku: 'G-L',
      barcode: '8690000000029',
      price: 59_990,
      stock: 7,
    });
    // Its price and stock are changed with those of the others from now on.
    await panel.page.getByRole('region', { name: 'Fiyat, stok ve ad' }).getByLabel('L: Stok').waitFor();
    expect(await row(3).getByLabel('Stok', { exact: true }).count()).toBe(0);
  });

  test('one is taken out, which says that nothing brings it back; the last one leaves a product that is sold as one', async () => {
    await row(2).getByRole('button', { name: '2. varyant: Çıkar' }).click();
    await confirm();
    expect((await variants()).map(({ title }: { title: string }) => title)).toEqual(['S', 'L']);
    for (const _ of [1, 2]) await row(1).getByRole('button', { name: '1. varyant: Çıkar' }).click();
    await part().getByText('Bu ürünün varyantı yok').waitFor();
    await confirm();
    expect(await variants()).toEqual([]);
  });
});
