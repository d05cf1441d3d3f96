// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, laptop, openPanel, type Panel, phone } from './browser';
import { Looks } from './looks';
import { saveBar, saveButton, savePage } from './save-bar';

describe('variants from options in the panel', () => {
  let site: Site;
  let panel: Panel;
  let shirtId: string;
  beforeAll(async () => {
    site = await openSite();
    const shirt = { title: 'Gömlek', price: 49_900, variants: [{ title: 'Beyaz, S', sku: 'ESKİ-1', stock: 4 }] };
    shirtId = (await site.world.done('catalog.product.create', shirt, { as: site.world.owner })).id;
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
    await panel.open(`/products/${shirtId}`);
  });
  attended(() => [panel, site]);
  const variants = async () =>
    (await site.world.read('catalog.products.get', { params: { prd: shirtId } })).variants as {
      id: string;
      title: string;
      sku: string | null;
      price: number | null;
      stock: number | null;
    }[];
  const dialog = () => panel.page.getByRole('dialog');
  const option = (nth: number) => dialog().getByRole('group', { name: `${nth}. seçenek` });
  const generate = () => panel.page.getByRole('button', { name: 'Seçeneklerden üret' }).click();
  const state = async (nth: number, name: string, values: string): Promise<void> => {
    await option(nth).getByLabel('Seçenek adı').fill(name);
    const input = option(nth).getByRole('textbox', { name: 'Değerleri' }).or(option(nth).getByRole('combobox'));
    await input.first().fill(values);
    await input.first().press('Enter');
  };
  const looksWell = async (name: string): Promise<void> => {
    await panel.page.mouse.move(0, 0);
    for (const size of [laptop, phone, desktop]) {
      await panel.page.setViewportSize(size);
      expect([name, size.width, await panel.contentWidth()]).toEqual([name, size.width, size.width]);
      await panel.picture(`${name} ${size.width}`);
      expect([name, size.width, await new Looks(panel, '').violations()]).toEqual([name, size.width, []]);
    }
  };

  test('six are shown, of which one exists and one is left out, and the others are made with the page', async () => {
    const { page } = panel;
    const [old] = await variants();
    await generate();
    await state(1, 'Beden', 'S, M, L');
    await dialog().getByRole('button', { name: 'Seçenek ekle' }).click();
    await state(2, 'Renk', 'Siyah, Beyaz');
    const rows = dialog().getByRole('table', { name: 'Üretilecek varyantlar' }).getByRole('row');
    await dialog().getByText('GOMLEK-M-SIYAH').waitFor();
    expect(await rows.count()).toBe(1 + 6);
    expect(await dialog().getByLabel('Stok kodu kalıbı').inputValue()).toBe('GOMLEK-{Beden}-{Renk}');
    expect(await dialog().getByRole('checkbox', { name: 'S / Beyaz' }).isDisabled()).toBe(true);
    await dialog().getByRole('checkbox', { name: 'L / Beyaz' }).uncheck();
    await dialog().getByLabel('Fiyatları').fill('529,90');
    await dialog().getByLabel('Stokları').fill('3');
    await looksWell('variant-options');
    await dialog().getByRole('button', { name: '4 varyantı listeye ekle' }).click();
    await dialog().waitFor({ state: 'detached' });
    await saveBar(page).getByText('1 değişiklik: Varyantlar').waitFor();
    expect(await variants()).toHaveLength(1);
    await savePage(page);
    const made = await variants();
    expect(made[0]).toMatchObject({ id: old?.id, title: 'Beyaz, S', sku: 'ESKİ-1', stock: 4 });
    expect(made.slice(1).map(({ title, sku }) => [title, sku])).toEqual([
      ['S / Siyah', 'GOMLEK-S-SIYAH'],
      ['M / Siyah', 'GOMLEK-M-SIYAH'],
      ['M / Beyaz', 'GOMLEK-M-BEYAZ'],
      ['L / Siyah', 'GOMLEK-L-SIYAH'],
    ]);
    expect(made.slice(1).every(({ price, stock }) => price === 52_990 && stock === 3)).toBe(true);
  });

  test('again it makes only the one that is missing', async () => {
    await generate();
    await state(1, 'Beden', 'S, M, L');
    await dialog().getByRole('button', { name: 'Seçenek ekle' }).click();
    await state(2, 'Renk', 'Siyah, Beyaz');
    await dialog().getByRole('button', { name: '1 varyantı listeye ekle' }).click();
    await savePage(panel.page);
    expect((await variants()).map(({ title }) => title).at(-1)).toBe('L / Beyaz');
    expect(await variants()).toHaveLength(6);
  });

  test('more than a product may have is said with both numbers, and none of them is added', async () => {
    await generate();
    await state(1, 'Beden', Array.from({ length: 12 }, (_, nth) => String(nth + 30)).join(','));
    await dialog().getByRole('button', { name: 'Seçenek ekle' }).click();
    await state(2, 'Boy', Array.from({ length: 8 }, (_, nth) => `${nth}m`).join(','));
    // 96 of their own, and the six that there are.
    await dialog().getByText('Bu seçeneklerle 102 varyant olur; bir ürünün en çok 100 varyantı olabilir.').waitFor();
    expect(await dialog().getByRole('button', { name: '96 varyantı listeye ekle' }).isDisabled()).toBe(true);
    await dialog().getByRole('checkbox').first().uncheck();
    await dialog().getByRole('checkbox').nth(1).uncheck();
    const add = dialog().getByRole('button', { name: '94 varyantı listeye ekle' });
    expect(await add.isEnabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await saveButton(panel.page).count()).toBe(0);
  });
});
