// tier: all
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { askRound } from '../../src/channel/sync/round';
import { type HepsiburadaSimulator, startHepsiburadaSimulator } from '../../src/simulator/hepsiburada/server';
import type { RunningWorker } from '../../src/worker';
import { type Answer, account, control } from '../provider/hepsiburada';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

const extension = 'hepsiburada';
const PRODUCTS = 60;

async function pagesOf(pdf: Uint8Array): Promise<number> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const pages = document.getPageCount();
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}

/** One day of a store at Hepsiburada, with the limits that it has: each test goes on where the one before it ended. */
describe('a day at Hepsiburada', () => {
  let simulator: HepsiburadaSimulator;
  let site: Site;
  let token: string;
  let worker: RunningWorker;
  beforeAll(async () => {
    simulator = await startHepsiburadaSimulator({ products: PRODUCTS });
    site = await openSite({
      environment: {
        TEZGAH_HEPSIBURADA_URL: `${simulator.url}/{service}`,
        TEZGAH_HEPSIBURADA_PICTURES: new URL(simulator.url).origin,
      },
    });
    ({ token } = await site.mint('developer', [
      'catalog:read',
      'catalog:write',
      'orders:read',
      'orders:write',
      'store:admin',
    ]));
    worker = await startTestWorker(site.world);
  });
  afterAll(async () => {
    await worker?.stop();
    await site?.close();
    await simulator?.close();
  });

  const there = (method: string, path: string, sent?: object) => control(simulator.url, method, path, sent);
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await site.call(method, path, { token, ...(body ? { body } : {}) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const ended = (job: string): Promise<Answer> =>
    eventually(async () => {
      const found = await call('GET', `/v1/channel/${extension}/jobs/${job}`);
      return found.finishedAt === null ? undefined : found;
    }, 60_000);
  const done = async (path: string, body: object) => ended((await call('POST', path, body)).id);
  const pull = async () => {
    const { bus, storeId } = site.world;
    const id = await eventually(async () => {
      const asked = await askRound(bus, { storeId, extension, round: 'orders' });
      return asked === 'open' ? undefined : asked;
    });
    return ended(id);
  };
  const orderOf = async (number: string): Promise<Answer> => {
    const [order] = await site.rows<{ id: string }>(`SELECT id FROM store_order WHERE external_number = '${number}'`);
    return order && call('GET', `/v1/orders/${order.id}`);
  };
  const stockOf = async (barcode: string): Promise<number> => {
    const [row] = await site.rows<{ stock: number }>(`SELECT stock FROM catalog_product WHERE barcode = '${barcode}'`);
    return row?.stock ?? Number.NaN;
  };
  const barcode = (at: number) => simulator.goods.all[at]?.barcode as string;

  test('its owner connects it, and a wrong name of the integrator is told', async () => {
    const { world } = site;
    const owner = { as: world.owner };
    await world.done('extension.install', { extension }, owner);
    await world.done('secret.set', { extension, key: 'serviceKey', value: account.secrets.serviceKey }, owner);
    const configure = (integrator: string) =>
      world.done('extension.configure', { extension, config: { ...account.config, integrator } }, owner);
    const verdict = async () => (await call('POST', `/v1/channel/${extension}/connect-test`)).verdict;
    await configure('somebody_else');
    await world.done('extension.enable', { extension }, owner);
    expect(await verdict()).toBe('credentials_refused');
    await configure(account.config.integrator);
    expect(await verdict()).toBe('connected');
  });

  test('what Hepsiburada does not offer is refused in words, and asked of nobody', async () => {
    const before = simulator.stats().requests;
    for (const [method, path, body] of [
      ['GET', 'remote/categories?search=kahve', undefined],
      ['GET', 'remote/brands?name=Cam', undefined],
      ['POST', 'webhook', {}],
    ] as const) {
      const answer = await site.call(method, `/v1/channel/${extension}/${path}`, { token, ...(body ? { body } : {}) });
      expect([answer.status, answer.body]).toEqual([
        422,
        expect.objectContaining({ code: 'not_offered', detail: expect.stringContaining('Hepsiburada does not offer') }),
      ]);
    }
    expect(simulator.stats().requests).toBe(before);
  });

  test('the catalog comes, and a second time changes nothing', async () => {
    const path = `/v1/channel/${extension}/catalog/pull`;
    const all = { total: PRODUCTS, created: PRODUCTS, failed: 0 };
    expect(await done(path, { mode: 'import' })).toMatchObject({ state: 'succeeded', progress: all });
    const again = { total: PRODUCTS, created: 0, updated: 0, failed: 0 };
    expect(await done(path, { mode: 'import' })).toMatchObject({ state: 'succeeded', progress: again });
    expect(await stockOf(barcode(3))).toBe(simulator.goods.all[3]?.stock);
  });

  test('stock that changes here is shown there, and what cannot be is said of its listing', async () => {
    await there('PUT', '/goods', { barcode: barcode(1), isFulfilledByHB: true });
    for (const [at, stock] of [
      [0, 17],
      [1, 3],
      [2, 0],
    ] as const) {
      const [{ id }] = (await site.rows(`SELECT id FROM catalog_product WHERE barcode = '${barcode(at)}'`)) as Answer;
      await site.command(token, 'catalog.stock.set', { targetId: id, stock });
    }
    await done(`/v1/channel/${extension}/sync`, { task: 'stock' });
    // Some pieces are kept back for the shop.
    expect([0, 2].map((at) => simulator.goods.all[at]?.stock)).toEqual([12, 0]);
    const { items } = await call('GET', `/v1/channel/${extension}/listings?limit=100`);
    const refused = items.filter((each: Answer) => each.drift);
    expect(refused).toMatchObject([{ drift: { reason: 'refused' } }]);
  });

  test('an order arrives by the pull alone, is packed, labelled, invoiced and followed to its buyer', async () => {
    await there('PUT', '/goods', { barcode: barcode(5), stock: 10 });
    const before = [await stockOf(barcode(4)), await stockOf(barcode(5))];
    const { orderNumber } = await there('POST', '/orders', {
      lines: [
        { barcode: barcode(4), quantity: 1, priceKurus: 25_000 },
        { barcode: barcode(5), quantity: 2, priceKurus: 10_001 },
      ],
    });
    expect(await pull()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 1 } });
    const order = await orderOf(orderNumber);
    expect(order).toMatchObject({ channel: extension, total: 45_002 });
    expect([await stockOf(barcode(4)), await stockOf(barcode(5))]).toEqual([
      (before[0] as number) - 1,
      (before[1] as number) - 2,
    ]);
    const at = `/v1/orders/${order.id}/channel`;
    const early = await site.call('POST', `${at}/label`, { token, body: {} });
    expect([early.status, early.body.code]).toEqual([409, 'invalid_state']);
    const split = await site.call('POST', `${at}/split`, {
      token,
      body: { groups: [[{ lineId: order.packages[0].lines?.[0]?.lineId ?? 'x', quantity: 1 }]] },
    });
    expect([split.status, split.body.code]).toEqual([422, 'not_offered']);
    expect(await done(`${at}/preparing`, {})).toMatchObject({
      state: 'succeeded',
      result: { packageIds: [orderNumber] },
    });
    for (const [format, type] of [
      ['pdf', 'application/pdf'],
      ['png', 'image/png'],
      ['zpl', 'application/zpl'],
    ]) {
      const label = await fetch(`${site.url}${at}/label`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ format }),
      });
      expect([label.status, label.headers.get('content-type')]).toEqual([200, expect.stringContaining(type as string)]);
      const bytes = new Uint8Array(await label.arrayBuffer());
      if (format === 'pdf') expect(await pagesOf(bytes)).toBe(1);
    }
    await done(`${at}/invoice_link`, { invoiceUrl: 'https://fatura.example/7.pdf' });
    const [{ packageNumber }] = (await there('GET', '/orders')).at(-1).lines;
    for (const [to, state] of [
      ['InTransit', 'shipped'],
      ['Delivered', 'delivered'],
    ]) {
      await there('PUT', '/orders/move', { packageNumber, to });
      await pull();
      expect((await orderOf(orderNumber)).packages).toMatchObject([{ state }]);
    }
    const { operations } = await there('GET', '/orders/statistics');
    expect(operations).toEqual({ pack: 1, invoice: 1 });
  });

  test('labels of several orders are one document, a page each', async () => {
    const packageIds: string[] = [];
    for (let at = 6; at < 9; at += 1) {
      const { orderNumber } = await there('POST', '/orders', { lines: [{ barcode: barcode(at) }] });
      await there('PUT', '/orders/pack', { orderNumber });
      packageIds.push(orderNumber);
    }
    await pull();
    const answer = await fetch(`${site.url}/v1/channel/${extension}/labels`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ packageIds }),
    });
    expect(answer.status).toBe(200);
    expect(await pagesOf(new Uint8Array(await answer.arrayBuffer()))).toBe(3);
  });

  test('a line that is not supplied is cancelled there once, and the others are packed together', async () => {
    const lines = [10, 11, 12].map((at) => ({ barcode: barcode(at) }));
    const { orderNumber, lineIds } = await there('POST', '/orders', { lines });
    await pull();
    const { id } = await orderOf(orderNumber);
    const unsupplied = (named: readonly string[]) => ({
      lines: named.map((lineId) => ({ lineId, quantity: 1 })),
      reason: 'out_of_stock',
      penaltyAcknowledged: true,
    });
    const both = await done(`/v1/orders/${id}/channel/unsupplied`, unsupplied(lineIds.slice(0, 2)));
    expect(both).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused', message: expect.stringContaining('one line at a time') },
    });
    const one = await done(`/v1/orders/${id}/channel/unsupplied`, unsupplied([lineIds[0]]));
    expect(one).toMatchObject({ state: 'succeeded' });
    const open = (await orderOf(orderNumber)).packages.find(({ state }: Answer) => state === 'created');
    const packed = await done(`/v1/orders/${id}/channel/preparing`, { packageId: open.packageId });
    expect(packed).toMatchObject({ state: 'succeeded' });
    const states = (await orderOf(orderNumber)).packages.map(({ state }: Answer) => state);
    expect(states.toSorted()).toEqual(['preparing', 'unpacked', 'unsupplied']);
    expect((await there('GET', '/orders/statistics')).operations).toMatchObject({ cancel: 1, pack: 2 });
  });

  test('nothing went beyond a limit, and no piece was sold that was not there', () => {
    expect(simulator.stats()).toMatchObject({ breaches: 0 });
  });
});
