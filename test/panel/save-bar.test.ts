// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, laptop, openPanel, type Panel, phone } from './browser';
import { Looks } from './looks';
import { saveBar, saveButton, savePage } from './save-bar';

/** A call of a command, as the panel sends it. */
interface SentCall {
  readonly command: string;
  readonly dryRun?: true;
}

describe('the bar that saves the page of a product', () => {
  let site: Site;
  let panel: Panel;
  let coatId: string;
  let jugId: string;
  /** Commands that the panel has run, without those that it has tried. */
  let ran: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const as = { as: world.owner };
    const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
    await world.done('metafield.definition.create', field, as);
    const variants = [
      { title: 'S', sku: 'P-S', stock: 4 },
      { title: 'M', sku: 'P-M', stock: 6, price: 110_000 },
    ];
    ({ id: coatId } = await world.done('catalog.product.create', { title: 'Palto', price: 100_000, variants }, as));
    ({ id: jugId } = await world.done('catalog.product.create', { title: 'Sürahi', price: 20_000, stock: 5 }, as));
    await world.done('catalog.product.create', { title: 'Bardak', price: 5_000, barcode: '8690000000012' }, as);
    panel = await openPanel(site.url);
    await panel.signIn(world);
    panel.page.on('request', (request) => {
      if (request.method() !== 'POST' || new URL(request.url()).pathname !== '/v1/commands') return;
      const { command, dryRun }: SentCall = request.postDataJSON();
      if (!dryRun) ran.push(command);
    });
  });
  beforeEach(() => {
    ran = [];
  });
  attended(() => [panel, site]);
  const read = (id: string) => site.world.read('catalog.products.get', { params: { prd: id } });
  const dialog = () => panel.page.getByRole('dialog');
  const text = (name: string) => panel.page.getByRole('textbox', { name, exact: true });
  const shows = (words: string | RegExp) => saveBar(panel.page).getByText(words).first().waitFor();
  const open = async (id: string): Promise<void> => {
    await panel.open(`/products/${id}`);
    await text('Fiyat').waitFor();
  };
  const looksWell = async (name: string): Promise<void> => {
    // A button below the pointer has another colour.
    await panel.page.mouse.move(0, 0);
    for (const size of [laptop, phone, desktop]) {
      await panel.page.setViewportSize(size);
      expect([name, size.width, await panel.contentWidth()]).toEqual([name, size.width, size.width]);
      await panel.picture(`${name} ${size.width}`);
      expect([name, size.width, await new Looks(panel, '').violations()]).toEqual([name, size.width, []]);
    }
  };

  test('all parts are saved in one act, of which only what differs is sent, and it is taken back', async () => {
    const { page } = panel;
    await open(coatId);
    expect(await saveBar(page).count()).toBe(0);
    await text('Ad').first().fill('Yün Palto');
    await page.getByLabel('S: Fiyat').fill('1.049,90');
    await page.getByLabel('M: Stok').fill('9');
    await text('Bakım').fill('Kuru temizleme');
    await text('Marka').fill('Sümerbank');
    await shows('5 değişiklik: Ad, S: Fiyat, M: Stok, Bakım, Marka');
    await looksWell('save-bar');
    // A text that is typed and taken back by hand is no change.
    await text('Marka').fill('');
    await shows('4 değişiklik');
    await text('Marka').fill('Sümerbank');
    await savePage(page);
    expect(ran).toEqual([
      'catalog.product.update',
      'catalog.price.set',
      'catalog.stock.set',
      'metafield.set',
      'catalog.product.update',
    ]);
    expect(await read(coatId)).toMatchObject({
      title: 'Yün Palto',
      brand: 'Sümerbank',
      variants: [
        { price: 104_990, stock: 4 },
        { price: 110_000, stock: 9 },
      ],
      metafields: [{ key: 'care', value: 'Kuru temizleme' }],
    });
    await looksWell('save-bar-saved');
    await saveBar(page).getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '5 değişikliği geri al' }).click();
    await dialog().getByText('5 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    expect(await read(coatId)).toMatchObject({ title: 'Palto', brand: null, metafields: [] });
    expect(await saveBar(page).count()).toBe(0);
  });

  test('a refusal names the field, keeps what was typed, and nothing of the page is saved', async () => {
    const { page } = panel;
    await open(jugId);
    await text('Fiyat').fill('210');
    const barcode = page.getByRole('region', { name: 'Bilgileri' }).getByLabel('Barkod');
    await barcode.fill('8690000000012');
    await saveButton(page).click();
    await saveBar(page).getByRole('alert').getByText('Barkod:').waitFor();
    await looksWell('save-bar-refused');
    expect(ran).toEqual([]);
    expect(await read(jugId)).toMatchObject({ price: 20_000, barcode: null });
    expect([await text('Fiyat').inputValue(), await barcode.inputValue()]).toEqual(['210,00', '8690000000012']);
    expect(await page.evaluate('document.activeElement.value')).toBe('8690000000012');
    await barcode.fill('8690000000036');
    await savePage(page);
    expect(await read(jugId)).toMatchObject({ price: 21_000, barcode: '8690000000036' });
  });

  test('who was faster is not overwritten, and it is told which part was saved and which was not', async () => {
    const { page } = panel;
    await open(jugId);
    await text('Ad').fill('Cam Sürahi');
    await text('Stok').fill('3');
    // Somebody sells one after all calls were tried and before the second of them runs.
    await page.route('**/v1/commands', async (route) => {
      const { command, dryRun }: SentCall = route.request().postDataJSON();
      if (command === 'catalog.stock.set' && !dryRun)
        await site.world.done('catalog.stock.adjust', { targetId: jugId, delta: -1 }, { as: site.world.owner });
      await route.continue();
    });
    await saveButton(page).click();
    await shows('Kaydedilenler: Ad. Kaydedilmeyenler: Stok.');
    await page.unroute('**/v1/commands');
    await shows('1 değişiklik: Stok');
    await looksWell('save-bar-partly');
    expect(await read(jugId)).toMatchObject({ title: 'Cam Sürahi', stock: 4 });
    expect(await text('Stok').inputValue()).toBe('3');
    await savePage(page);
    expect(await read(jugId)).toMatchObject({ stock: 3 });
  });

  test('only what is risky is shown before, and is not done without a yes', async () => {
    const { page } = panel;
    await open(jugId);
    await text('Fiyat').fill('2.100');
    await text('Stok').fill('0');
    await text('Bağlantı adı').fill('cam-surahi');
    await saveButton(page).click();
    await dialog().getByText('Fiyat yarısından çok değişiyor: Cam Sürahi, 210,00 TL yerine 2.100,00 TL.').waitFor();
    await dialog().getByText('Stoku sıfırlanıyor, satılmaz olacak: Cam Sürahi.').waitFor();
    await dialog().getByText('Sayfanın adresi değişiyor: “surahi” yerine “cam-surahi”.').waitFor();
    await dialog()
      .getByRole('row', { name: /^Fiyat/ })
      .waitFor();
    await looksWell('save-bar-risky');
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(ran).toEqual([]);
    expect(await text('Fiyat').inputValue()).toBe('2.100,00');
    await saveButton(page).click();
    await dialog().getByRole('button', { name: 'Kaydet' }).click();
    await saveButton(page).waitFor({ state: 'detached' });
    expect(await read(jugId)).toMatchObject({ price: 210_000, stock: 0, handle: 'cam-surahi' });
  });

  test('what was typed is thrown away after it was asked once, and no page is left without a word', async () => {
    const { page } = panel;
    await open(coatId);
    await text('Marka').fill('Vakko');
    await page.getByLabel('S: Fiyat').fill('bin lira');
    await page.getByRole('link', { name: 'Bütün ürünler' }).click();
    await dialog().getByText('Yazdıklarınız uygulanmadı').waitFor();
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await dialog().waitFor({ state: 'detached' });
    await saveBar(page).getByRole('button', { name: 'Vazgeç' }).click();
    await dialog().getByText('Bu sayfada yazdığınız 1 değişiklik silinir.').waitFor();
    await dialog().getByRole('button', { name: 'Değişiklikleri sil' }).click();
    await saveBar(page).waitFor({ state: 'detached' });
    expect([await text('Marka').inputValue(), await page.getByLabel('S: Fiyat').inputValue()]).toEqual(['', '']);
    expect(ran).toEqual([]);
    await page.getByRole('link', { name: 'Bütün ürünler' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ürünler' }).waitFor();
  });

  test('Ctrl+S saves, and a field that cannot be read is shown instead', async () => {
    const { page } = panel;
    await open(coatId);
    await text('Marka').fill('Vakko');
    await text('Fiyat').fill('1,299');
    await page.keyboard.press('Control+s');
    await panel.picture('save-bar-unreadable');
    expect(await page.evaluate('document.activeElement.value')).toBe('1,299');
    expect(ran).toEqual([]);
    await text('Fiyat').fill('1.100');
    await page.keyboard.press('Control+s');
    await saveButton(page).waitFor({ state: 'detached' });
    expect(await read(coatId)).toMatchObject({ brand: 'Vakko', price: 110_000 });
  });
});
