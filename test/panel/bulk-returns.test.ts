// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CardShop, cardShop } from '../order/card';
import { returnsIn } from '../order/returns';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const MANY = 5;
/** The heights of a row in px: two lines on a desktop, and one more for its states on a phone. */
const DESKTOP_ROW_MAX = 52;
const PHONE_ROW_MAX = 72;

describe('many returns in the panel', () => {
  let shop: CardShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    shop = await cardShop();
    worker = await startTestWorker(shop.world);
    api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, shop.world);
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

  test('are approved, received and paid back by three acts, the last of which tells its sum', async () => {
    const { world } = shop;
    const returns = returnsIn(world);
    const { id: productId } = await world.done('catalog.product.create', { title: 'Tepsi', price: 10_000, stock: 99 });
    const ids: string[] = [];
    for (let nth = 0; nth < MANY; nth += 1) {
      const order = await returns.arrived(productId);
      ids.push(await returns.made(order.id, [{ lineId: order.lines[0].id, quantity: 1 }]));
    }
    const states = () => Promise.all(ids.map(async (id) => (await returns.read(id)).state));
    const act = async (name: string, fill?: () => Promise<void>): Promise<void> => {
      await panel.open('/returns');
      await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
      await panel.page.getByText(`${MANY} seçili`).waitFor();
      await button(name).click();
      await fill?.();
      await dialog().getByRole('button', { name: 'Önizle' }).click();
      await button('Onayla ve uygula').waitFor();
    };
    const approve = async (): Promise<void> => {
      await button('Onayla ve uygula').click();
      await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
      await panel.page.getByText(`${MANY} / ${MANY} uygulandı`).waitFor();
    };
    await act('Onayla…', async () => {
      await dialog().getByRole('combobox', { name: 'Kargo firması' }).click();
      await panel.page.getByRole('option', { name: 'Yurtiçi Kargo' }).click();
      await onBoth('bulk-returns-approve');
    });
    await approve();
    expect(await states()).toEqual(ids.map(() => 'approved'));
    await act('Geldi…');
    await approve();
    expect(await states()).toEqual(ids.map(() => 'received'));
    await panel.open('/returns');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await onBoth('bulk-returns');
    for (const [size, most] of [
      [desktop, DESKTOP_ROW_MAX],
      [phone, PHONE_ROW_MAX],
    ] as const) {
      await panel.page.setViewportSize(size);
      const heights = await panel.page.evaluate<number[]>(
        `[...document.querySelectorAll('main tbody tr')].map((each) => each.getBoundingClientRect().height)`,
      );
      expect(heights.length).toBe(MANY);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      expect(Math.max(...heights)).toBeLessThanOrEqual(most);
    }
    await panel.page.setViewportSize(desktop);
    await act('Parasını geri ver…');
    await panel.page.getByText(/^Toplam: \d+,\d{2}\sTL$/).waitFor();
    await onBoth('bulk-returns-refund');
    await approve();
    for (const id of ids) {
      const { orderId } = await returns.read(id);
      expect((await returns.order(orderId)).refunds).toHaveLength(1);
    }
  });
});
