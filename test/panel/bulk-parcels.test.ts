// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CargoShop, cargoShop } from '../order/parcels';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { type Effort, measureEffort } from './effort';
import { openedPdf } from './opened-pdf';

const MANY = 20;

describe('parcels of many orders in the panel', () => {
  let shop: CargoShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  let effort: Effort;
  beforeAll(async () => {
    shop = await cargoShop();
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
    effort = await measureEffort(panel.page);
  });
  attended(() => [panel, api, worker, shop]);

  const button = (name: string | RegExp) => panel.page.getByRole('button', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const onBoth = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };

  test('twenty orders are offered for, and booked by one act; one that cannot leave says why', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < MANY; nth += 1) ids.push(await shop.paid());
    const cancelled = await shop.onDelivery();
    await shop.world.done('order.cancel', { orderId: cancelled, reason: 'merchant' });
    await panel.open('/orders');
    effort.begin();
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button('Gönderi oluştur…').click();
    await dialog().getByText(`${MANY} gönderi, toplam`).waitFor();
    await dialog().getByText('1 sipariş için teklif yok').waitFor();
    await onBoth('bulk-book');
    await dialog().getByRole('combobox', { name: 'Kargo firması' }).click();
    await panel.page.getByRole('option', { name: 'Aras Kargo' }).click();
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await panel.page.getByText('Toplam: 2.294,00 TL').waitFor();
    await onBoth('bulk-book-proposal');
    await button('Onayla ve uygula').click();
    await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
    await panel.page.getByText(`${MANY} / ${MANY} uygulandı`).waitFor();
    effort.end('20 own orders: parcels offered for and booked', 8);
    for (const id of ids) expect(await shop.ended(id)).toMatchObject({ state: 'booked', carrier: 'aras' });
    expect(shop.bookedAt()).toBe(MANY);

    // The cancelled order has an own label, which says so; the others have those of their carrier.
    await panel.open('/orders');
    effort.begin();
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button('Yazdır').click();
    await onBoth('bulk-labels-menu');
    const begin = await openedPdf(panel, () => panel.page.getByRole('menuitem', { name: 'Kargo etiketleri' }).click());
    expect(begin).toBe('%PDF-');
    effort.end('labels of 20 own orders as one PDF', 3);

    // A parcel that nobody has booked yet has no label.
    const waiting = await shop.paid();
    await worker.stop();
    await shop.book(waiting);
    const { number } = await shop.order(waiting);
    await panel.open('/orders');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await button('Yazdır').click();
    await panel.page.getByRole('menuitem', { name: 'Kargo etiketleri' }).click();
    await dialog().getByText(`${number}:`).waitFor();
    await dialog().getByText('gönderisi sağlayıcıda henüz oluşmadı').waitFor();
    await onBoth('bulk-labels-refused');
    expect(await openedPdf(panel, () => dialog().getByRole('button', { name: 'Olanları aç' }).click())).toBe('%PDF-');
  });
});
