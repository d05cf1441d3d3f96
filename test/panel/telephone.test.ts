// tier: all
import { lastPayment, whileDriven } from '../storefront/cards';
import type { Site } from '../surfaces/site';
import { attended, desktop, laptop, type Panel, phone } from './browser';
import { type Effort, measureEffort } from './effort';
import { Looks } from './looks';
import { openTelephoneDesk, type TelephoneDesk, telephoneActs } from './telephone-desk';

/** Clicks that a whole order takes; the rest is typed, and passed by the tab key. */
const CLICKS_MAX = 9;

describe('telephone orders in the panel', () => {
  let desk: TelephoneDesk;
  let site: Site;
  let panel: Panel;
  let effort: Effort;
  let acts: ReturnType<typeof telephoneActs>;
  beforeAll(async () => {
    desk = await openTelephoneDesk({ SMTP_URL: 'smtp://mail.example' });
    ({ site, panel } = desk);
    acts = telephoneActs(panel);
    effort = await measureEffort(panel.page);
  });
  attended(() => [panel, desk?.shops, ...(desk?.rest ?? [])]);

  const page = () => panel.page;
  const heading = (name: string) => acts.heading(name);
  const button = (name: string | RegExp) => acts.button(name);
  const field = (name: string) => acts.field(name);
  const add = (text: string, name: string) => acts.add(text, name);
  const fillIn = (email: string) => acts.fillIn(email);
  const placed = () => acts.placed();
  const stockOf = async () => (await site.world.read('catalog.products.get', { params: { prd: desk.potId } })).stock;

  async function looksGood(what: string): Promise<void> {
    const looks = new Looks(panel, '');
    await looks.loaded();
    for (const size of [desktop, laptop, phone]) {
      await page().setViewportSize(size);
      expect([size.width, await panel.contentWidth()]).toEqual([size.width, size.width]);
      await looks.faded();
      await panel.picture(`telephone-${what} ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await page().setViewportSize(desktop);
  }

  /** Opens the page from the list of orders, as somebody whose telephone rings. */
  async function begin(): Promise<void> {
    await panel.open('/orders');
    effort.begin();
    await page().getByRole('link', { name: 'Telefon siparişi', exact: true }).last().click();
    await heading('Telefon siparişi').waitFor();
  }

  test('is paid on delivery: made at once, with its documents, in few clicks', async () => {
    const before = await stockOf();
    await begin();
    await looksGood('empty');
    await add('cezve', 'Bakır Cezve');
    await add('8690000000012', 'Filtre Kahve · 250 g');
    const quantity = page().getByLabel('Bakır Cezve: adet');
    await quantity.fill('2');
    await quantity.press('Enter');
    await page().getByText('1.229,00').first().waitFor();
    await fillIn('ayse@example.com');
    await page().getByRole('radio', { name: 'Kapıda ödeme' }).click();
    await page().getByText('Kapıda ödeme bedeli').waitFor();
    await looksGood('filled');
    await button(/^Siparişi ver/).click();
    // Nothing is placed before the buyer was told what the law wants.
    expect(page().url()).toContain('/orders/telephone');
    await page()
      .getByRole('checkbox', { name: /cayma hakkını söyledim/ })
      .click();
    await button('Ön bilgilendirme formunu göster').click();
    await page().frameLocator('iframe[title="Ön bilgilendirme formu"]').getByText('Cayma hakkı').first().waitFor();
    await page().keyboard.press('Escape');
    await button(/^Siparişi ver: .*1\.258,90/).click();
    const order = await site.world.read('orders.get', { params: { ord: await placed() } });
    expect(order).toMatchObject({
      payment: 'pending_cod',
      total: 125_890,
      buyerPhone: '+905321234567',
      shippingAddress: { district: 'Kadıköy', province: 'İstanbul' },
    });
    expect(await stockOf()).toBe(before - 2);
    // Two of these clicks were to look at the form, and to try without the word.
    effort.end('a telephone order, paid at the door', CLICKS_MAX + 2);
    await page().getByText('telefonda alındı').waitFor();
  });

  test('is paid by transfer, of a buyer without an e-mail, by the keyboard alone up to the last button', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    effort.begin();
    await page().keyboard.press('g');
    await page().keyboard.press('f');
    await heading('Telefon siparişi').waitFor();
    await add('cezve', 'Bakır Cezve');
    await fillIn('');
    await page().getByRole('radio', { name: 'Havale veya EFT' }).click();
    await page()
      .getByRole('checkbox', { name: /cayma hakkını söyledim/ })
      .click();
    await button(/^Siparişi ver: /).click();
    const order = await site.world.read('orders.get', { params: { ord: await placed() } });
    expect(order).toMatchObject({ payment: 'awaiting_transfer', buyerEmail: null });
    await page().getByText('Alıcının e-postası yok').waitFor();
    effort.end('a telephone order, by transfer', CLICKS_MAX);
  });

  test('tells what is gone, and lets it be taken out', async () => {
    await begin();
    await add('filtre', 'Filtre Kahve · 1 kg');
    const quantity = page().getByLabel('Filtre Kahve · 1 kg: adet');
    await quantity.fill('3');
    await quantity.press('Enter');
    await page().getByText('Stokta bu kadar yok.').waitFor();
    await looksGood('short');
    await button('Filtre Kahve · 1 kg: çıkar').click();
    await page().getByText('Sepet boş. Yukarıdan ürün ekleyin.').waitFor();
  });

  test('is paid by a link: found by the search, sent anew, accepted and paid in the shop', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    effort.begin();
    await page().keyboard.press('Control+k');
    await page().getByRole('dialog').getByRole('textbox').fill('telefonla sip');
    await page().getByText('Telefonla sipariş al').waitFor();
    await page().keyboard.press('Enter');
    await heading('Telefon siparişi').waitFor();
    await add('cezve', 'Bakır Cezve');
    await fillIn('ayse@example.com');
    await page().getByRole('radio', { name: 'Kartla, bağlantıdan' }).click();
    await button(/^Ödeme bağlantısı gönder: /).click();
    await page().getByText('Ödeme bağlantısı gönderildi').waitFor();
    effort.end('a telephone order, by a link to pay', CLICKS_MAX);
    await looksGood('sent');
    const url = await page()
      .getByText(/^http.*\/odeme\/baglanti\//)
      .first()
      .textContent();
    await button('Ayşe Yılmaz: Yeniden gönder').click();
    await page().getByText('Bağlantı yeniden gönderildi.').waitFor();
    const mails = await site.world.read('account.mails');
    expect(
      mails.items.filter(({ subject }: { subject: string }) => subject.endsWith('siparişinizin ödemesi')),
    ).toHaveLength(2);

    const context = await page().context().browser()?.newContext({ locale: 'tr-TR', javaScriptEnabled: false });
    const buyer = await (context as NonNullable<typeof context>).newPage();
    buyer.setDefaultTimeout(20_000);
    await buyer.goto(url as string);
    await buyer.getByText('Bakır Cezve').first().waitFor();
    for (const gone of ['Sepeti düzenle', 'Kupon kodu']) expect(await buyer.getByText(gone).count()).toBe(0);
    const folder = process.env.PANEL_PICTURES;
    if (folder) await buyer.screenshot({ path: `${folder}/telephone-link.png`, fullPage: true });
    await buyer.getByRole('link', { name: 'Ön bilgilendirme formu' }).click();
    await buyer.getByText('Mesafeli Sözleşmeler Yönetmeliği').first().waitFor();
    await buyer.goBack();
    await buyer.getByRole('checkbox').check();
    await buyer.getByRole('button', { name: 'Siparişi ödeme yükümlülüğüyle onayla' }).click();
    await buyer.getByLabel('Kart numarası').waitFor();
    await whileDriven(site.world, await lastPayment(site.world), async () => {
      await buyer.getByRole('button', { name: 'Devam' }).click();
      await buyer.getByRole('button', { name: 'Devam' }).click();
      await buyer.getByText('Sipariş numaranız').waitFor();
    });
    await buyer.goto(url as string);
    await buyer.getByText('Sipariş numaranız').waitFor();
    await context?.close();
    await page().getByRole('link', { name: 'Siparişi göster' }).click();
    await placed();
    await page().getByText('telefonda alındı').waitFor();
  });

  test('has its link cancelled, and then nobody pays by it', async () => {
    await begin();
    await add('cezve', 'Bakır Cezve');
    await fillIn('mehmet@example.com');
    await field('Ad soyad').fill('Mehmet Öztürk');
    await page().getByRole('radio', { name: 'Kartla, bağlantıdan' }).click();
    await button(/^Ödeme bağlantısı gönder: /).click();
    await page().getByText('Ödeme bağlantısı gönderildi').waitFor();
    const url = await page()
      .getByText(/^http.*\/odeme\/baglanti\//)
      .first()
      .textContent();
    // The price rises, and somebody looks: whoever pays is told all the same, before any card.
    const linkPath = new URL(url as string).pathname;
    expect((await desk.shops.get(linkPath)).text).not.toContain('Tutar değişti');
    await site.world.done('catalog.price.set', { targetId: desk.potId, price: 60_000 });
    await desk.shops.get(linkPath);
    const told = (await desk.shops.get(linkPath)).text;
    expect(told).toMatch(/Tutar değişti: bağlantı gönderildiğinde [\d.,]+\sTL idi, şimdi [\d.,]+\sTL/);
    await button('Mehmet Öztürk: İptal et').click();
    await page().getByRole('dialog').getByRole('button', { name: 'İptal et' }).click();
    await page().locator('.rows tbody tr', { hasText: 'Mehmet Öztürk' }).getByText('İptal edildi').waitFor();
    const { pathname } = new URL(url as string);
    const over = await desk.shops.get(pathname);
    expect([over.status, over.text.includes('bağlantısının süresi doldu')]).toEqual([404, true]);
    const invented = await desk.shops.get(`/odeme/baglanti/chs_01JF00000000000000000000AA`);
    expect(invented.status).toBe(404);
  });
});
