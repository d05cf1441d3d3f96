// tier: all
import { readFileSync } from 'node:fs';
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CardShop, cardShop, PRICE } from '../order/card';
import { returnsIn } from '../order/returns';
import { orderOf } from '../order/session';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { attended, cellsOf, desktop, type Panel, phone, signedIn } from './browser';
import { openedPdf } from './opened-pdf';

describe('the pages of orders and returns', () => {
  let shop: CardShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  let productId: string;
  beforeAll(async () => {
    shop = await cardShop();
    const { world } = shop;
    worker = await startTestWorker(world);
    api = await startApi(world.platform, world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, world);
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: PRICE, stock: 500 }));
  });
  attended(() => [panel, api, worker, shop]);

  const part = (name: string) => panel.page.getByRole('region', { name });
  const dialog = () => panel.page.getByRole('dialog');
  /** What a button does, and with how much where it is of money. */
  const withAmount = (name: string) => new RegExp(`^${name}(: [\\d.,]+\\sTL)?$`);
  const offered = (name: string) => panel.page.getByRole('main').getByRole('button', { name: withAmount(name) });
  const placed = (method: 'cod' | 'transfer', quantity = 2) =>
    orderOf(shop.world, [{ productId, quantity }], { terms: { method } });
  const confirmed = async (name: string): Promise<void> => {
    await dialog()
      .getByRole('button', { name: withAmount(name) })
      .click();
    await dialog().waitFor({ state: 'detached' });
  };

  /** For eyes, and for what is wider than a phone. */
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    await panel.picture(`${name} 1280`);
    await page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await page.setViewportSize(desktop);
  };

  test('orders are found by what they are and by their buyer, and the address keeps it', async () => {
    const { page } = panel;
    const cod = await placed('cod');
    const transfer = await placed('transfer');
    await panel.open('/orders');
    const row = page.getByRole('row', { name: `${cod.number} 2 parça` });
    await row.waitFor();
    expect((await cellsOf(row)).slice(0, 5)).toEqual([
      `${cod.number} 2 parça`,
      'Ayşe Yılmaz',
      '200,00 TL',
      'KAPIDA ÖDENECEK',
      'HAZIRLANACAK',
    ]);
    await onBoth('orders');
    await page.getByRole('combobox', { name: 'Ödeme durumu' }).click();
    await page.getByRole('option', { name: 'Havale bekleniyor' }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByLabel('Ara').fill('YILMAZ');
    // What is typed is looked for a moment later.
    await page.waitForURL(/text=YILMAZ/);
    await page.getByRole('link', { name: transfer.number, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Sipariş ${transfer.number}` }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('Ara').inputValue()).toBe('YILMAZ');
    await page.getByLabel('Ara').fill('yok böyle biri');
    await page.getByText('Bu filtreye uyan sipariş yok.').waitFor();
    await shop.world.done('order.ship', { orderId: cod.id, carrier: 'yurtici' });
    await panel.open('/orders?carrier=yurtici');
    await row.waitFor();
    expect(await page.getByRole('link', { name: transfer.number, exact: true }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Kargo firması' }).click();
    await page.getByRole('option', { name: 'Aras Kargo' }).click();
    await page.waitForURL(/carrier=aras/);
    await page.getByText('Bu filtreye uyan sipariş yok.').waitFor();
  });

  test('the orders of the list are saved as a table for the accountant', async () => {
    const { page } = panel;
    const cod = await placed('cod');
    const transfer = await placed('transfer');
    await panel.open('/orders?payment=awaiting_transfer');
    await page.getByRole('link', { name: transfer.number, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dışa aktar' }).click();
    await page.getByRole('menuitem', { name: /kimlik numaralarıyla/ }).waitFor();
    await onBoth('orders export');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^Muhasebe.*CSV/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^siparisler-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeffSipariş no;/);
    const line = text.split('\r\n').find((each) => each.startsWith(`${transfer.number};`));
    expect(line).toMatch(/;Ayşe Yılmaz;.*;200,00;.*;havale bekleniyor;hazırlanacak$/);
    expect(text).not.toContain(`\n${cod.number};`);
  });

  test('the slip and the label of an order are shown as PDF', async () => {
    const { page } = panel;
    const { id } = await placed('cod');
    await panel.open(`/orders/${id}`);
    for (const name of ['Paket fişi', 'Adres etiketi']) {
      await offered('Yazdır').click();
      await page.getByRole('menuitem', { name }).waitFor();
      await onBoth(`print: ${name}`);
      const begin = await openedPdf(panel, () => page.getByRole('menuitem', { name }).click());
      expect(begin).toBe('%PDF-');
    }
  });

  test('an order is shipped in parts, followed by hand and its cash collected', async () => {
    const { page } = panel;
    const { id } = await placed('cod');
    await panel.open(`/orders/${id}`);
    await offered('Kargola').waitFor();
    // Cash on delivery comes with goods that were shipped, and none has come that could go back.
    for (const name of ['Tahsil edildi', 'Para iadesi', 'Havaleyi onayla'])
      expect([name, await offered(name).count()]).toEqual([name, 0]);
    await offered('Kargola').click();
    await dialog().getByRole('combobox', { name: 'Kargo firması' }).fill('Yurt');
    await page.getByRole('option', { name: 'Yurtiçi Kargo' }).click();
    await dialog().getByLabel('Takip no').fill('109876543210');
    await dialog().getByLabel('Fincan').fill('1');
    await onBoth('ship');
    await confirmed('Kargola');
    const parcel = page.getByRole('listitem', { name: 'Yurtiçi Kargo 109876543210' });
    await parcel.getByRole('link', { name: '109876543210' }).waitFor();
    expect(await shop.order(id)).toMatchObject({
      fulfilment: 'partially_fulfilled',
      shipments: [
        { carrier: 'yurtici', trackingNumber: '109876543210', pieces: [{ quantity: 1 }], state: 'in_transit' },
      ],
    });
    await offered('Kargola').click();
    await dialog().getByRole('combobox', { name: 'Kargo firması' }).fill('Aras');
    await page.getByRole('option', { name: 'Aras Kargo' }).click();
    await confirmed('Kargola');
    await offered('Kargola').waitFor({ state: 'detached' });
    await parcel.getByRole('button', { name: 'Durumu kaydet' }).click();
    await dialog().getByRole('combobox', { name: 'Kargo durumu' }).click();
    await page.getByRole('option', { name: 'Teslim edildi' }).click();
    await confirmed('Kaydet');
    await offered('Tahsil edildi').click();
    await dialog().getByText('200,00 TL elinize geçti olarak kaydedilir.').waitFor();
    await confirmed('Evet, tahsil edildi');
    await offered('Tahsil edildi').waitFor({ state: 'detached' });
    expect(await shop.order(id)).toMatchObject({ payment: 'paid', fulfilment: 'shipped', captured: 20_000 });
    await part('Neler oldu').getByText('Ödendi').waitFor();
    await onBoth('order');
  });

  test('the cash that is said to have come is what is recorded: nothing of what was lost', async () => {
    const { world } = shop;
    const { id } = await placed('cod');
    const { lines } = await shop.order(id);
    for (const state of ['delivered', 'lost']) {
      const pieces = [{ lineId: lines[0].id, quantity: 1 }];
      const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'aras', lines: pieces });
      await world.done('order.shipment.track', { orderId: id, shipmentId, state });
    }
    await panel.open(`/orders/${id}`);
    await panel.page
      .getByRole('main')
      .getByRole('button', { name: /^Tahsil edildi: 100,00\sTL$/ })
      .click();
    await dialog().getByText('100,00 TL elinize geçti olarak kaydedilir.').waitFor();
    await confirmed('Evet, tahsil edildi');
    await offered('Tahsil edildi').waitFor({ state: 'detached' });
    expect(await shop.order(id)).toMatchObject({ payment: 'paid', total: 20_000, captured: 10_000 });
  });

  test('a parcel is cancelled, and what was in it may leave again', async () => {
    const { page } = panel;
    const { id } = await placed('cod');
    await shop.world.done('order.ship', { orderId: id, carrier: 'aras' });
    await panel.open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Gönderiyi iptal et' }).click();
    await confirmed('Gönderiyi iptal et');
    await offered('Kargola').waitFor();
    expect(await shop.order(id)).toMatchObject({ fulfilment: 'unfulfilled', shipments: [{ state: 'cancelled' }] });
  });

  test('a transfer is confirmed, and its money given back by hand once somebody says that it was', async () => {
    const { page } = panel;
    const { id } = await placed('transfer');
    await panel.open(`/orders/${id}`);
    await offered('Havaleyi onayla').click();
    await confirmed('Evet, geldi');
    await offered('Para iadesi').click();
    await dialog().getByText('Tutar', { exact: true }).click();
    await dialog().getByRole('textbox', { name: 'Tutar' }).fill('12,5');
    await dialog().getByLabel('Gerekçe').fill('Kutusu ezik');
    await confirmed('Ayır');
    const refund = page.getByRole('listitem', { name: /^Para iadesi: 12,50/ });
    await refund.getByText('İstendi').waitFor();
    expect(await shop.order(id)).toMatchObject({ refundReserved: 1_250, refunded: 0 });
    await onBoth('refund');
    await refund.getByRole('button', { name: 'Para verildi' }).click();
    await dialog().getByLabel('Dekont veya işlem no').fill('FT1');
    await confirmed('Evet, verildi');
    await refund.getByText('İade edildi').waitFor();
    expect(await shop.order(id)).toMatchObject({
      refundReserved: 0,
      refunded: 1_250,
      refunds: [{ amount: 1_250, method: 'manual', reason: 'Kutusu ezik', reference: 'FT1', state: 'succeeded' }],
    });
  });

  test('money that came too late is recorded, waits on the home page, and is given back by hand', async () => {
    const { page } = panel;
    const { id, number } = await placed('transfer');
    await shop.world.done('order.cancel', { orderId: id, reason: 'unpaid' });
    await panel.open(`/orders/${id}`);
    await offered('Gelen havaleyi kaydet').click();
    await onBoth('came late');
    await confirmed('Evet, geldi');
    expect(await shop.order(id)).toMatchObject({ payment: 'cancelled', captured: 20_000, refunded: 0 });
    await panel.open();
    await onBoth('money to give back');
    await part('Sizi bekleyenler')
      .getByRole('link', { name: '1 siparişin para iadesini sizin göndermeniz bekleniyor' })
      .click();
    await page.getByRole('heading', { level: 1, name: `Sipariş ${number}` }).waitFor();
    await offered('Para iadesi').click();
    await dialog().getByLabel('Gerekçe').fill('İptalden sonra geldi');
    await confirmed('Ayır');
    await page.getByRole('listitem', { name: /^Para iadesi: 200,00/ }).waitFor();
    await page.getByRole('button', { name: 'Para verildi' }).click();
    await confirmed('Evet, verildi');
    await page.getByText('İade edildi').first().waitFor();
    await panel.open();
    // It is there when what waits is known.
    await part('Son 30 gün').waitFor();
    expect(await part('Sizi bekleyenler').getByText('sizin göndermeniz').count()).toBe(0);
  });

  test('the tracking number of a parcel is corrected', async () => {
    const { page } = panel;
    const { id } = await placed('cod');
    await shop.world.done('order.ship', { orderId: id, carrier: 'aras', trackingNumber: '111' });
    await panel.open(`/orders/${id}`);
    await page
      .getByRole('listitem', { name: 'Aras Kargo 111' })
      .getByRole('button', { name: 'Takip numarası' })
      .click();
    await dialog().getByLabel('Takip no').fill('222');
    await confirmed('Kaydet');
    await page.getByRole('listitem', { name: 'Aras Kargo 222' }).waitFor();
    expect(await shop.order(id)).toMatchObject({ shipments: [{ trackingNumber: '222', state: 'in_transit' }] });
  });

  test('pieces are refunded for the sum that the button says, and for nothing not at all', async () => {
    const { page } = panel;
    const { id } = await placed('transfer');
    await shop.world.done('order.transfer.confirm', { orderId: id });
    await panel.open(`/orders/${id}`);
    await offered('Para iadesi').click();
    await dialog().getByText('Ürünler', { exact: true }).click();
    const nothing = dialog().getByRole('button', { name: 'Ayır', exact: true });
    expect(await nothing.isDisabled()).toBe(true);
    await dialog().getByLabel('Fincan').fill('1');
    await dialog().getByLabel('Gerekçe').fill('Kırık çıktı');
    await dialog()
      .getByText(/Seçilenlerin tutarı: 100,00\sTL/)
      .waitFor();
    await onBoth('refund of pieces');
    await dialog()
      .getByRole('button', { name: /^Ayır: 100,00\sTL$/ })
      .click();
    await dialog().waitFor({ state: 'detached' });
    expect(await shop.order(id)).toMatchObject({ refundReserved: 10_000, refunds: [{ pieces: [{ units: [0] }] }] });
    // A refund that failed says why, in red.
    const refund = page.getByRole('listitem', { name: /^Para iadesi: 100,00/ });
    await refund.getByRole('button', { name: 'Verilmedi' }).click();
    await dialog().getByLabel('Yapılamama nedeni').fill('IBAN kapalı');
    await confirmed('Verilmedi olarak kaydet');
    await refund.getByText('Yapılamama nedeni: IBAN kapalı').waitFor();
    await part('Neler oldu')
      .getByText(/^100,00\sTL$/)
      .first()
      .waitFor();
    await onBoth('failed refund');
  });

  test('what never left comes back as never sent, and nobody is told to send it', async () => {
    const { page } = panel;
    const returns = returnsIn(shop.world);
    const { id } = await placed('transfer');
    await shop.world.done('order.transfer.confirm', { orderId: id });
    const { lines } = await shop.order(id);
    const ret = await returns.made(id, [{ lineId: lines[0].id, quantity: 2 }]);
    await panel.open(`/returns/${ret}`);
    await offered('Onayla').click();
    await dialog().getByText('Ürünler mağazadan hiç çıkmadı').waitFor();
    expect(await dialog().getByLabel('İade kargo firması').count()).toBe(0);
    await confirmed('Onayla ve bildir');
    await offered('Gönderilmeyeni kaydet').click();
    await onBoth('never sent');
    await confirmed('Kaydet');
    expect(await returns.read(ret)).toMatchObject({ state: 'received', receipts: [{ condition: 'unsent' }] });
    await page.getByRole('button', { name: /^Parasını ver: 200,00\sTL$/ }).click();
    await confirmed('Parasını ver');
    await page.getByText(/^200,00\sTL ayrıldı/).waitFor();
    // A refund covers it: there is nothing more to give.
    await offered('Parasını ver').waitFor({ state: 'detached' });
    const refund = part('Parası').getByRole('listitem');
    await refund.getByRole('button', { name: 'Para verildi' }).click();
    await confirmed('Evet, verildi');
    await panel.open(`/orders/${id}`);
    await page
      .getByText('Tamamı iade edildi')
      .or(page.getByText('Ödendi', { exact: true }))
      .first()
      .waitFor();
    expect(await page.getByText('Hazırlanacak', { exact: true }).count()).toBe(0);
    await onBoth('refunded in full');
  });

  test('money of a card goes back through its provider, and the page says when it has', async () => {
    const { page } = panel;
    const id = await shop.paid();
    await panel.open(`/orders/${id}`);
    await offered('Para iadesi').click();
    await dialog().getByLabel('Gerekçe').fill('Vazgeçti');
    await confirmed('İade et');
    await page
      .getByRole('listitem', { name: /^Para iadesi: 300,00/ })
      .getByText('İade edildi')
      .waitFor();
    expect(await shop.order(id)).toMatchObject({ refunded: PRICE * 3, refund: 'full' });
    expect(await shop.refundsAt()).toEqual([expect.objectContaining({ price: 300 })]);
    await offered('Para iadesi').waitFor({ state: 'detached' });
  });

  test('an order that nobody has paid is cancelled with a reason, and what somebody did meanwhile is told', async () => {
    const { page } = panel;
    const { id } = await placed('transfer');
    await panel.open(`/orders/${id}`);
    await offered('Siparişi iptal et').click();
    await shop.world.done('order.transfer.confirm', { orderId: id });
    await dialog().getByRole('combobox', { name: 'İptal gerekçesi' }).click();
    await page.getByRole('option', { name: 'Alıcı istedi' }).click();
    await dialog().getByRole('button', { name: 'İptal et', exact: true }).click();
    await dialog().getByRole('alert', { name: 'Kayıt, okunduğundan beri' }).waitFor();
    expect(await shop.order(id)).toMatchObject({ payment: 'paid' });
    const other = await placed('transfer');
    await panel.open(`/orders/${other.id}`);
    await offered('Siparişi iptal et').click();
    await dialog().getByRole('combobox', { name: 'İptal gerekçesi' }).click();
    await page.getByRole('option', { name: 'Alıcı istedi' }).click();
    await confirmed('İptal et');
    expect(await shop.order(other.id)).toMatchObject({ payment: 'cancelled', cancelReason: 'customer' });
    // Nothing of it is to be packed any more.
    await page.getByText('Hazırlanacak', { exact: true }).waitFor({ state: 'detached' });
    await offered('Siparişi iptal et').waitFor({ state: 'detached' });
  });

  test('a return goes from the queue to what is owed', async () => {
    const { page } = panel;
    const returns = returnsIn(shop.world);
    const order = await returns.arrived(productId, 2);
    await panel.open(`/orders/${order.id}`);
    await offered('İade aç').click();
    await dialog().getByRole('combobox', { name: 'İade türü' }).click();
    await page.getByRole('option', { name: 'Cayma hakkı' }).click();
    await dialog().getByLabel('Fincan').fill('1');
    await confirmed('Kaydet');
    const [{ id }] = (await shop.order(order.id)).returns;
    await panel.open('/returns');
    await page.getByRole('button', { name: 'İstendi (1)' }).click();
    await onBoth('returns');
    await page.getByRole('link', { name: `Sipariş ${order.number}` }).click();
    await offered('Onayla').click();
    await dialog().getByLabel('İade kargo firması').fill('Aras Kargo');
    await dialog().getByLabel('İade kodu').fill('4417290');
    await dialog().getByLabel('İade talimatı').fill('Kutusuyla gönderin.');
    await confirmed('Onayla ve bildir');
    expect(await returns.read(id)).toMatchObject({
      state: 'approved',
      instructions: { carrier: 'Aras Kargo', code: '4417290', text: 'Kutusuyla gönderin.' },
    });
    await offered('Geleni kaydet').click();
    await dialog().getByRole('combobox', { name: 'Ürünün durumu' }).click();
    await page.getByRole('option', { name: 'Hasarlı' }).click();
    await onBoth('receive');
    await confirmed('Kaydet');
    expect(await returns.read(id)).toMatchObject({ state: 'received', receipts: [{ condition: 'damaged' }] });
    await offered('Parasını ver').click();
    await confirmed('Parasını ver');
    const refund = part('Parası').getByRole('listitem');
    await refund.getByRole('button', { name: 'Para verildi' }).click();
    await confirmed('Evet, verildi');
    await eventually(async () => (await returns.read(id)).state === 'refunded');
    await offered('Parasını ver').waitFor({ state: 'detached' });
    await onBoth('return');
  });

  test('a claim is rejected with a reason that its buyer is told', async () => {
    const { page } = panel;
    const returns = returnsIn(shop.world);
    const order = await returns.arrived(productId, 1);
    const id = await returns.made(order.id, [{ lineId: order.lines[0].id, quantity: 1 }], { kind: 'claim' });
    await panel.open(`/returns/${id}`);
    await offered('Reddet').click();
    await dialog().getByLabel('Ret açıklaması').fill('Üründe ayıp bulunmadı.');
    await confirmed('Reddet ve bildir');
    await part('Gönderilen ret bildirimi').getByText('Üründe ayıp bulunmadı.').waitFor();
    expect(await returns.read(id)).toMatchObject({ state: 'rejected', rejection: { ground: 'unfounded' } });
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });

  test('a customer is forgotten once the word was typed, and the order says so', async () => {
    const { world } = shop;
    const { id } = await orderOf(world, [{ productId }], {
      buyerEmail: 'zeynep@example.com',
      buyerName: 'Zeynep Işık',
    });
    await world.done('order.note.add', { orderId: id, text: 'Kapıcıya bırakılsın.' });
    await panel.open(`/orders/${id}`);
    await part('Neler oldu').getByText('Kapıcıya bırakılsın.').waitFor();
    await offered('Müşteriyi anonimleştir').click();
    const yes = dialog().getByRole('button', { name: 'Anonimleştir', exact: true });
    expect(await yes.isDisabled()).toBe(true);
    await dialog().getByText('1 siparişi yasal süre boyunca saklanır.').waitFor();
    await dialog().getByText('1 siparişi sürüyor: alıcısına artık yazılamaz.').waitFor();
    await dialog().getByLabel('Onaylamak için “anonimleştir” yazın').fill('anonimleştir');
    await onBoth('anonymize');
    await confirmed('Anonimleştir');
    await part('Alıcı').getByText('Müşteri anonimleştirildi').waitFor();
    expect(await offered('Müşteriyi anonimleştir').count()).toBe(0);
    const order = await shop.order(id);
    expect(order.customer).toMatchObject({ anonymizedAt: expect.any(String), identityAttached: false });
    expect(JSON.stringify(order.timeline)).not.toContain('Kapıcıya');
  });
});
