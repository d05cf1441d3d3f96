// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { connectedMarketplace, type Marketplace } from '../channel/marketplace';
import { mintAgent } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { attended, cellsOf, desktop, type Panel, phone, signedIn } from './browser';
import { saveBar, saveButton, savePage } from './save-bar';

const PRODUCTS = 12;

describe('the pages of the shop', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  let mugId: string;
  let beansId: string;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
    const { world } = shop;
    ({ id: mugId } = await world.done(
      'catalog.product.create',
      { title: 'Fincan', price: 14_990, stock: 8, brand: 'Porland' },
      { as: world.owner },
    ));
    await world.done('catalog.product.create', { title: 'Tükenen Cezve', price: 9_900, stock: 0 }, { as: world.owner });
    ({ id: beansId } = await world.done(
      'catalog.product.create',
      {
        title: 'Çekirdek',
        price: 32_900,
        variants: [
          { title: '250 g', stock: 4 },
          { title: '1 kg', stock: 6, price: 99_900 },
        ],
      },
      { as: world.owner },
    ));
  });
  attended(() => [panel, api, worker, shop]);
  const mug = () => shop.world.read('catalog.products.get', { params: { prd: mugId } });
  const part = (name: string) => panel.page.getByRole('region', { name });

  /** For eyes, and for what is wider than a phone. */
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    await panel.picture(`${name} 1280`);
    await page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await page.setViewportSize(desktop);
  };

  test('home says what waits, with a way there, and figures that were counted', async () => {
    const { page } = panel;
    await panel.open();
    await part('Sizi bekleyenler').getByRole('link', { name: '1 ürün tükendi' }).waitFor();
    await part('Süren işler').getByText('Şu anda süren iş yok.').waitFor();
    await part('Mağazanızda').getByRole('link', { name: 'Satıştaki ürün 3' }).waitFor();
    await part('Mağazanızda').getByRole('link', { name: 'Trendyol: son içe aktarma Hiç' }).waitFor();
    await onBoth('home');
    await page.getByRole('link', { name: '1 ürün tükendi' }).click();
    await page.getByRole('link', { name: 'Tükenen Cezve' }).waitFor();
    expect(await page.getByRole('link', { name: 'Fincan' }).count()).toBe(0);
  });

  test('home tells of a proposal whose agent is gone, on which the owner decides as it stands', async () => {
    const { world } = shop;
    const agent = await mintAgent(world);
    const { body } = await world.run('catalog.price.set', { targetId: mugId, price: 15_990 }, { as: agent });
    const { proposalId } = body as { proposalId: string };
    await panel.open();
    const waiting = [
      'Satıştan önce gereken 8 adım eksik',
      'E-postalar gönderilmiyor: e-posta sunucusu ayarlanmamış',
      '1 ürün tükendi',
    ];
    for (const name of waiting) await part('Sizi bekleyenler').getByRole('link', { name }).waitFor();
    expect(await part('Sizi bekleyenler').getByRole('link').allInnerTexts()).toEqual(waiting);
    await world.done('workspace.archive', { workspaceId: agent.workspaceId }, { as: world.owner });
    await panel.open();
    await part('Sizi bekleyenler')
      .getByRole('link', { name: '1 öneriyi gönderecek kimse kalmadı, karar sizin' })
      .click();
    await panel.page.getByText('Fiyat ajanı').waitFor();
    await world.done('proposal.reject', { proposalId }, { as: world.owner });
  });

  test('home does not say that nothing waits when it could not ask', async () => {
    const { page } = panel;
    await page.route('**/v1/proposals*', (route) => route.abort('internetdisconnected'));
    await panel.open();
    await page.getByRole('main').getByRole('alert').getByText('Sunucuya ulaşılamıyor.').waitFor();
    expect(await page.getByText('Sizi bekleyen bir şey yok.').count()).toBe(0);
    await page.unroute('**/v1/proposals*');
    // It asks again by itself, as soon as anything is answered.
    await page.getByRole('main').getByRole('alert').waitFor({ state: 'hidden' });
  });

  test('products are searched and filtered, and the address keeps it', async () => {
    const { page } = panel;
    await panel.open('/products');
    const row = page.getByRole('row', { name: /Çekirdek/ });
    await row.waitFor();
    expect((await cellsOf(row)).slice(0, 4)).toEqual(['Ç Çekirdek 2 varyant', '329,00 TL ve üstü', '10', 'ETKİN']);
    await onBoth('products');
    await page.getByLabel('Ara').fill('porland');
    await page.getByRole('row', { name: /Çekirdek/ }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Fincan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fincan' }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('Ara').inputValue()).toBe('porland');
    await page.getByLabel('Ara').fill('yok böyle bir şey');
    await page.getByText('Bu filtreye uyan ürün yok.').waitFor();
  });

  test('title, price and stock are saved in one act, and are taken back', async () => {
    const { page } = panel;
    const dialog = page.getByRole('dialog');
    await panel.open(`/products/${mugId}`);
    await page.getByRole('textbox', { name: 'Ad', exact: true }).fill('Porselen Fincan');
    await page.getByRole('textbox', { name: 'Fiyat', exact: true }).fill('159,95');
    await page.getByRole('textbox', { name: 'Stok', exact: true }).fill('5');
    await saveBar(page).getByText('3 değişiklik: Ad, Fiyat, Stok').waitFor();
    expect(await mug()).toMatchObject({ title: 'Fincan', price: 14_990, stock: 8 });
    await savePage(page);
    await page.getByRole('heading', { level: 1, name: 'Porselen Fincan' }).waitFor();
    expect(await mug()).toMatchObject({ title: 'Porselen Fincan', price: 15_995, stock: 5 });
    await part('Geçmişi').getByText('149,90 TL → 159,95 TL').waitFor();
    await onBoth('product');

    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog.getByRole('button', { name: '3 değişikliği geri al' }).click();
    await dialog.getByText('3 değişiklik geri alındı.').waitFor();
    await dialog.getByRole('button', { name: 'Kapat' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Fincan', exact: true }).waitFor();
    expect(await mug()).toMatchObject({ title: 'Fincan', price: 14_990, stock: 8 });
  });

  test('variants have prices and stock of their own, and an empty price is that of the product', async () => {
    const { page } = panel;
    const dialog = page.getByRole('dialog');
    await panel.open('/products');
    await page.getByRole('link', { name: 'Çekirdek' }).click();
    await page.getByLabel('250 g: Stok').fill('');
    await page.getByLabel('1 kg: Fiyat').fill('');
    await page.getByLabel('1 kg: Stok').fill('9');
    // The product costs less than half of what the variant did.
    await saveButton(page).click();
    await dialog.getByRole('row', { name: /^Fiyat/ }).waitFor();
    expect(await cellsOf(dialog.getByRole('row', { name: /^Fiyat/ }))).toEqual(['Fiyat', '999,00 TL', 'yok']);
    await panel.picture('product preview');
    await dialog.getByRole('button', { name: 'Kaydet' }).click();
    await page.getByText('Değişiklikler uygulandı.').waitFor();
    const { variants } = await shop.world.read('catalog.products.get', { params: { prd: beansId } });
    expect(variants).toMatchObject([
      { stock: null, price: null },
      { stock: 9, price: null },
    ]);
    await onBoth('product with variants');
  });

  test('what a product is besides is changed, what was left alone is not sent, and it is taken back', async () => {
    const { page } = panel;
    const { world } = shop;
    const dialog = page.getByRole('dialog');
    const owner = { as: world.owner };
    const { id: kitchen } = await world.done('catalog.category.create', { name: 'Mutfak' }, owner);
    const { id: old } = await world.done('catalog.category.create', { name: 'Eski' }, owner);
    await world.done('catalog.product.update', { productId: mugId, categoryId: old }, owner);
    const before = await mug();
    await panel.open(`/products/${mugId}`);
    const details = part('Bilgileri');
    await details.waitFor();
    expect(await saveBar(page).count()).toBe(0);
    // Its words come with the list of categories.
    await eventually(async () => (await details.getByRole('combobox', { name: 'Kategori' }).inputValue()) === 'Eski');
    await details.getByRole('textbox', { name: 'Marka' }).fill('Kütahya');
    await details.getByRole('combobox', { name: 'Kategori' }).click();
    await page.getByRole('option', { name: 'Mutfak' }).click();
    await details.getByRole('combobox', { name: 'KDV (%)' }).click();
    await page.getByRole('option', { name: '10', exact: true }).click();
    await details.getByLabel('Etiketler').fill('porselen, el işi,');
    await details.getByRole('textbox', { name: 'Açıklama' }).fill('Elde boyandı.\nAltı fincanlık takımın biri.');
    await savePage(page);
    const after = {
      brand: 'Kütahya',
      categoryId: kitchen,
      vatRate: 10,
      tags: ['porselen', 'el işi'],
      description: 'Elde boyandı.\nAltı fincanlık takımın biri.',
    };
    expect(await mug()).toMatchObject({ ...after, title: before.title, handle: before.handle, sku: before.sku });
    const [last] = (await world.read('audit.list', { query: { entity: mugId, limit: 1 } })).items;
    expect(last).toMatchObject({ command: 'catalog.product.update', payload: { productId: mugId, ...after } });
    expect(Object.keys(last.payload).toSorted()).toEqual(
      [...Object.keys(after), 'expectedRev', 'productId'].toSorted(),
    );
    await onBoth('product details');

    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog.getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog.getByText('1 değişiklik geri alındı.').waitFor();
    await dialog.getByRole('button', { name: 'Kapat' }).last().click();
    expect(await mug()).toMatchObject({ brand: 'Porland', vatRate: 20, tags: [], description: null, categoryId: old });
    // One that is archived by now can be left and not chosen.
    await world.done('catalog.category.archive', { categoryId: old }, owner);
    await panel.open(`/products/${mugId}`);
    await details.getByRole('combobox', { name: 'Kategori' }).click();
    await page.getByRole('option', { name: 'Mutfak' }).waitFor();
    expect((await page.getByRole('option').allInnerTexts()).toSorted()).toEqual(['Eski', 'Mutfak']);
    expect(await details.getByRole('combobox', { name: 'Kategori' }).inputValue()).toBe('Eski');
    await page.keyboard.press('Escape');
  });

  test('a price before a reduction is stated beside the price, and taken away', async () => {
    const { page } = panel;
    const reducedFrom = page.getByRole('textbox', { name: 'İndirimsiz fiyat' });
    await panel.open(`/products/${mugId}`);
    await reducedFrom.fill('1.299');
    await savePage(page);
    expect(await mug()).toMatchObject({ price: 14_990, compareAt: 129_900 });
    await reducedFrom.fill('');
    await savePage(page);
    expect(await mug()).toMatchObject({ price: 14_990, compareAt: null });
  });

  test('what has moved meanwhile is refused, and nothing is overwritten', async () => {
    const { page } = panel;
    await panel.open(`/products/${mugId}`);
    await page.getByRole('textbox', { name: 'Stok', exact: true }).fill('1');
    await shop.world.done('catalog.stock.adjust', { targetId: mugId, delta: -2 }, { as: shop.world.owner });
    await saveButton(page).click();
    await saveBar(page).getByRole('alert').waitFor();
    expect(await mug()).toMatchObject({ stock: 6 });
  });

  test('archiving asks with what it does, and leaves a page that changes nothing', async () => {
    const { page } = panel;
    await panel.open('/products?stock=out');
    await page.getByRole('link', { name: 'Tükenen Cezve' }).click();
    await page.getByRole('button', { name: 'Arşivle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /^Durum/ }).waitFor();
    expect(await cellsOf(dialog.getByRole('row', { name: /^Durum/ }))).toEqual(['Durum', 'etkin', 'arşivde']);
    await dialog.getByRole('button', { name: 'Arşivle' }).click();
    await page.getByText('Bu ürün arşivde').waitFor();
    expect(await page.getByRole('textbox', { name: 'Fiyat' }).count()).toBe(0);
  });

  test('an import is started where the marketplace is, and its listings lead to products', async () => {
    const { page } = panel;
    await panel.open('/marketplace');
    const card = page.getByRole('listitem', { name: 'Trendyol' });
    await card.getByText('Henüz iş yok.').waitFor();
    await card.getByRole('button', { name: 'İçe aktar', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'İçe aktar' }).click();
    await card
      .getByRole('listitem', { name: 'İçe aktarma' })
      .getByText('Bitti')
      .waitFor({ timeout: patient(60_000) });
    const listings = card.getByRole('link', { name: `Listelemeler (${PRODUCTS})` });
    await listings.waitFor();
    await onBoth('marketplace');
    await listings.click();
    await page.getByRole('heading', { name: 'Trendyol listelemeleri' }).waitFor();
    await page.getByRole('main').getByRole('row').nth(1).waitFor();
    await onBoth('listings');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click();
    await part('Pazaryerlerinde').getByRole('row').nth(1).waitFor();
  });

  test('the history tells who, what and from where to where, with an import in one line', async () => {
    const { page } = panel;
    await panel.open('/audit');
    const folded = page.getByRole('button', { name: /^İçe aktarma · \d+ işlem/ });
    await page.getByRole('button', { name: /^Ürünü arşivle/ }).waitFor();
    await folded.waitFor();
    const prices = page.getByRole('button', { name: /^Fiyatı belirle · Fincan/ });
    const priced = prices.filter({ hasText: 'Fiyat: 149,90 TL → 159,95 TL' });
    await priced.waitFor();
    await prices.filter({ hasText: 'Önerildi' }).first().waitFor();
    await priced.getByText('Siz').waitFor();
    expect((await page.getByRole('main').allInnerTexts()).join()).not.toMatch(/\b(prd|own|aud|cjb|tok)_\w{26}/);
    await onBoth('history');
    await folded.click();
    expect(await page.getByRole('button', { name: /^Ürün oluştur|^İçe aktar/ }).count()).toBeGreaterThan(PRODUCTS);
    await page.getByLabel('Sistemin yaptıklarını gizle').check({ force: true });
    await folded.waitFor({ state: 'hidden' });
    await priced.waitFor();
    await page.getByRole('combobox', { name: 'Ürün' }).fill('porland');
    await page.getByRole('option', { name: 'Fincan' }).click();
    await page.getByRole('button', { name: /Cezve/ }).first().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('entity')).toBe(mugId);
    await page.getByRole('link', { name: 'Fincan: ürün sayfası' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Fincan' }).waitFor();
  });

  test('a product is made in the panel, once though its answer was lost, and its page opens', async () => {
    const { page } = panel;
    let lost = 0;
    await page.route('**/v1/commands', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await panel.open('/products');
    await page.getByRole('button', { name: 'Yeni ürün' }).click();
    const form = page.getByRole('dialog', { name: 'Yeni ürün' });
    await form.getByRole('textbox', { name: 'Ad', exact: true }).fill('Közde Türk Kahvesi');
    await form.getByLabel('Fiyat').fill('189,90');
    await form.getByLabel('Stok').fill('40');
    await onBoth('new-product');
    await form.getByRole('button', { name: 'Ürünü ekle' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByRole('button', { name: 'Ürünü ekle' }).click();
    await page.getByRole('heading', { level: 1, name: 'Közde Türk Kahvesi' }).waitFor();
    await page.unroute('**/v1/commands');
    expect(lost).toBe(2);
    const { items } = await shop.world.read('catalog.products.list', { query: { text: 'Közde' } });
    expect(items).toMatchObject([{ title: 'Közde Türk Kahvesi', price: 18_990, stock: 40 }]);
    expect(page.url()).toBe(`${api.url}/panel/products/${items[0]?.id}`);
  });
});
