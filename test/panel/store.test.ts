// tier: all
import { company } from '../store/identity';
import { openSite, type Site } from '../surfaces/site';
import { attended, expectFocus, openPanel, type Panel } from './browser';

type Style = (element: unknown, pseudo: string) => { readonly content: string };

describe('the page of the store', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);
  const part = (name: string) => panel.page.getByRole('region', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const keep = async (form: string, promise = 'sonra geri alabilirsiniz'): Promise<void> => {
    await part(form).getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog().getByText(promise).waitFor();
    await dialog().getByRole('table').first().waitFor();
    expect(await dialog().getByText(promise).count()).toBe(1);
    await dialog().getByRole('button', { name: 'Uygula' }).click();
    await dialog().waitFor({ state: 'detached' });
  };

  test('a shop is made ready on it, step by step, and each step can be taken back', async () => {
    const { page } = panel;
    const { world } = site;
    await panel.open('/settings/store');
    await part('Hazırlık').getByText('Satıştan önce tamamlanacak 8 adım var.').waitFor();

    await world.done('catalog.product.create', { title: 'Fincan', price: 14_990 }, { as: world.owner });
    await world.done('settings.identity.update', company, { as: world.owner });
    for (const flag of ['returnPolicy', 'privacyNotice', 'etbis'])
      await world.done('settings.flag.set', { flag, set: true }, { as: world.owner });
    await page.reload();
    const contract = part('Hazırlık').getByRole('listitem').filter({ hasText: 'Mesafeli satış sözleşmesi' });
    await contract.getByRole('button', { name: 'Hazır olarak işaretle' }).click();
    await contract.getByRole('button', { name: 'İşareti kaldır' }).waitFor();

    const checkout = part('Teslim, iade ve ödeme');
    await checkout.getByLabel('En erken teslim (gün)').fill('1');
    await checkout.getByLabel('En geç teslim (gün)').fill('3');
    await checkout.getByLabel('Kargo ücreti').fill('49,90');
    await checkout.getByLabel('Ücretsiz kargo alt sınırı').fill('1.250');
    await checkout.getByLabel('İade kargo firması').fill('Aras Kargo');
    await checkout.getByLabel('İade kargosunu ödeyen').click();
    await page.getByRole('option', { name: 'mağaza' }).click();
    await checkout.getByRole('switch', { name: 'Kapıda ödeme' }).click();
    await checkout.getByLabel('Kapıda ödeme bedeli').fill('29,90');
    await checkout.getByRole('button', { name: 'Ekle' }).click();
    await checkout.getByLabel('Banka').fill('Ziraat Bankası');
    await checkout.getByLabel('Hesap sahibi').fill('Kahve Ltd.');
    await checkout.getByLabel('IBAN').fill('TR330006100519786457841326');
    await panel.picture('store filled');
    // Of what was never stated there is nothing to go back to.
    await keep('Teslim, iade ve ödeme', 'Bu geri alınamaz.');
    expect((await world.read('store.checkoutSettings.get')).checkoutSettings).toMatchObject({
      deliveryMinDays: 1,
      deliveryMaxDays: 3,
      shippingFee: 4_990,
      freeShippingFrom: 125_000,
      returnCostBorneBy: 'store',
      cashOnDelivery: true,
      cashOnDeliveryFee: 2_990,
      bankAccounts: [{ bank: 'Ziraat Bankası', holder: 'Kahve Ltd.', iban: 'TR330006100519786457841326' }],
      rev: 1,
    });
    await part('Hazırlık').getByText('Mağazanız satışa hazır.').waitFor();

    await part('Stok').getByLabel('Pazaryerine gösterilmeyen adet').fill('3');
    await keep('Stok', 'Bu geri alınamaz.');
    await part('Stok').getByLabel('Pazaryerine gösterilmeyen adet').fill('5');
    await keep('Stok');
    // What became of it, and the way back, are where it was sent.
    const said = page.getByRole('status').filter({ hasText: 'Değişiklikler uygulandı.' });
    await expectFocus(said);
    expect((await world.read('store.stockSettings.get')).holds).toMatchObject({ marketplaceBuffer: 5 });
    await page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByText('1 değişiklik geri alındı.').waitFor();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    await dialog().waitFor({ state: 'detached' });
    expect((await world.read('store.stockSettings.get')).holds).toMatchObject({ marketplaceBuffer: 3 });
  });

  test('what takes the last change back is offered, and not what takes back one before it', async () => {
    const { page } = panel;
    const { world } = site;
    const flags = async () =>
      (await world.read('store.health.get')).points.find(({ point }: { point: string }) => point === 'etbis');
    await part('Stok').getByLabel('Pazaryerine gösterilmeyen adet').fill('4');
    await keep('Stok');
    const etbis = part('Hazırlık').getByRole('listitem').filter({ hasText: 'ETBİS' });
    await etbis.getByRole('button', { name: 'İşareti kaldır' }).click();
    await etbis.getByRole('button', { name: 'Hazır olarak işaretle' }).waitFor();
    await etbis.getByText('Ticaret Bakanlığının').waitFor();
    await etbis.getByRole('link', { name: 'Resmî kaynak: etbis.eticaret.gov.tr' }).waitFor();
    expect(await flags()).toMatchObject({ done: false });
    const undo = page.getByRole('status').getByRole('button', { name: 'Geri al' });
    expect(await undo.count()).toBe(1);
    await undo.click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByRole('button', { name: 'Kapat' }).last().click();
    await dialog().waitFor({ state: 'detached' });
    expect(await flags()).toMatchObject({ done: true });
    expect((await world.read('store.stockSettings.get')).holds).toMatchObject({ marketplaceBuffer: 4 });
  });

  test('what is refused is said in the dialog, and the form keeps what was typed', async () => {
    const checkout = part('Teslim, iade ve ödeme');
    await checkout.getByLabel('En geç teslim (gün)').fill('0');
    await checkout.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog().getByText('Ayarlar eksik veya birbiriyle çelişiyor.').first().waitFor();
    await dialog().getByText('En geç teslim (gün): en erken teslimden önce olamaz').waitFor();
    expect(await dialog().getByText('Önce bunları düzeltin').count()).toBe(1);
    expect(await dialog().getByRole('button', { name: 'Yeniden dene' }).count()).toBe(0);
    await panel.picture('store refused');
    await panel.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const latest = checkout.getByLabel('En geç teslim (gün)');
    expect(await latest.inputValue()).toBe('0');
    // It stands beside the field as well, which has the focus, until something else is typed there.
    await expectFocus(latest);
    await checkout.getByText('en erken teslimden önce olamaz').waitFor();
    await latest.fill('4');
    await checkout.getByText('en erken teslimden önce olamaz').waitFor({ state: 'detached' });
  });

  test('numbers are typed as people write them, and what is wrong is said by the names of the fields', async () => {
    const { page } = panel;
    const identity = part('Satıcı kimliği');
    const show = identity.getByRole('button', { name: 'Değişiklikleri göster' });
    await identity.getByText('ülke koduyla, ör. +908501234567, ya da 4441234').waitFor();
    await identity.getByLabel('Telefon').fill('0532 111');
    await identity.getByLabel('Vergi kimlik numarası').fill('454 053 69 21');
    await show.click();
    await dialog().getByText('Telefon: şöyle olmalı: ülke koduyla').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await identity.getByLabel('Telefon').fill('0532 111 22 33');
    await show.click();
    await dialog().getByText('Vergi kimlik numarası: doğrulanamadı: bir rakamı yanlış').waitFor();
    await panel.picture('identity refused');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await identity.getByLabel('Vergi kimlik numarası').fill('454 053 69 20');
    await keep('Satıcı kimliği');
    const { identity: kept } = await site.world.read('store.identity.get', { as: site.world.owner });
    expect(kept).toMatchObject({ phone: '+905321112233', taxNumber: company.taxNumber });
  });

  test('a window that saves closes once the page shows what was saved', async () => {
    const { page } = panel;
    const buffer = part('Stok').getByLabel('Pazaryerine gösterilmeyen adet');
    const settings = '**/v1/store/stock-settings';
    await buffer.fill('7');
    await part('Stok').getByRole('button', { name: 'Değişiklikleri göster' }).click();
    const apply = dialog().getByRole('button', { name: 'Uygula' });
    await apply.waitFor();
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(settings, async (route) => {
      await held;
      await route.continue();
    });
    const askedAgain = page.waitForRequest(settings);
    await apply.click();
    await askedAgain;
    expect((await site.world.read('store.stockSettings.get')).holds).toMatchObject({ marketplaceBuffer: 7 });
    expect(await dialog().count()).toBe(1);
    answer();
    await dialog().waitFor({ state: 'detached' });
    await page.unroute(settings);
    expect(await buffer.inputValue()).toBe('7');
  });

  test('what is typed stays when what it is of is changed elsewhere, and the other fields follow', async () => {
    const { world } = site;
    await panel.open('/settings/store');
    const checkout = part('Teslim, iade ve ödeme');
    const [carrier, latest] = [checkout.getByLabel('İade kargo firması'), checkout.getByLabel('En geç teslim (gün)')];
    const overtaken = checkout.getByText('Yazdığınız bir alan bu arada başka yerde değişti');
    const elsewhere = async (change: object): Promise<void> => {
      const { checkoutSettings } = await world.read('store.checkoutSettings.get');
      const { id: _id, rev: _rev, createdAt: _made, updatedAt: _at, ...settings } = checkoutSettings;
      await world.done('settings.checkout.update', { ...settings, ...change }, { as: world.owner });
      // Another form of the page is saved, and everything is read again.
      const buffer = part('Stok').getByLabel('Pazaryerine gösterilmeyen adet');
      await buffer.fill(String(Number(await buffer.inputValue()) + 1));
      await keep('Stok');
    };
    await carrier.fill('Yurtiçi Kargo');
    await elsewhere({ deliveryMaxDays: 5 });
    expect([await carrier.inputValue(), await latest.inputValue()]).toEqual(['Yurtiçi Kargo', '5']);
    expect(await overtaken.count()).toBe(0);
    await elsewhere({ returnCarrier: 'MNG Kargo' });
    expect(await carrier.inputValue()).toBe('Yurtiçi Kargo');
    await overtaken.waitFor();
    await panel.picture('store overtaken');
    await keep('Teslim, iade ve ödeme');
    expect((await world.read('store.checkoutSettings.get')).checkoutSettings).toMatchObject({
      returnCarrier: 'Yurtiçi Kargo',
      deliveryMaxDays: 5,
    });
    expect(await overtaken.count()).toBe(0);
  });

  test('places are found as people type them, and a district is chosen from those of its province', async () => {
    const { page } = panel;
    const identity = part('Satıcı kimliği');
    const [province, district] = ['İl', 'İlçe'].map((name) => identity.getByRole('combobox', { name, exact: true }));
    await province?.fill('zzz');
    await page.getByText('Böyle bir seçenek yok.').waitFor();
    for (const [typed, name] of [
      ['istan', 'İstanbul'],
      ['CANAK', 'Çanakkale'],
      ['agri', 'Ağrı'],
      ['izm', 'İzmir'],
    ]) {
      await province?.fill(typed as string);
      await page.getByRole('option', { name: name as string, exact: true }).waitFor();
    }
    await page.getByRole('option', { name: 'İzmir', exact: true }).click();
    // What was chosen of another province is chosen anew.
    expect(await district?.inputValue()).toBe('');
    await district?.fill('odem');
    await page.getByRole('option', { name: 'Ödemiş', exact: true }).click();
    await keep('Satıcı kimliği');
    const { identity: kept } = await site.world.read('store.identity.get', { as: site.world.owner });
    expect(kept).toMatchObject({ province: 'İzmir', district: 'Ödemiş' });
  });

  test('what has to be filled in is marked, and said in the language of the page', async () => {
    const { page } = panel;
    await panel.open('/settings/store');
    const identity = part('Satıcı kimliği');
    const mark = (name: string) =>
      identity
        .locator('label', { hasText: name })
        .evaluate(
          (label) => (globalThis as unknown as { getComputedStyle: Style }).getComputedStyle(label, '::after').content,
        );
    expect(await mark('Vergi dairesi')).toContain('*');
    expect(await mark('KEP adresi')).not.toContain('*');
    const office = identity.getByRole('textbox', { name: 'Vergi dairesi' });
    await office.fill('');
    await identity.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await dialog().getByText('Vergi dairesi: doldurulmalı').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expectFocus(office);
    await identity.getByText('doldurulmalı', { exact: true }).waitFor();
    await panel.picture('identity incomplete');
  });

  test('who leaves what he has typed is asked first', async () => {
    const { page } = panel;
    await panel.open('/settings/store');
    const buffer = part('Stok').getByLabel('Pazaryerine gösterilmeyen adet');
    await buffer.fill('41');
    const home = page.getByRole('link', { name: 'Ana sayfa' }).first();
    await home.click();
    await dialog().getByText('yazdığınız değişiklikler kaybolur').waitFor();
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await buffer.inputValue()).toBe('41');
    await home.click();
    await dialog().getByRole('button', { name: 'Ayrıl' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    // Nothing holds back who has typed nothing.
    await page.getByRole('link', { name: 'Ürünler' }).first().click();
    await page.getByRole('heading', { name: 'Ürünler', exact: true }).waitFor();
  });
});
