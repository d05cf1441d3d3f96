// tier: all
import { newId } from '../../src/kernel/ids';
import { keepPayment } from '../order/card';
import { returnsIn } from '../order/returns';
import { orderOf } from '../order/session';
import { newReference } from '../provider/payments';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

const urgencies = ['red', 'orange', 'blue', 'gray'];

describe('what waits today', () => {
  let site: Site;
  let panel: Panel;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 10_000, stock: 500 }));
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, site]);

  const part = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const waits = (name: string | RegExp) => part('Sizi bekleyenler').getByRole('link', { name });
  const named = (what: string) => part('Sizi bekleyenler').getByRole('group', { name: what }).getByRole('link');
  const transfer = async (quantity = 1) => {
    const order = await orderOf(site.world, [{ productId, quantity }], { terms: { method: 'transfer' } });
    await site.world.done('order.transfer.confirm', { orderId: order.id });
    return order;
  };

  /** For eyes, and for what is wider than a phone. */
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(desktop);
      await panel.picture(`${name} ${theme} 1280`);
      await page.setViewportSize(phone);
      expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
      await panel.picture(`${name} ${theme} 390`);
    }
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  test('is said by what it is, and each of it leads to the very order', async () => {
    const { world } = site;
    const { page } = panel;
    const whole = await transfer();
    const half = await transfer(2);
    const { lines } = await world.read('orders.get', { params: { ord: half.id } });
    const pieces = [{ lineId: lines[0].id, quantity: 1 }];
    await world.done('order.ship', { orderId: half.id, carrier: 'aras', lines: pieces });
    const sent = await transfer();
    const { id: shipmentId } = await world.done('order.ship', { orderId: sent.id, carrier: 'aras' });
    await world.done('order.shipment.track', { orderId: sent.id, shipmentId, state: 'lost' });
    const { id: refundId } = await world.done('order.refund.request', {
      ...{ orderId: sent.id, reason: 'Kayıp', amount: 100 },
    });
    await world.done('order.refund.record', { refundId, outcome: 'failed' });
    const returns = returnsIn(world);
    const back = await returns.arrived(productId, 2);
    const returnId = await returns.approved(back.id, [{ lineId: back.lines[0].id, quantity: 2 }]);
    await returns.receive(returnId, [{ lineId: back.lines[0].id, quantity: 1, condition: 'saleable' }]);
    await panel.open();
    // What was lost may be sent again.
    const toShip = '3 ödenmiş siparişin gönderilecek ürünü var';
    await waits(toShip).waitFor();
    expect(await named(toShip).allInnerTexts()).toEqual([sent.number, half.number, whole.number]);
    await waits('1 siparişin gönderisi kayboldu ya da geri döndü').waitFor();
    await waits(/^1 iadenin parası verilecek, en yakın son gün \d+ \S+ \d{4}$/).waitFor();
    await onBoth('today');
    await waits('1 siparişin para iadesi yapılamadı').click();
    await page.getByRole('heading', { level: 1, name: `Sipariş ${sent.number}` }).waitFor();
    await page.goBack();
    await named(toShip).nth(1).click();
    await page.getByRole('heading', { level: 1, name: `Sipariş ${half.number}` }).waitFor();
    await page.goBack();
    await waits(/iadenin parası/).click();
    await page.getByRole('heading', { level: 1, name: `İade: sipariş ${back.number}` }).waitFor();
  });

  test('stands beside what was sold on each of the last thirty days, to be seen and to be read', async () => {
    const { items } = await site.world.read('orders.list', { query: { limit: 100 } });
    await panel.open();
    const days = part('Son 30 gün');
    await days.getByRole('img', { name: new RegExp(`^Sipariş, son 30 gün: toplam ${items.length},`) }).waitFor();
    await days.getByText('Tablo olarak göster').click();
    const row = days.getByRole('row').nth(1);
    expect(await days.getByRole('row').count()).toBe(31);
    const total = items.reduce((sum: number, { total }: { total: number }) => sum + total, 0) / 100;
    const lira = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2 }).format(total);
    await row.getByRole('cell', { name: `${lira} TL` }).waitFor();
    await row.getByRole('cell', { name: String(items.length), exact: true }).waitFor();
  });

  test('stands beside an equal part of yesterday, in words, and a yesterday of nothing says so', async () => {
    const { world } = site;
    await panel.open();
    await part('Bugün').getByText('Dün bu saate kadar sipariş yoktu').first().waitFor();
    // Three stay today, whatever was placed before.
    for (let nth = 0; nth < 3; nth += 1) await transfer();
    const [shown, second] = [await transfer(), await transfer()];
    const dayBefore = (id: string) =>
      world.sql(`UPDATE store_order SET placed_at = now() - interval '1 day' WHERE id = '${id}'`);
    await dayBefore(shown.id);
    await dayBefore(second.id);
    const read = async () => (await site.call('GET', '/v1/account/today', { session: await site.session() })).body;
    const said = async () => {
      await panel.open();
      return (
        (await part('Bugün')
          .getByText(/^Dün bu saate kadar/)
          .last()
          .textContent()) ?? ''
      ).replaceAll('\u00a0', ' ');
    };
    const { days, yesterdayUntilNow } = await read();
    expect(yesterdayUntilNow.orders).toBe(2);
    const more = days.at(-1).orders - 2;
    expect(more).toBeGreaterThan(0);
    expect(await said()).toBe(`Dün bu saate kadar 2: bugün ${more} fazla (+%${more * 50})`);
    await onBoth('against yesterday');
    // All of today but two and one: an equal day, and a lesser one.
    const { items } = await world.read('orders.list', { query: { limit: 100 } });
    const paid: string[] = items
      .filter(
        ({ id, payment }: { id: string; payment: string }) => payment === 'paid' && ![shown.id, second.id].includes(id),
      )
      .map(({ id }: { id: string }) => id);
    const older = async (ids: readonly string[]) => {
      for (const id of ids)
        await world.sql(`UPDATE store_order SET placed_at = placed_at - interval '5 days' WHERE id = '${id}'`);
    };
    await older(paid.slice(0, (await read()).days.at(-1).orders - 2));
    expect(await said()).toBe('Dün bu saate kadar da 2');
    await older([paid.at(-1) as string]);
    expect(await said()).toBe('Dün bu saate kadar 2: bugün 1 az (-%50)');
  });

  test('is behind the bell of every page, urgent things first, and its number stays', async () => {
    const { page } = panel;
    await panel.open('/coupons');
    // Nothing was counted yet on this page, and nothing is asked for it.
    await page.getByRole('button', { name: 'Sizi bekleyenler', exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Sizi bekleyenler' });
    const rows = list.locator('.row-link');
    await rows.first().waitFor();
    const colours = await rows.evaluateAll((all) =>
      all.map((each) => /-(red|orange|blue|gray)-/.exec(each.innerHTML)?.[1] ?? ''),
    );
    expect(colours).toEqual(colours.toSorted((one, other) => urgencies.indexOf(one) - urgencies.indexOf(other)));
    expect(new Set(colours).size).toBeGreaterThan(1);
    const bell = page.getByRole('button', { name: `Sizi bekleyenler: ${colours.length}`, exact: true });
    expect(await new Looks(panel, site.url).violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.setViewportSize(phone);
    expect(await new Looks(panel, site.url).beyond()).toEqual([]);
    await bell.click();
    await rows.first().waitFor();
    await panel.picture('bell 390');
    await page.setViewportSize(desktop);
    await panel.picture('bell 1280');
    const first = await rows.first().innerText();
    await rows.first().click();
    await list.waitFor({ state: 'hidden' });
    expect([first, new URL(page.url()).pathname]).not.toEqual([first, '/panel/coupons']);
    await bell.waitFor();
  });

  test('leads to money that pays for no order, and to what is to be done with it', async () => {
    const reference = newReference();
    await keepPayment(site.world, {
      ...{
        sessionId: newId('chs'),
        extension: 'iyzico',
        reference,
        state: 'not_returned',
        amount: 12_345,
        test: false,
      },
      ...{ providerId: '28437265', paidAmount: 12_900, instalments: 3, review: null, capturedAt: null },
    });
    await panel.open();
    await waits('Hiçbir siparişe ait olmayan ve iade edilememiş 1 kart ödemesi var').click();
    await panel.page.getByRole('heading', { level: 1, name: 'Siparişsiz ödemeler' }).waitFor();
    const payment = panel.page.getByRole('listitem', { name: /129,00 TL$/ });
    await payment.getByText('İade edilemedi').waitFor();
    await payment.getByText('28437265').waitFor();
    await payment.getByRole('button', { name: /^Kopyala: Bizdeki/ }).waitFor();
    await onBoth('payments');
  });

  test('leads to an order whose payment is looked at', async () => {
    const { id, number } = await transfer();
    await site.world.sql(`UPDATE store_order SET review = 'pending' WHERE id = '${id}'`);
    await panel.open();
    await onBoth('under review');
    await waits('1 siparişin ödemesi inceleniyor ya da güvenilmedi; bunlardan hiçbir şey gönderilmiyor').click();
    await panel.page.getByRole('heading', { level: 1, name: `Sipariş ${number}` }).waitFor();
    await site.world.sql(`UPDATE store_order SET review = 'passed' WHERE id = '${id}'`);
  });

  test('names an extension that decides no more, whose card does not say that all is well', async () => {
    const { world } = site;
    const as = { as: world.owner };
    const extension = 'cash-rules';
    await world.done('extension.install', { extension }, as);
    await world.done('extension.configure', { extension, config: {} }, as);
    await world.done('extension.enable', { extension }, as);
    await world.done('extension.hook.deactivate', { extension, active: false }, as);
    await panel.open();
    await waits(/ödeme adımında durduruldu$/).click();
    await panel.page.getByRole('heading', { level: 1, name: 'Eklentiler' }).waitFor();
    await panel.page.getByText('durduruldu', { exact: true }).waitFor();
    await onBoth('hooks off');
  });

  test('is told at an address that its owner copies', async () => {
    const { world } = site;
    await world.done('extension.install', { extension: 'iyzico' }, { as: world.owner });
    await panel.open('/connect/iyzico');
    const { items } = (await site.call('GET', '/v1/account/webhooks/addresses', { session: await site.session() }))
      .body;
    const { url } = items.find(({ extension }: { extension: string }) => extension === 'iyzico');
    await part('Bildirim adresi').getByText(url).waitFor();
    await part('Bildirim adresi').getByRole('button', { name: 'Kopyala: Bildirim adresi' }).waitFor();
    await onBoth('address');
    await world.done('extension.install', { extension: 'geliver' }, { as: world.owner });
    await panel.open('/connect/geliver');
    await part('Bildirim adresi').getByText('Webhook sırrı girilmedi', { exact: false }).waitFor();
    const secret = { extension: 'geliver', key: 'webhookSecret', value: 'arkasındaki-sır' };
    await world.done('secret.set', secret, { as: world.owner });
    await panel.open('/connect/geliver');
    await part('Bildirim adresi').getByText('adresin sonuna “/” ve', { exact: false }).waitFor();
  });
});
