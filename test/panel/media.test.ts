// tier: all
import { uploadTypes } from '../../src/media/image/signature';
import { UPLOAD_BYTES_MAX } from '../../src/media/upload/limit';
import { BYTES_MAX, TYPES } from '../../src/panel/media/takes';
import type { RunningWorker } from '../../src/worker';
import { plain } from '../media/pictures';
import { openSite, type Site } from '../surfaces/site';
import { startTestWorker } from '../world/worker';
import { attended, desktop, openPanel, type Panel, phone } from './browser';
import { savePage } from './save-bar';

describe('pictures in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    worker = await startTestWorker(site.world);
    ({ id: productId } = await site.world.done(
      'catalog.product.create',
      { title: 'Cezve', price: 49_900, stock: 3 },
      { as: site.world.owner },
    ));
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, worker, site]);

  const file = async (name: string, width: number) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await plain(width, 300)),
  });
  const choose = async (...files: Awaited<ReturnType<typeof file>>[]): Promise<void> => {
    const chooser = panel.page.waitForEvent('filechooser');
    await panel.page.getByRole('button', { name: 'Dosya seç' }).click();
    await (await chooser).setFiles(files);
  };
  const card = (name: string) => panel.page.getByRole('main').getByRole('listitem', { name });
  const placed = async () =>
    (await site.world.read('catalog.products.get', { params: { prd: productId } })).media.map(
      ({ mediaId, alt }: { mediaId: string; alt: string | null }) => [mediaId, alt],
    );
  const idOf = async (name: string): Promise<string> => {
    const { items } = await site.world.read('media.list');
    return items.find((each: { name: string }) => each.name === name).id;
  };
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    await panel.picture(`${name} 1280`);
    await page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await page.setViewportSize(desktop);
  };

  test('files are chosen or dropped, sent, and drawn a moment later; what is no picture says so', async () => {
    const { page } = panel;
    await panel.open('/media');
    await page.getByText('Henüz görsel yok').waitFor();
    await choose(await file('Önden.png', 400), await file('Yandan.jpg', 401));
    for (const name of ['Önden', 'Yandan']) await card(name).getByRole('img', { name }).waitFor();
    await choose({ name: 'not.txt', mimeType: 'text/plain', buffer: Buffer.from('merhaba') });
    await page.getByRole('alert').getByText('not.txt: JPEG, PNG, WebP, AVIF ya da GIF olmalı.').waitFor();
    const large = Buffer.concat([Buffer.from(await plain(403, 300)), Buffer.alloc(UPLOAD_BYTES_MAX)]);
    await choose({ name: 'büyük.png', mimeType: 'image/png', buffer: large });
    await page
      .getByRole('alert')
      .getByText(/^büyük.png: en çok 20\sMB olabilir\.$/)
      .waitFor();
    await page.getByText(/her biri en çok 20\sMB\./).waitFor();
    // What is said beside it is what the server takes.
    expect([TYPES, BYTES_MAX]).toEqual([uploadTypes, UPLOAD_BYTES_MAX]);

    // A browser lets no program drop files, so the event is made where one would arrive.
    const bytes = [...(await plain(402, 300))];
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'Üstten.png', { type: 'image/png' }));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    })()`);
    await card('Üstten').getByRole('img', { name: 'Üstten' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await onBoth('media library');
    await page.getByLabel('Adıyla ara').fill('onde');
    await card('Üstten').waitFor({ state: 'detached' });
    await card('Önden').waitFor();
    await page.getByLabel('Adıyla ara').fill('fincan');
    await page.getByText('Bu adda bir görsel yok.').waitFor();
    // A sign is no word: nothing is looked for yet.
    await page.getByLabel('Adıyla ara').fill('%');
    await card('Üstten').waitFor();
  });

  test('how far a file is, is told while it is on its way', async () => {
    const { page } = panel;
    await panel.open('/media');
    let pass = () => {};
    const held = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route('**/v1/media/upload', async (route) => {
      await held;
      await route.continue();
    });
    await choose(await file('Uzun.png', 410));
    await page.getByRole('progressbar', { name: 'Yükleniyor: Uzun.png' }).waitFor({ state: 'attached' });
    await page.getByText('Uzun.png · %0').waitFor();
    pass();
    await card('Uzun').getByRole('img', { name: 'Uzun' }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.unroute('**/v1/media/upload');
  });

  test('a product is given pictures, in an order and with words, and that is taken back', async () => {
    const { page } = panel;
    const part = page.getByRole('region', { name: 'Görselleri' });
    const dialog = page.getByRole('dialog');
    await panel.open(`/products/${productId}`);
    await part.getByText('Bu ürünün henüz görseli yok.').waitFor();
    await part.getByRole('button', { name: 'Medyadan seç' }).click();
    await dialog.getByRole('button', { name: 'Yandan' }).click();
    await dialog.getByRole('button', { name: 'Önden' }).click();
    await dialog.getByRole('button', { name: 'Üstten' }).click();
    await panel.picture('media picker');
    await dialog.getByRole('button', { name: 'Üstten', pressed: true }).click();
    await dialog.getByRole('button', { name: 'Tamam' }).click();
    await part.getByLabel('2. görsel: Alternatif metin').fill('Bakır cezve, önden');
    // By keyboard: who walks a picture along stays with it.
    await part.getByRole('button', { name: '2. görsel: Öne al' }).focus();
    await page.keyboard.press('Enter');
    await part.getByLabel('1. görsel: Alternatif metin').waitFor();
    expect(await part.getByLabel('1. görsel: Alternatif metin').inputValue()).toBe('Bakır cezve, önden');
    expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('1. görsel: Öne al');
    await choose(await file('Yeni.png', 420));
    await part.getByLabel('3. görsel: Alternatif metin').waitFor();
    await onBoth('product pictures');
    expect(await placed()).toEqual([]);
    await savePage(page);
    const whole = [
      [await idOf('Önden'), 'Bakır cezve, önden'],
      [await idOf('Yandan'), null],
      [await idOf('Yeni'), null],
    ];
    expect(await placed()).toEqual(whole);
    await part.getByRole('button', { name: '3. görsel: Üründen çıkar' }).click();
    expect(await page.evaluate('document.activeElement?.innerText')).toBe('Medyadan seç');
    await savePage(page);
    expect(await placed()).toHaveLength(2);
    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog.getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog.getByText('1 değişiklik geri alındı.').waitFor();
    expect(await placed()).toEqual(whole);
  });

  test('the list shows the first picture, and the library leads to what shows a file, which is not deleted', async () => {
    const { page } = panel;
    const dialog = page.getByRole('dialog');
    await site.world.done('catalog.product.create', { title: 'Fincan', price: 1_000 }, { as: site.world.owner });
    await panel.open('/products');
    await page.getByRole('row', { name: /Cezve/ }).locator('img.thumb').waitFor();
    await page.getByRole('link', { name: 'Fincan' }).waitFor();
    await onBoth('products with pictures');
    await panel.open('/media');
    await card('Önden').getByRole('button', { name: 'sil' }).click();
    await dialog.getByRole('alert').getByRole('link', { name: 'Cezve' }).waitFor();
    await panel.picture('media in use');
    await dialog.getByRole('button', { name: 'Vazgeç' }).click();
    await card('Önden').getByRole('link', { name: 'Kullanan ürünler' }).click();
    await page.getByRole('link', { name: 'Cezve' }).waitFor();
    expect(await page.getByRole('link', { name: 'Fincan' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Yalnız seçilen görseli kullananlar' }).click();
    await page.getByRole('link', { name: 'Fincan' }).waitFor();
    await panel.open('/media');
    await card('Üstten').getByRole('button', { name: 'sil' }).click();
    await dialog.getByRole('button', { name: 'Sil', exact: true }).click();
    await card('Üstten').waitFor({ state: 'detached' });
  });

  test('an archived product shows what it showed', async () => {
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Eski tepsi', price: 100 }, { as: world.owner });
    const media = [{ mediaId: await idOf('Önden'), alt: 'Eski tepsi, önden' }];
    await world.done('catalog.product.setMedia', { productId: id, media }, { as: world.owner });
    await world.done('catalog.product.archive', { productId: id }, { as: world.owner });
    await panel.open(`/products/${id}`);
    await panel.page
      .getByRole('region', { name: 'Görselleri' })
      .getByRole('img', { name: 'Eski tepsi, önden' })
      .waitFor();
    expect(await panel.page.getByRole('button', { name: 'Medyadan seç' }).count()).toBe(0);
  });
});
