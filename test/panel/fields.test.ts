// tier: all
import { metafieldPurge } from '../../src/metafield/purge/contract';
import { purgeNext } from '../../src/metafield/purge/moves';
import { abandonWork } from '../../src/works';
import { openSite, type Site } from '../surfaces/site';
import { startTestWorker } from '../world/worker';
import { attended, openPanel, type Panel } from './browser';
import { saveBar, saveButton, savePage } from './save-bar';

describe('custom fields in the panel', () => {
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
  const takeBack = async (changes: number): Promise<void> => {
    await panel.page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog()
      .getByRole('button', { name: `${changes} değişikliği geri al` })
      .click();
    await dialog().getByText(`${changes} değişiklik geri alındı.`).waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
  };
  const definitions = async () =>
    (await site.world.read('metafields.definitions.list', { as: site.world.owner })).items;

  test('a field is defined, filled in on a product, taken back, changed, and deleted with what stands in it', async () => {
    const { page } = panel;
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Gömlek', price: 14_990 }, { as: world.owner });
    await panel.open('/settings/fields');
    await page.getByText('Henüz özel alan yok.').waitFor();
    const create = part('Özel alan ekle');
    // The key follows the name until another one is typed.
    await create.getByLabel('Ad', { exact: true }).fill('2. Ürün Yıkama Bilgisi');
    expect(await create.getByLabel('Anahtar').inputValue()).toBe('urun_yikama_bilgisi');
    await create.getByLabel('Anahtar').fill('season');
    await create.getByLabel('Tür').click();
    await page.getByRole('option', { name: 'metin', exact: true }).click();
    await create.getByLabel('Ad', { exact: true }).fill('Mevsim');
    await create.getByLabel('Seçenekler').fill('Yaz\nKış');
    await create.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await panel.picture('field defined');
    await apply();
    await part('Mevsim').waitFor();
    expect(await definitions()).toMatchObject([
      { target: 'product', key: 'season', type: 'text', list: false, validations: { choices: ['Yaz', 'Kış'] } },
    ]);
    await world.done(
      'metafield.definition.create',
      { target: 'product', key: 'fee', type: 'money', label: 'Bakım bedeli' },
      { as: world.owner },
    );

    await panel.open(`/products/${id}`);
    const values = part('Özel alanlar');
    await values.getByLabel('Mevsim').click();
    await page.getByRole('option', { name: 'Kış' }).click();
    const fee = values.getByLabel('Bakım bedeli');
    // Whether that is lira or thousands of them, nobody can tell.
    await fee.fill('1,299');
    await fee.blur();
    await values.getByText('Tutar anlaşılamadı. 1.299,90 gibi yazın.').waitFor();
    await saveButton(page).click();
    expect(await saveButton(page).isEnabled()).toBe(true);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).metafields).toEqual([]);
    await fee.fill('1.299');
    await fee.blur();
    expect(await fee.inputValue()).toBe('1.299,00');
    await panel.picture('fields filled in');
    await savePage(page);
    await page.getByRole('button', { name: /Özel alanı doldur · Gömlek Bakım bedeli: yok → 1.299,00 TL/ }).waitFor();
    await page.getByRole('button', { name: /Özel alanı doldur · Gömlek Mevsim: yok → Kış/ }).waitFor();
    const read = async () => (await world.read('catalog.products.get', { params: { prd: id } })).metafields;
    expect(await read()).toEqual([
      { key: 'fee', type: 'money', value: 129_900 },
      { key: 'season', type: 'text', value: 'Kış' },
    ]);
    await takeBack(2);
    expect(await read()).toEqual([]);

    await world.done('metafield.set', { ownerId: id, key: 'season', value: 'Yaz' }, { as: world.owner });
    await panel.open('/settings/fields');
    await page.getByRole('button', { name: 'Mevsim: Değiştir' }).click();
    await part('Mevsim').getByLabel('Ad', { exact: true }).fill('Sezon');
    await part('Mevsim').getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await apply();
    await page.getByRole('button', { name: 'Sezon: Sil' }).click();
    await dialog().getByText('Bu alana girilmiş 1 değer de silinir').waitFor();
    await panel.picture('field deleted');
    await dialog().getByRole('button', { name: 'Sil' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await definitions()).map(({ key }: { key: string }) => key)).toEqual(['fee']);
    expect(await read()).toEqual([]);
  });

  test('what does not fit is said of each field by its name', async () => {
    const { world } = site;
    const as = { as: world.owner };
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 14_990 }, as);
    for (const field of [
      { key: 'colour', type: 'color', label: 'Kap rengi' },
      { key: 'weight', type: 'integer', list: true, label: 'Ağırlık (g)' },
      { key: 'best_before', type: 'date', label: 'Tavsiye tarihi' },
    ])
      await world.done('metafield.definition.create', { target: 'product', ...field }, as);
    await panel.open(`/products/${id}`);
    const values = part('Özel alanlar');
    await values.getByLabel('Kap rengi').fill('bakır rengi');
    await values.getByLabel('Ağırlık (g)').fill('12\nçok');
    await saveButton(panel.page).click();
    await saveBar(panel.page).getByText('Kap rengi: renk kodu olmalı, ör. #a1b2c3').waitFor();
    await saveBar(panel.page).getByText('Ağırlık (g) 2: tam sayı olmalı').waitFor();
    await panel.picture('fields refused');
    // The typed text stays to be corrected, and nothing of it was saved.
    expect(await values.getByLabel('Kap rengi').inputValue()).toBe('bakır rengi');
    await values.getByLabel('Kap rengi').fill('#b87333');
    await values.getByLabel('Ağırlık (g)').fill('');
    await values.getByLabel('Tavsiye tarihi').fill('2026-05-01');
    await savePage(panel.page);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).metafields).toMatchObject([
      { key: 'best_before', value: '2026-05-01' },
      { key: 'colour', value: '#b87333' },
    ]);
  });

  test('the store has fields of its own, filled in where it says who sells', async () => {
    const { world } = site;
    const field = { target: 'store', key: 'slogan', type: 'text', label: 'Slogan' };
    await world.done('metafield.definition.create', field, { as: world.owner });
    await panel.open('/settings/store');
    const values = part('Özel alanlar');
    await values.getByLabel('Slogan').fill('Taze çekilir');
    await values.getByRole('button', { name: 'Alan değişikliklerini göster' }).click();
    await apply();
    const read = () =>
      world.read('metafields.definitions.list', { as: world.owner, query: { ownerId: world.storeId } });
    expect((await read()).items).toMatchObject([{ key: 'slogan', value: 'Taze çekilir', valuesRev: 1 }]);
  });

  test('each variant has fields of its own, filled in on the page of its product and taken back', async () => {
    const { page } = panel;
    const { world } = site;
    const as = { as: world.owner };
    const { id } = await world.done('catalog.product.create', { title: 'Kazak', price: 29_900 }, as);
    await panel.open(`/products/${id}`);
    await part('Özel alanlar').waitFor();
    expect(await part('Varyantların özel alanları').count()).toBe(0);
    const variants = [{ title: 'S' }, { title: 'M' }];
    const { rev } = await world.read('catalog.products.get', { params: { prd: id } });
    await world.done('catalog.product.setVariants', { productId: id, expectedRev: rev, variants }, as);
    await panel.open(`/products/${id}`);
    await part('Varyantların özel alanları').getByText('tanımlanmış özel alan yok').waitFor();
    const field = { target: 'variant', key: 'chest', type: 'integer', label: 'Göğüs (cm)' };
    await world.done('metafield.definition.create', field, as);
    await panel.open(`/products/${id}`);
    const values = part('Varyantların özel alanları');
    await values.getByRole('button', { name: 'M Hiçbiri dolu değil.' }).click();
    await values.getByLabel('Göğüs (cm)').fill('104');
    // One that is closed keeps what was typed.
    await values.getByRole('button', { name: 'M Hiçbiri dolu değil.' }).click();
    await saveBar(page).getByText('1 değişiklik: Göğüs (cm)').waitFor();
    await savePage(page);
    const read = async () =>
      (await world.read('catalog.products.get', { params: { prd: id } })).variants.map(
        ({ title, metafields }: { title: string; metafields: unknown }) => [title, metafields],
      );
    expect(await read()).toEqual([
      ['S', []],
      ['M', [{ key: 'chest', type: 'integer', value: 104 }]],
    ]);
    await values.getByRole('button', { name: 'M 1 alan dolu.' }).waitFor();
    await panel.picture('variant field filled in');
    await takeBack(1);
    expect(await read()).toEqual([
      ['S', []],
      ['M', []],
    ]);
    await page.getByRole('button', { name: 'M Hiçbiri dolu değil.' }).waitFor();
  });

  test('a collection has a page with its fields, its products and its history', async () => {
    const { page } = panel;
    const { world } = site;
    const as = { as: world.owner };
    const { id } = await world.done('catalog.collection.create', { title: 'Kışlıklar' }, as);
    const { id: productId } = await world.done('catalog.product.create', { title: 'Atkı', price: 9_900 }, as);
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [productId] }, as);
    const field = { target: 'collection', key: 'slogan', type: 'text', label: 'Vitrin yazısı' };
    await world.done('metafield.definition.create', field, as);
    await panel.open('/collections');
    await panel.picture('collections');
    await page.getByRole('link', { name: 'Kışlıklar' }).click();
    await part('Ürünler').getByRole('link', { name: 'Atkı' }).waitFor();
    await part('Özel alanlar').getByLabel('Vitrin yazısı').fill('Üşümeyin');
    await part('Özel alanlar').getByRole('button', { name: 'Alan değişikliklerini göster' }).click();
    await apply();
    const read = async () => (await world.read('catalog.collections.get', { params: { col: id } })).metafields;
    expect(await read()).toEqual([{ key: 'slogan', type: 'text', value: 'Üşümeyin' }]);
    await part('Geçmiş').getByText('Özel alanı doldur').waitFor();
    await panel.picture('collection');
    await takeBack(1);
    expect(await read()).toEqual([]);

    const { rev } = await world.read('catalog.collections.get', { params: { col: id } });
    await world.done('catalog.collection.archive', { collectionId: id, expectedRev: rev }, as);
    await panel.open(`/collections/${id}`);
    await page.getByText('Bu koleksiyon arşivde').waitFor();
    expect(await part('Özel alanlar').count()).toBe(0);
    await panel.open('/collections');
    await page.getByText('Henüz koleksiyon yok.').waitFor();
    await page.getByRole('combobox', { name: 'Durum' }).click();
    await page.getByRole('option', { name: 'Tümü' }).click();
    await page.getByRole('link', { name: 'Kışlıklar' }).waitFor();
  });

  test('how far the values of a deleted field are taken away is seen, and what was given up goes on', async () => {
    const { page } = panel;
    const { world } = site;
    const as = { as: world.owner };
    const field = { target: 'product', key: 'wash', type: 'multiline', label: 'Yıkama' };
    const { id: definitionId } = await world.done('metafield.definition.create', field, as);
    // More than one batch takes away.
    for (let nth = 0; nth < 20; nth += 1) {
      const { id: ownerId } = await world.done('catalog.product.create', { title: `Yelek ${nth}`, price: 100 }, as);
      await world.done('metafield.set', { ownerId, definitionId, value: 'a'.repeat(60_000) }, as);
    }
    await panel.open('/settings/fields');
    await part('Yıkama').waitFor();
    const removal = part('Silinen alanlar').getByRole('listitem', { name: 'Yıkama' });
    expect(await removal.count()).toBe(0);
    await page.getByRole('button', { name: 'Yıkama: Sil' }).click();
    await dialog().getByRole('button', { name: 'Sil' }).click();
    await dialog().waitFor({ state: 'detached' });
    await removal.getByText('0 / 20 değer kaldırıldı').waitFor();
    await purgeNext(world.platform.bus, { storeId: world.storeId, definitionId });
    await removal.getByText('17 / 20 değer kaldırıldı').waitFor();
    await panel.picture('field being removed');

    const at = { storeId: world.storeId, workflowId: metafieldPurge.workflowId(definitionId) };
    for (const _ of [1, 2])
      await abandonWork(world.platform, at, { code: 'not_finished', reason: 'Its workflow ended.' });
    await removal.getByText('yarıda kaldı').waitFor();
    await panel.picture('field removal given up');
    await removal.getByRole('button', { name: 'Yıkama: Kaldırmayı sürdür' }).click();
    await dialog().getByRole('button', { name: 'Kaldırmayı sürdür' }).click();
    await removal.getByText('yarıda kaldı').waitFor({ state: 'detached' });
    const worker = await startTestWorker(world);
    try {
      await removal.waitFor({ state: 'detached' });
    } finally {
      await worker.stop();
    }
  });

  test('JSON is typed as text, which says when it is none, and its form is held', async () => {
    const { page } = panel;
    const { world } = site;
    await panel.open('/settings/fields');
    const create = part('Özel alan ekle');
    await create.getByLabel('Anahtar').fill('sheet');
    await create.getByLabel('Tür').click();
    await page.getByRole('option', { name: 'yapılı veri (JSON)' }).click();
    await create.getByLabel('Ad', { exact: true }).fill('Künye');
    const form = create.getByLabel('Biçim (JSON Schema)');
    await form.fill('{"type": "object", ');
    await create.getByText('Geçerli bir JSON nesnesi değil.').waitFor();
    await form.fill('{"type": "object", "properties": {"cotton": {"type": "integer", "maximum": 100}}}');
    expect(await create.getByText('Geçerli bir JSON nesnesi değil.').count()).toBe(0);
    await panel.picture('json defined');
    await create.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await apply();
    const { id } = await world.done('catalog.product.create', { title: 'Tişört', price: 100 }, { as: world.owner });
    await panel.open(`/products/${id}`);
    const values = part('Özel alanlar');
    const state = async (text: string) => {
      await values.getByLabel('Künye').fill(text);
      await saveButton(panel.page).click();
    };
    await state('{"cotton": 101}');
    await saveBar(panel.page).getByText('Künye /cotton: en çok 100 olmalı').waitFor();
    await panel.picture('json refused');
    await state('{"cotton": 95, "made": ["Denizli"]}');
    await saveButton(panel.page).waitFor({ state: 'detached' });
    const read = async () => (await world.read('catalog.products.get', { params: { prd: id } })).metafields;
    expect(await read()).toEqual([{ key: 'sheet', type: 'json', value: { cotton: 95, made: ['Denizli'] } }]);
    await values.getByText('"made"').waitFor();
    await panel.picture('json filled in');
    await takeBack(1);
    expect(await read()).toEqual([]);
  });

  test('what does not fit is said in the dialog', async () => {
    const { page } = panel;
    await panel.open('/settings/fields');
    await page.locator('label').filter({ hasText: 'Mağaza' }).click();
    const create = part('Özel alan ekle');
    await create.getByLabel('Anahtar').fill('rating');
    await create.getByLabel('Tür').click();
    await page.getByRole('option', { name: 'tam sayı', exact: true }).click();
    await create.getByLabel('Ad', { exact: true }).fill('Puan');
    await create.getByLabel('En az', { exact: true }).fill('5');
    await create.getByLabel('En çok', { exact: true }).fill('1');
    await create.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog()
      .getByText('en çok', { exact: false })
      .or(dialog().getByText('max', { exact: false }))
      .first()
      .waitFor();
    await panel.picture('field refused');
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    expect((await definitions()).map(({ key }: { key: string }) => key)).not.toContain('rating');
  });

  test('bounds of dates are dates', async () => {
    const { page } = panel;
    await panel.open('/settings/fields');
    const create = part('Özel alan ekle');
    await create.getByLabel('Anahtar').fill('launch');
    await create.getByLabel('Tür').click();
    await page.getByRole('option', { name: 'tarih', exact: true }).click();
    await create.getByLabel('Ad', { exact: true }).fill('Çıkış');
    await create.getByLabel('En az', { exact: true }).fill('2026-01-01');
    await create.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog().getByText('2026-01-01').first().waitFor();
    await apply();
    await part('Çıkış').waitFor();
    expect(await definitions()).toContainEqual(
      expect.objectContaining({ key: 'launch', type: 'date', validations: { min: '2026-01-01' } }),
    );
  });
});
