// tier: all
import { EXT, type Listed, type ListingsThere, listingsThere } from '../listings-there';

jest.setTimeout(180_000);

const LIST = 'GET /order/sellers/{sellerId}/orders/stream';
const SEND = 'POST /inventory/sellers/{sellerId}/products/price-and-inventory';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let shop: ListingsThere;
beforeAll(async () => {
  shop = await listingsThere();
});
beforeEach(() => shop.control('PUT', '/listings', { batchMs: 20 }));
afterEach(async () => {
  shop.simulator.faults.clear();
  await shop.control('DELETE', '/listings');
});
afterAll(() => shop?.close());

const stockThere = ({ barcode }: Listed): number => shop.shown(barcode).stock.quantity;
const priceThere = ({ barcode }: Listed): number => Math.round(shop.shown(barcode).price.salePrice * 100);
const shows = (listed: Listed, stock: number) => shop.becomes(() => stockThere(listed) === stock);
const setStock = ({ productId }: Listed, stock: number) =>
  shop.world.done('catalog.stock.set', { targetId: productId, stock });
const set = ({ productId }: Listed, fields: object) =>
  shop.world.done('channel.listing.set', { extension: EXT, items: [{ productId, ...fields }] });
const offer = async ({ listingId }: Listed): Promise<Any> => {
  const [row] = await shop.site.rows('SELECT * FROM channel_offer WHERE listing_id = $1', [listingId]);
  return row;
};
const requests = () => shop.simulator.stats().endpoints[SEND]?.requests ?? 0;

describe('what a push sends', () => {
  // First: no other listing is there whose value could be sent along.
  test('is one piece less where nothing else may be sent within the window', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await setStock(listed, 50);
    await shows(listed, 50);
    await setStock(listed, 40);
    await shows(listed, 39);
    expect((await shop.listing(listed)).driftReason).toMatchObject({ state: 'resend_window', here: { stock: 40 } });
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
  });

  test('is a price that was held only once a person has confirmed it', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    const before = priceThere(listed);
    const priceOverride = Math.floor(before / 4);
    await set(listed, { priceLocked: false, priceOverride });
    await shop.becomes(async () => (await shop.listing(listed)).driftReason?.state === 'price_held');
    expect(priceThere(listed)).toBe(before);
    expect(await offer(listed)).toMatchObject({ held_price: String(priceOverride) });
    const { status } = await shop.done('/sync', { task: 'price', listings: [listed.listingId] });
    expect(status).toBe(200);
    await shop.becomes(() => priceThere(listed) === priceOverride);
    await shop.becomes(async () => (await shop.listing(listed)).driftReason === null);
  });

  test('is no stock above 0 while nobody knows what was sold there', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: LIST });
    // The last pull was a minute ago.
    await shop.site.rows(`UPDATE channel_cursor SET until = until - interval '1 minute' WHERE task = 'orders'`);
    await setStock(listed, 30);
    await shop.becomes(async () => (await offer(listed)).waits === 'orders');
    expect(stockThere(listed)).toBe(40);
    await setStock(listed, 0);
    await shows(listed, 0);
    await setStock(listed, 20);
    await shop.becomes(async () => (await offer(listed)).waits === 'orders');
    expect(stockThere(listed)).toBe(0);
    shop.simulator.faults.clear();
    await shows(listed, 20);
  });

  test('is what a comparison finds to have changed there', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    await shop.control('PUT', '/stock', { barcode: listed.barcode, quantity: 7 });
    const { body } = await shop.done('/sync', { task: 'reconcile', listings: [listed.listingId] });
    expect(body).toMatchObject({ state: 'succeeded', result: { differing: 1 } });
    await shows(listed, 40);
  });

  test('is read back when the answer is lost, and not sent a second time', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    const before = requests();
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: SEND, untilRequests: 1 });
    await setStock(listed, 33);
    await shows(listed, 33);
    await shop.becomes(async () => {
      const { told_stock: told, sending_id: sending } = await offer(listed);
      return told === 33 && sending === null;
    });
    expect([stockThere(listed), requests() - before, shop.simulator.stats().repeatedRequests]).toEqual([33, 1, 0]);
  });

  test('is not repeated within the window since its answer, however long that took', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 4_000 }, endpoint: SEND });
    await setStock(listed, 34);
    await shop.becomes(async () => {
      const asked = await shop.site.rows(
        `UPDATE channel_sending SET asked_at = asked_at - interval '16 minutes' WHERE state = 'asked' RETURNING id`,
      );
      return asked.length > 0;
    });
    await shows(listed, 34);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    shop.simulator.faults.clear();
    await setStock(listed, 40);
    await shop.becomes(() => [40, 39].includes(stockThere(listed)));
    await setStock(listed, 34);
    await shop.becomes(() => [34, 33].includes(stockThere(listed)));
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
  });

  test('is sent again when a batch is over before anybody has heard that it was done, and it was not', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.becomes(async () => (await offer(listed)).sending_id === null);
    await shop.control('PUT', '/listings', { batchLifeMs: 1, ignored: [listed.barcode] });
    await setStock(listed, 31);
    await shop.becomes(async () => {
      const [row] = await shop.site.rows<Any>(
        `SELECT count(*)::int AS lost FROM channel_sending WHERE state = 'lost' AND next_at IS NULL`,
      );
      return row.lost > 0;
    });
    expect(stockThere(listed)).toBe(40);
    await shop.control('PUT', '/listings', { batchLifeMs: 1_000_000, ignored: [] });
    await shop.becomes(() => [31, 30].includes(stockThere(listed)));
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
  });

  test('says why an item was refused, and waits until it should show something else', async () => {
    const listed = await shop.list();
    await shows(listed, 40);
    await shop.control('PUT', '/listings', { refuse: { [listed.barcode]: 'Ürün incelemede.' } });
    await setStock(listed, 21);
    await shop.becomes(async () => (await shop.listing(listed)).driftReason?.state === 'refused');
    expect(await shop.listing(listed)).toMatchObject({
      lastError: 'Ürün incelemede.',
      driftReason: { here: { stock: 21 }, source: { text: 'Ürün incelemede.' } },
    });
    expect(stockThere(listed)).toBe(40);
    await shop.control('PUT', '/listings', { refuse: {} });
    await setStock(listed, 22);
    await shows(listed, 22);
  });
});
