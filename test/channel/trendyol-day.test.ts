// tier: all
import { readFileSync, writeFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Api, startApi } from '../../src/api';
import { PushWatch } from '../../src/channel/push/watch';
import { askRound } from '../../src/channel/sync/round';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { Door } from './door';
import { connectedMarketplace, type Marketplace } from './marketplace';

const EXT = 'trendyol';
const PRODUCTS = 200;
const SEND = 'POST /inventory/sellers/{sellerId}/products/price-and-inventory';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

/** An item that is listed, as the store has it. */
interface Item {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly stock: number | null;
}

interface Sold {
  readonly orderNumber: string;
  readonly packageId: number;
}

/** The pages of a document, drawn; kept in `TEZGAH_DRAWN` for people who want to see them. */
async function picturesOf(pdf: Uint8Array): Promise<Uint8Array[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const pages: Uint8Array[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: 3 });
      pages.push(
        await sharp(data, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
      );
    }
    document.destroy();
    const { TEZGAH_DRAWN: folder } = process.env;
    if (folder) for (const [at, page] of pages.entries()) writeFileSync(`${folder}/label-${at + 1}.png`, page);
    return pages;
  } finally {
    library.destroy();
  }
}

/** One day of a store at Trendyol, with the limits that Trendyol has: each test goes on where the one before it ended. */
describe('a day at Trendyol', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  let api: Api;
  let door: Door;
  let watch: PushWatch;
  beforeAll(async () => {
    door = await Door.open(() => api?.port);
    shop = await connectedMarketplace({ products: PRODUCTS, requestsPer10s: 50, pictures: 24 }, 50, {
      TEZGAH_PUBLIC_URL: door.url,
    });
    const { world } = shop;
    api = await startApi(world.platform, world.config, world.platform.log);
    worker = await startTestWorker(world);
    // As the program of the worker keeps it.
    watch = new PushWatch({
      ...world,
      onError: (error) => {
        throw error;
      },
    });
    watch.keepEvery(250);
  });
  afterAll(async () => {
    await watch?.stop();
    await worker?.stop();
    await door?.close();
    await api?.stop();
    await shop?.close();
  });

  const control = async (method: string, path: string, sent?: object): Promise<Answer> => {
    const response = await fetch(new URL(`/__simulator${path}`, shop.simulator.url), {
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  };
  const rows = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    shop.world.database.reader(shop.world.storeId).query<Row>(sql, [...values]);
  const items = (): Promise<Item[]> =>
    rows<Item>(
      `SELECT b.barcode, l.product_id AS "productId", l.variant_id AS "variantId", coalesce(v.stock, p.stock) AS stock
       FROM channel_listing l JOIN catalog_product p ON p.id = l.product_id LEFT JOIN catalog_variant v ON v.id = l.variant_id
       JOIN catalog_barcode b ON b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id ORDER BY b.barcode`,
    );
  const there = (barcode: string): number | undefined => shop.simulator.catalog.stockOf(barcode);
  const itemOf = async (barcode: string): Promise<Item> =>
    (await items()).find((item) => item.barcode === barcode) as Item;
  const orderOf = async (number: string): Promise<Answer> => {
    const found = await rows<{ id: string }>('SELECT id FROM store_order WHERE external_number = $1', [number]);
    expect(found.length).toBeLessThan(2);
    return found[0] && shop.world.read('orders.get', { params: { ord: found[0].id } });
  };
  const becomes = (number: string, state: string): Promise<Answer> =>
    eventually(
      async () => {
        const order = await orderOf(number);
        return order?.packages.every((each: Answer) => each.state === state) ? order : undefined;
      },
      60_000,
      100,
    );
  const place = (lines: readonly object[], more: object = {}): Promise<{ orderNumber: string; packageId: number }> =>
    control('POST', '/orders', { lines, ...more });
  const move = (packageId: number, to: string) => control('PUT', '/orders/move', { packageId, to });
  /** The round of the clock that comes each minute. */
  const pull = async () => {
    const id = await eventually(async () => {
      const asked = await askRound(shop.world.bus, { storeId: shop.world.storeId, extension: EXT, round: 'orders' });
      return asked === 'open' ? undefined : asked;
    });
    return shop.ended(id);
  };
  /** Items that are archived there show nothing, whatever the shop has. */
  const isArchived = (barcode: string): boolean => shop.simulator.catalog.itemOf(barcode)?.variant.archived === true;
  /** Pieces on both sides agree, of everything that is listed. */
  const agree = () =>
    eventually(
      async () =>
        (await items()).every(
          ({ barcode, stock }) => stock === null || there(barcode) === (isArchived(barcode) ? 0 : Math.max(0, stock)),
        ),
      60_000,
      250,
    );

  const sold: Sold[] = [];
  let wares: Item[] = [];

  test('the catalog of the marketplace comes with its pictures', async () => {
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({ state: 'succeeded', progress: { total: PRODUCTS, created: PRODUCTS, failed: 0 } });
    expect(job.progress.picturesFetched).toBeGreaterThan(20);
    const listed = await items();
    expect(listed.length).toBeGreaterThanOrEqual(PRODUCTS);
    wares = listed.filter(({ barcode, stock }) => {
      const variant = shop.simulator.catalog.itemOf(barcode)?.variant;
      return (stock ?? 0) >= 20 && variant?.onSale;
    });
    expect(wares.length).toBeGreaterThan(50);
  });

  test('a change of stock here is shown there within seconds, and one request tells of many', async () => {
    const [first, ...others] = wares.slice(0, 40);
    const set = ({ productId, variantId }: Item, stock: number) =>
      shop.world.done('catalog.stock.set', { targetId: variantId ?? productId, stock });
    const from = Date.now();
    await set(first as Item, 7);
    await eventually(() => there((first as Item).barcode) === 7);
    expect(Date.now() - from).toBeLessThan(15_000);
    const before = shop.simulator.stats().endpoints[SEND]?.requests ?? 0;
    await Promise.all(others.map((item, at) => set(item, at + 3)));
    await eventually(() => others.every(({ barcode }, at) => there(barcode) === at + 3));
    expect((shop.simulator.stats().endpoints[SEND]?.requests ?? 0) - before).toBeLessThan(others.length);
    await agree();
  });

  test('an order comes once by webhook, and once by pull alone', async () => {
    const { id } = await shop.world.read('channel.webhook.register', {
      as: shop.world.owner,
      params: { ext: EXT },
    });
    expect(await shop.ended(id)).toMatchObject({ state: 'succeeded' });
    const [one, two, three] = wares.slice(50) as [Item, Item, Item];
    const told = await place([
      { barcode: one.barcode, quantity: 2, priceKurus: 12_990 },
      { barcode: two.barcode, quantity: 1, priceKurus: 4_990 },
    ]);
    expect(await becomes(told.orderNumber, 'created')).toMatchObject({
      payment: 'paid',
      total: 30_970,
      captured: 30_970,
      oversold: 0,
    });
    await control('PUT', '/orders/knobs', { lost: true });
    const silent = await place([{ barcode: three.barcode, quantity: 3, priceKurus: 9_990 }]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await pull();
    expect(await becomes(silent.orderNumber, 'created')).toMatchObject({ total: 29_970, oversold: 0 });
    await control('PUT', '/orders/knobs', { lost: false, copies: 2, otherBytes: true });
    sold.push(told, silent);
    for (const [item, pieces] of [
      [one, 2],
      [two, 1],
      [three, 3],
    ] as const)
      expect((await itemOf(item.barcode)).stock).toBe((item.stock as number) - pieces);
    await agree();
  });

  test('a package is prepared, and its label is one page that a scanner reads', async () => {
    for (const { packageId } of sold) await move(packageId, 'Picking');
    for (const { orderNumber } of sold)
      expect(await becomes(orderNumber, 'preparing')).toMatchObject({ fulfilment: 'fulfilled' });
    const [{ orderNumber, packageId }] = sold as [Sold];
    const { id } = await orderOf(orderNumber);
    const { token } = (
      await shop.world.run(
        'token.mint',
        { kind: 'developer', label: 'etiket', scopes: ['orders:read', 'orders:write'] },
        { as: shop.world.owner },
      )
    ).body as { token: string };
    const answer = await fetch(`${door.url}/v1/orders/${id}/channel/label`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ packageId: String(packageId), format: 'pdf' }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pages = await picturesOf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages).toHaveLength(1);
    prepareZXingModule({
      overrides: {
        wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
      },
    });
    const read = await readBarcodes(new Blob([pages[0] as Uint8Array<ArrayBuffer>]));
    const { trackingNumber } = (await orderOf(orderNumber)).packages[0];
    expect(read.map(({ text }) => text)).toContain(trackingNumber);
  });

  test('a package is invoiced, shipped and delivered', async () => {
    for (const [word, state, fulfilment] of [
      ['Invoiced', 'invoiced', 'fulfilled'],
      ['Shipped', 'shipped', 'shipped'],
      ['Delivered', 'delivered', 'delivered'],
    ] as const) {
      for (const { packageId } of sold) await move(packageId, word);
      for (const { orderNumber } of sold) expect(await becomes(orderNumber, state)).toMatchObject({ fulfilment });
    }
    for (const { orderNumber, packageId } of sold)
      expect((await orderOf(orderNumber)).shipments).toMatchObject([
        { state: 'delivered', packageId: String(packageId) },
      ]);
  });

  test('an order that is cancelled there gives its pieces back on both sides, once', async () => {
    const [item] = wares.slice(60) as [Item];
    const { orderNumber, packageId } = await place([{ barcode: item.barcode, quantity: 4, priceKurus: 5_000 }]);
    await becomes(orderNumber, 'created');
    await eventually(() => there(item.barcode) === (item.stock as number) - 4);
    await control('PUT', '/orders/cancel', { packageId });
    await Promise.all([pull(), becomes(orderNumber, 'cancelled')]);
    expect(await orderOf(orderNumber)).toMatchObject({ captured: 20_000, refunded: 20_000 });
    expect((await itemOf(item.barcode)).stock).toBe(item.stock);
    await agree();
  });

  test('nothing is doubled, nobody asks too often, and the ledger says what the stock is', async () => {
    const { ordersPlaced, breaches, oversoldPieces, repeatedRequests } = shop.simulator.stats();
    expect({ breaches, oversoldPieces, repeatedRequests }).toEqual({
      breaches: 0,
      oversoldPieces: 0,
      repeatedRequests: 0,
    });
    const [counted] = await rows<Answer>(
      `SELECT count(*)::int AS orders, count(DISTINCT external_number)::int AS numbers,
         (SELECT count(*)::int FROM order_package) AS packages FROM store_order`,
    );
    expect(counted).toEqual({ orders: ordersPlaced, numbers: ordersPlaced, packages: ordersPlaced });
    const uneven = await rows<Answer>(
      `WITH moved AS (SELECT product_id, variant_id, sum(delta) AS sum FROM stock_movement GROUP BY product_id, variant_id)
       SELECT l.product_id, coalesce(v.stock, p.stock) AS stock, m.sum FROM channel_listing l
       JOIN catalog_product p ON p.id = l.product_id LEFT JOIN catalog_variant v ON v.id = l.variant_id
       LEFT JOIN moved m ON m.product_id = l.product_id AND m.variant_id IS NOT DISTINCT FROM l.variant_id
       WHERE coalesce(v.stock, p.stock, 0) <> coalesce(m.sum, 0)`,
    );
    expect(uneven).toEqual([]);
    const { items: open } = await shop.world.read('channel.jobs.list', { params: { ext: EXT }, query: { limit: 100 } });
    expect(open.filter(({ state }: Answer) => state === 'failed')).toEqual([]);
  });
});
