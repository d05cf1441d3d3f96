// tier: all
import { newId, newUlid } from '../../src/kernel/ids';
import { keepPayment } from '../order/card';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { stray, told } from './providers';

describe('what is left to the shop by its providers', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    await site.world.done('extension.install', { extension: 'iyzico' }, { as: site.world.owner });
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  const main = () => panel.page.getByRole('main');
  const dialog = () => panel.page.getByRole('dialog');
  const part = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
  /** Answers what is asked, and waits until it is done. */
  const answer = async (yes: string): Promise<void> => {
    await dialog().getByRole('button', { name: yes }).click();
    await dialog().waitFor({ state: 'detached' });
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

  test('a payment that nobody knows of is closed by what was found, with a note, and waits no more', async () => {
    const { page } = panel;
    await keepPayment(site.world, stray('unknown', { amount: 12_345 }));
    await keepPayment(
      site.world,
      stray('not_returned', { amount: 54_321, providerId: '28437265', capturedAt: new Date().toISOString() }),
    );
    await panel.open('/payments');
    const unknown = page.getByRole('listitem', { name: 'iyzico 123,45 TL' });
    const stuck = page.getByRole('listitem', { name: 'iyzico 543,21 TL' });
    await unknown.getByText('Sonucu bilinmiyor').waitFor();
    await onBoth('payments open');
    // The provider has said that there was money.
    await stuck.waitFor();
    expect(await stuck.getByRole('button', { name: 'Para çekilmemiş' }).count()).toBe(0);
    await unknown.getByRole('button', { name: 'Para çekilmemiş' }).click();
    const yes = dialog().getByRole('button', { name: 'Evet, çekilmemiş' });
    expect(await yes.isDisabled()).toBe(true);
    await dialog().getByLabel('Açıklama').fill(' iyzico panelinde yok ');
    await onBoth('payment is closed');
    await answer('Evet, çekilmemiş');
    await unknown.getByText('iyzico panelinde yok').waitFor();
    await stuck.getByRole('button', { name: 'Elle iade edildi' }).click();
    await dialog().getByLabel('Açıklama').fill('Panelden iade ettim');
    await answer('Evet, iade edildi');
    await stuck.getByText('Panelden iade ettim').waitFor();
    expect(await stuck.getByRole('button', { name: /iade edildi|çekilmemiş/ }).count()).toBe(0);
    await onBoth('payments closed');
    // It was a mistake.
    await unknown.getByRole('button', { name: 'Elle iade edildi' }).click();
    await dialog().getByLabel('Açıklama').fill('Başka numarayla bulundu');
    await answer('Evet, iade edildi');
    await unknown.getByText('Başka numarayla bulundu').waitFor();
    await unknown.getByRole('button', { name: 'Para çekilmemiş' }).waitFor();
    await panel.open();
    await part('Sizi bekleyenler').waitFor();
    expect(await page.getByText(/kart ödemesi var/).count()).toBe(0);
    await panel.open('/audit');
    await main().getByText('Siparişsiz ödemeyi kapat').first().waitFor();
    await onBoth('payment in the history');
  });

  test('whoever knows better than the provider says what became of its review, on the page of the order', async () => {
    const { world } = site;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 10_000, stock: 50 });
    const order = await orderOf(world, [{ productId, quantity: 1 }], { terms: { method: 'transfer' } });
    await world.done('order.transfer.confirm', { orderId: order.id });
    await site.rows(
      `INSERT INTO payment (store_id, id, session_id, order_id, extension, reference, provider_id, state, amount, paid_amount,
         review, test, captured_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'iyzico', $5, '28437266', 'captured', 10000, 10000, 'pending', false, now(), now(), now())`,
      [world.storeId, newId('pay'), newId('chs'), order.id, newUlid()],
    );
    await site.rows(`UPDATE store_order SET review = 'pending' WHERE id = $1`, [order.id]);
    await panel.open(`/orders/${order.id}`);
    await part('Ödeme').getByText('Sağlayıcı bu ödemeyi inceliyor').waitFor();
    expect(await main().getByRole('button', { name: 'Kargola' }).count()).toBe(0);
    await onBoth('review pending');
    await press('Güvenilmedi');
    await answer('Güvenilmedi olarak kaydet');
    await part('Ödeme').getByText('Sağlayıcı bu ödemeye güvenmedi').waitFor();
    expect(await main().getByRole('button', { name: 'Güvenilmedi', exact: true }).count()).toBe(0);
    await onBoth('review rejected');
    await press('Sorun yok');
    await answer('Evet, güveniliyor');
    await main().getByRole('button', { name: 'Kargola' }).waitFor();
    expect(await main().getByRole('button', { name: 'Sorun yok', exact: true }).count()).toBe(0);
  });

  test('what providers have told is listed with what became of it, newest first, by pages', async () => {
    const { page } = panel;
    await panel.open('/settings/extensions');
    await main().getByRole('link', { name: 'Sağlayıcı bildirimleri' }).click();
    await page.getByText('Henüz bildirim yok.').waitFor();
    for (let count = 0; count < 48; count += 1) await told(site, 'handled');
    for (const state of ['failed', 'ignored', 'kept', 'handled'] as const) await told(site, state);
    await panel.open('/settings/extensions/webhooks');
    const rows = page.getByRole('listitem', { name: 'iyzico' });
    await rows.first().waitFor();
    const words = ['İşlendi', 'Sırada', 'Bu mağazayla ilgili değil', 'İşlenemedi'];
    for (const [place, word] of words.entries()) await rows.nth(place).getByText(word, { exact: true }).waitFor();
    await rows.nth(3).getByText('iyzico aynısını yeniden gönderirse yeniden denenir', { exact: false }).waitFor();
    await rows.nth(3).getByText('The payment provider cannot be reached.').waitFor();
    expect(await rows.count()).toBe(50);
    await onBoth('webhooks');
    await page.getByRole('button', { name: 'Daha fazla göster' }).click();
    await rows.nth(51).waitFor();
    await main().getByRole('link', { name: 'Eklentiler' }).click();
    await page.getByRole('heading', { level: 1, name: 'Eklentiler' }).waitFor();
    await onBoth('extensions');
  });
});
