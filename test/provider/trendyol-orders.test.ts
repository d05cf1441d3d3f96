import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { kurusOfLira } from '../../src/kernel/money';
import { isNews } from '../../src/order/package/pieces';
import {
  isPackage,
  type PackageAct,
  type PackageRow,
  packageStates,
  type RemotePackage,
} from '../../src/provider/channel/package';
import type { WebhookPost } from '../../src/provider/channel/webhook';
import {
  CursorRefused,
  ProviderAnswerInvalid,
  ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { providerHttp } from '../../src/provider/http';
import { readJson } from '../../src/provider/json';
import { spread } from '../../src/provider/spread';
import type { ordersOf } from '../../src/provider/trendyol/orders';
import { readPackage } from '../../src/provider/trendyol/package';
import { trendyol } from '../../src/provider/trendyol/provider';
import { slicesOf } from '../../src/provider/trendyol/slices';
import { subjectsOf } from '../../src/provider/trendyol/webhook';
import { WEBHOOK_BYTES_MAX, WebhookRefused } from '../../src/provider/webhook';
import { orderHostilities } from '../../src/simulator/trendyol/order/hostility';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from '../../src/simulator/trendyol/server';
import { patient } from '../world/patience';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STREAM = 'GET /order/sellers/{sellerId}/orders/stream';
const UPDATE = 'PUT /order/sellers/{sellerId}/shipment-packages/{packageId}';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

type Adapter = ReturnType<typeof ordersOf>;
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Controlled = any;

function adapterAt(url: string): Adapter {
  const account = { config: { sellerId: '424242' }, secrets: { apiKey: 'demo-key', apiSecret: 'demo-secret' } };
  const settings = { url, pictures: [] };
  return trendyol.channel?.connect(account, settings, providerHttp('Trendyol')) as Adapter;
}

async function start(options: TrendyolSimulatorOptions = {}) {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, ...options });
  running.push(simulator);
  const adapter = adapterAt(simulator.url);
  const { signal } = new AbortController();
  const control = async (method: string, path: string, sent?: unknown): Promise<Controlled> => {
    const response = await fetch(new URL(`/__simulator${path}`, simulator.url), {
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const place = async (more: object = {}): Promise<{ orderNumber: string; packageId: string }> => {
    const lines = [{ barcode: '0012345678905', quantity: 3, priceKurus: 10_000 }];
    const { orderNumber, packageId } = await control('POST', '/orders', { lines, ...more });
    return { orderNumber, packageId: String(packageId) };
  };
  const look = async (packageId: string): Promise<RemotePackage> => {
    const [row] = await adapter.packagesById([packageId], signal);
    if (!row || !isPackage(row)) throw new Error(`there is no such package: ${JSON.stringify(row)}`);
    return row;
  };
  const act = (packageId: string, wanted: PackageAct) => adapter.actOnPackage(packageId, wanted, signal);
  const prepare = async (packageId: string) => {
    const { lines } = await look(packageId);
    await act(packageId, { act: 'preparing', lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })) });
    return lines;
  };
  const window = {
    from: new Date(Date.now() - DAY_MS).toISOString(),
    to: new Date(Date.now() + HOUR_MS).toISOString(),
  };
  const everything = async (within = window) => {
    const rows: PackageRow[] = [];
    let cursor: string | null = null;
    do {
      const page = await adapter.packages(within, cursor, signal);
      rows.push(...page.rows);
      cursor = page.next;
    } while (cursor !== null);
    return rows;
  };
  return { simulator, adapter, signal, control, place, look, act, prepare, window, everything };
}

async function until<T>(read: () => Promise<T> | T, isThere: (value: T) => boolean): Promise<T> {
  const end = Date.now() + patient(10_000);
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    if (Date.now() > end) throw new Error(`it did not come to that: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const idsOf = (rows: readonly PackageRow[]): string[] => rows.filter(isPackage).map(({ packageId }) => packageId);

test('a package comes in the words of the platform', async () => {
  const { place, look, adapter, signal } = await start();
  const { packageId, orderNumber } = await place({ discountKurus: 100, agoMs: 60_000 });
  const read = await look(packageId);
  expect(read).toEqual({
    packageId,
    orderNumber,
    originPackageIds: [],
    state: 'created',
    stateWord: 'Created',
    orderedAt: expect.any(String),
    modifiedAt: read.orderedAt,
    shipUntil: new Date(Date.parse(read.orderedAt) + 2 * DAY_MS).toISOString(),
    total: 29_900,
    currency: 'TRY',
    customer: {
      remoteId: expect.stringMatching(/^\d+$/),
      name: expect.stringMatching(/^\S+ \S+$/),
      email: expect.stringContaining('@'),
      identityNumber: null,
    },
    shippingAddress: expect.objectContaining({ country: 'TR', company: null }),
    billingAddress: expect.objectContaining({ country: 'TR', taxNumber: null, taxOffice: null }),
    carrier: 'Trendyol Express Marketplace',
    trackingNumber: expect.stringMatching(/^733\d{16}$/),
    trackingUrl: expect.stringMatching(/^https:/),
    invoiceNumber: null,
    invoiceUrl: null,
    hasInvoice: false,
    lines: [
      {
        lineId: expect.stringMatching(/^\d+$/),
        barcode: '0012345678905',
        sku: null,
        title: 'Ürün 0012345678905',
        pieceIds: Array(3).fill(expect.stringMatching(/^\d+$/)),
        quantity: 3,
        unitPrices: [9_966, 9_967, 9_967],
        vatRate: 20,
        commissionPercent: 15,
      },
    ],
  });
  // Three hours ahead there, and true here.
  expect(Date.now() - Date.parse(read.orderedAt)).toBeLessThan(10 * 60_000);
  expect(Date.now() - Date.parse(read.orderedAt)).toBeGreaterThanOrEqual(60_000);
  expect(idsOf(await adapter.packagesOfOrder(orderNumber, signal))).toEqual([packageId]);
  expect(await adapter.packagesById([packageId, '7', 'abc'], signal)).toHaveLength(1);
  expect(await adapter.packagesById([], signal)).toEqual([]);
  expect(await adapter.packagesOfOrder('7', signal)).toEqual([]);
});

test('what an address lacks is null, and an order without one is read', async () => {
  const { place, look, control } = await start();
  const empty = await place({ address: 'empty', status: 'Awaiting' });
  expect(await look(empty.packageId)).toMatchObject({
    state: 'waiting',
    shippingAddress: null,
    billingAddress: null,
    trackingNumber: null,
  });
  await control('PUT', '/orders/complete', { packageId: Number(empty.packageId) });
  expect((await look(empty.packageId)).shippingAddress).toMatchObject({ country: 'TR' });
  const abroad = await place({ address: 'foreign' });
  expect((await look(abroad.packageId)).shippingAddress).toMatchObject({
    country: 'RO',
    city: 'București',
    district: null,
    phone: null,
  });
  const company = await place({ commercial: true, identityNumber: '10000000146' });
  expect(await look(company.packageId)).toMatchObject({
    customer: { identityNumber: '10000000146' },
    billingAddress: { taxNumber: expect.stringMatching(/^\d{10}$/), taxOffice: 'Kâğıthane' },
  });
});

test.each(['utc', 'istanbul'])('a package is found however its filter reads dates (%s)', async (filterZone) => {
  const { place, control, everything, adapter, signal } = await start();
  await control('PUT', '/orders/knobs', { filterZone });
  const { packageId } = await place({ agoMs: 60_000 });
  await place({ agoMs: 2 * HOUR_MS });
  const from = new Date(Date.now() - HOUR_MS).toISOString();
  const to = new Date(Date.now()).toISOString();
  expect(idsOf(await everything({ from, to }))).toEqual([packageId]);
  const { modifiedAt } = (await adapter.packagesById([packageId], signal))[0] as RemotePackage;
  expect(idsOf(await everything({ from: modifiedAt, to: modifiedAt }))).toEqual([packageId]);
});

test.each(['utc', 'istanbul'])(
  'a short window asks for its own packages, however many changed in the hours around it (%s)',
  async (filterZone) => {
    const { place, control, adapter, signal, everything, simulator } = await start();
    await control('PUT', '/orders/knobs', { filterZone });
    const lines = [{ barcode: 'A', quantity: 1, priceKurus: 100 }];
    const spreadMinutes = Array.from({ length: 32 }, (_, at) => 6 + at * 5);
    for (const minutes of spreadMinutes) await place({ count: 100, agoMs: minutes * 60_000, lines });
    const window = { from: new Date(Date.now() - 4 * 60_000).toISOString(), to: new Date().toISOString() };
    const requests = () => simulator.stats().endpoints[STREAM]?.requests ?? 0;
    const before = requests();
    expect(await everything(window)).toEqual([]);
    expect(requests() - before).toBeLessThanOrEqual(4);
    await place({ count: 250, agoMs: 60_000, lines });
    const between = requests();
    expect(new Set(idsOf(await everything(window))).size).toBe(250);
    expect(requests() - between).toBeLessThanOrEqual(filterZone === 'utc' ? 2 : 4);
    // A pull that began with an earlier release is at a place of the list of all these hours.
    const [from, to] = [Date.parse(window.from) - 3 * HOUR_MS, Date.parse(window.to) + 3 * HOUR_MS];
    const wide = `${simulator.url}/order/sellers/424242/orders/stream?size=200&lastModifiedStartDate=${from}&lastModifiedEndDate=${to}`;
    const headers = {
      authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
      'user-agent': '424242 - SelfIntegration',
    };
    const { nextCursor }: Controlled = await (await fetch(wide, { headers })).json();
    expect((await adapter.packages(window, `0:${nextCursor}`, signal)).rows).toHaveLength(50);
  },
);

test('a long list is read to its end, page by page and window by window', async () => {
  const { place, everything, control, adapter, window, signal } = await start();
  await place({ count: 450, lines: [{ barcode: 'A', quantity: 1, priceKurus: 100 }] });
  await place({ agoMs: 20 * DAY_MS });
  await place({ agoMs: 35 * DAY_MS });
  expect(new Set(idsOf(await everything())).size).toBe(450);
  const long = { from: new Date(Date.now() - 40 * DAY_MS).toISOString(), to: window.to };
  expect(new Set(idsOf(await everything(long))).size).toBe(452);
  const { next } = await adapter.packages(window, null, signal);
  expect(next).not.toBeNull();
  const other = { ...window, to: new Date(Date.now() + 2 * HOUR_MS).toISOString() };
  await expect(adapter.packages(other, next, signal)).rejects.toBeInstanceOf(CursorRefused);
  for (const cursor of ['', 'x', '7:', '9999:a'])
    await expect(adapter.packages(window, cursor, signal)).rejects.toBeInstanceOf(CursorRefused);
  await control('PUT', '/faults', { hostilePage: { rate: 1, kind: 'cursorCircle' } });
  const circle = await adapter.packages(window, null, signal);
  expect((await adapter.packages(window, circle.next, signal)).next).not.toBe(circle.next);
});

test('acts upon a package do there what they say', async () => {
  const { place, look, act, control } = await start();
  await control('PUT', '/orders/knobs', { splitAfterMs: 0 });
  const { packageId } = await place();
  const [line] = (await look(packageId)).lines;
  const lines = [{ lineId: line?.lineId as string, quantity: 3 }];
  const invoiced = { act: 'invoiced', lines, invoiceNumber: 'TZG2026000000001' } as const;
  const tooEarly = await act(packageId, invoiced).catch((error: unknown) => error);
  expect(tooEarly).toBeInstanceOf(ProviderRefused);
  await act(packageId, { act: 'carrier', carrier: 'ARASMP' });
  await act(packageId, { act: 'box', boxes: 2, deci: 3 });
  await act(packageId, { act: 'warehouse', warehouseId: '12' });
  await act(packageId, { act: 'extend', days: 1 });
  await act(packageId, { act: 'preparing', lines });
  expect((await look(packageId)).state).toBe('preparing');
  await act(packageId, invoiced);
  expect(await look(packageId)).toMatchObject({
    state: 'invoiced',
    invoiceNumber: 'TZG2026000000001',
    carrier: 'Aras Kargo Marketplace',
    trackingNumber: expect.stringMatching(/^726/),
  });
  const link = {
    act: 'invoice_link',
    url: 'https://fatura.example/1',
    invoiceNumber: null,
    invoicedAt: new Date().toISOString(),
  } as const;
  await act(packageId, link);
  expect((await look(packageId)).invoiceUrl).toBe(link.url);
  await expect(act(packageId, link)).rejects.toMatchObject({ status: 409, code: 'Conflict' });
  const bytes = new TextEncoder().encode('%PDF-1.4');
  const file = { act: 'invoice_file', bytes, type: 'application/pdf', invoiceNumber: null } as const;
  await act(packageId, file);
  expect((await look(packageId)).hasInvoice).toBe(true);
  await expect(act(packageId, file)).rejects.toMatchObject({ status: 409 });
  await act(packageId, { act: 'own_carrier', tracking: 'https://kargo.example/9' });
  expect(await look(packageId)).toMatchObject({ state: 'shipped', trackingUrl: 'https://kargo.example/9' });

  const split = await place();
  const [first] = (await look(split.packageId)).lines;
  await act(split.packageId, { act: 'split', groups: [[{ lineId: first?.lineId as string, quantity: 1 }]] });
  const state = async () => (await look(split.packageId)).state;
  await until(state, (word) => word === 'unpacked');

  const short = await place();
  const [scarce] = (await look(short.packageId)).lines;
  const none = [{ lineId: scarce?.lineId as string, quantity: 3 }];
  await expect(act(short.packageId, { act: 'unsupplied', lines: none, reason: 'whim' })).rejects.toMatchObject({
    code: 'invalid.reason',
  });
  await act(short.packageId, { act: 'unsupplied', lines: none, reason: 'out_of_stock' });
  expect((await look(short.packageId)).state).toBe('unsupplied');
  const { operations } = await control('GET', '/orders/statistics');
  expect(operations[short.packageId]).toEqual({ unsupplied: { asked: 1, done: 1 } });
});

test('children of a split name their parent, and no piece is lost', async () => {
  const { place, look, act, control, adapter, signal } = await start();
  await control('PUT', '/orders/knobs', { splitAfterMs: 0 });
  const { packageId, orderNumber } = await place({ discountKurus: 1_000 });
  const [line] = (await look(packageId)).lines;
  const lineId = line?.lineId as string;
  await act(packageId, { act: 'split', groups: [[{ lineId, quantity: 1 }], [{ lineId, quantity: 2 }]] });
  const read = async () => (await adapter.packagesOfOrder(orderNumber, signal)).filter(isPackage);
  const all = await until(read, (packages) => packages.length === 3);
  const children = all.filter(({ originPackageIds }) => originPackageIds.length > 0);
  expect(children.map(({ originPackageIds }) => originPackageIds)).toEqual([[packageId], [packageId]]);
  const pieces = children.flatMap(({ lines }) => lines.flatMap(({ unitPrices }) => unitPrices));
  expect(pieces.toSorted()).toEqual(line?.unitPrices.toSorted());
});

test('of an act whose answer is lost, or is no answer, nobody knows whether it is done', async () => {
  const { place, act, look, simulator } = await start();
  const { packageId } = await place();
  const [line] = (await look(packageId)).lines;
  const lines = [{ lineId: line?.lineId as string, quantity: 3 }];
  simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: UPDATE, untilRequests: 1 });
  await expect(act(packageId, { act: 'preparing', lines })).rejects.toBeInstanceOf(ProviderUnavailable);
  expect((await look(packageId)).state).toBe('preparing');
  const again = { act: 'invoiced', lines, invoiceNumber: 'TZG2026000000001' } as const;
  simulator.faults.set({ malformedBody: { rate: 1 }, endpoint: UPDATE });
  await expect(act(packageId, again)).rejects.toBeInstanceOf(ProviderUnavailable);
  const other = await place();
  const [piece] = (await look(other.packageId)).lines;
  const otherLines = [{ lineId: piece?.lineId as string, quantity: 3 }];
  // In turns a cut answer and a page of HTML.
  await expect(act(other.packageId, { act: 'preparing', lines: otherLines })).rejects.toBeInstanceOf(
    ProviderUnavailable,
  );
  simulator.faults.set({ hostilePage: { rate: 1, kind: 'refusedIn200' }, endpoint: UPDATE });
  const refused = await act(other.packageId, { ...again, lines: otherLines }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProviderRefused);
  const third = await place();
  const [ware] = (await look(third.packageId)).lines;
  const preparing = { act: 'preparing', lines: [{ lineId: ware?.lineId as string, quantity: 3 }] } as const;
  simulator.faults.set({ hostileRefusal: { rate: 1 }, endpoint: UPDATE });
  await expect(act(third.packageId, preparing)).rejects.toBeInstanceOf(ProviderUnclear);
  expect((await look(third.packageId)).state).toBe('preparing');
  simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: UPDATE });
  await expect(act(other.packageId, again)).rejects.toBeInstanceOf(ProviderThrottled);
  simulator.faults.clear();
  await expect(act('3000000000', again)).rejects.toMatchObject({ status: 404 });
  await expect(act('../7', { act: 'warehouse', warehouseId: 'x' })).rejects.toMatchObject({ code: 'invalid.id' });
});

test('labels come as ZPL, one a box, and a hostile one is no label', async () => {
  const { place, prepare, look, adapter, signal, control } = await start();
  const { packageId } = await place();
  const trackingNumber = (await look(packageId)).trackingNumber as string;
  const of = { packageId, trackingNumber, boxes: 2, format: 'zpl' } as const;
  const early = await adapter.labels(of, signal).catch((error: unknown) => error);
  expect(early).toMatchObject({ status: 400, code: '1001', message: expect.stringContaining('Picking') });
  await prepare(packageId);
  const labels = await adapter.labels(of, signal);
  expect(labels).toHaveLength(2);
  for (const { format, data } of labels) {
    expect(format).toBe('zpl');
    expect(data).toContain(`^BCN,160,Y,N,N^FD${trackingNumber}^FS`);
  }
  await control('PUT', '/orders/knobs', { label: 'nul' });
  expect((await adapter.labels(of, signal))[0]?.data).not.toContain('\0');
  await control('PUT', '/orders/knobs', { label: 'huge' });
  expect((await adapter.labels(of, signal))[0]?.data.length).toBeGreaterThan(400 * 1024);
  for (const label of ['html', 'none']) {
    await control('PUT', '/orders/knobs', { label });
    await expect(adapter.labels(of, signal)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
  }
  const own = await place({ carrier: 'YKMP' });
  await prepare(own.packageId);
  const other = { ...of, trackingNumber: (await look(own.packageId)).trackingNumber as string };
  expect(await adapter.labels(other, signal).catch((error: unknown) => error)).toBeInstanceOf(ProviderRefused);
});

test('a webhook is added, listed without its key, replaced and switched on', async () => {
  const { adapter, signal, place, control, simulator } = await start();
  const posts: WebhookPost[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const id = await adapter.addWebhook({ url: `${url}old`, key: 'old-key' }, signal);
  expect(await adapter.webhooks(signal)).toEqual([{ webhookId: id, url: `${url}old`, isActive: true }]);
  const headers = {
    authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
    'user-agent': '424242 - SelfIntegration',
  };
  await fetch(`${simulator.url}/webhook/sellers/424242/webhooks/${id}/deactivate`, { method: 'PUT', headers });
  expect(await adapter.webhooks(signal)).toMatchObject([{ isActive: false }]);
  await adapter.replaceWebhook(id, { url: `${url}new`, key: 'new-key' }, signal);
  await adapter.replaceWebhook(id, { url: `${url}new`, key: 'new-key' }, signal);
  expect(await adapter.webhooks(signal)).toEqual([{ webhookId: id, url: `${url}new`, isActive: true }]);
  const { packageId, orderNumber } = await place();
  await until(
    () => posts.length,
    (count) => count === 1,
  );
  const subjects = { packageIds: [packageId], orderNumbers: [orderNumber] };
  expect(trendyol.channel?.readWebhook?.(posts[0] as WebhookPost, ['new-key', 'old-key'])).toEqual(subjects);
  expect(() => subjectsOf(posts[0] as WebhookPost, ['old-key'])).toThrow(WebhookRefused);
  await control('PUT', '/orders/knobs', { envelope: 'bare', copies: 2, otherBytes: true });
  await control('PUT', '/orders/move', { packageId: Number(packageId), to: 'Shipped' });
  await until(
    () => posts.length,
    (count) => count === 3,
  );
  for (const post of posts.slice(1)) expect(subjectsOf(post, ['new-key'])).toEqual(subjects);
  await expect(adapter.addWebhook({ url: 'http://localhost/', key: 'k' }, signal)).rejects.toMatchObject({
    status: 400,
    code: 'Bad Request',
  });
});

describe('a post at the webhook', () => {
  const post = (body: unknown, headers: Record<string, string> = { 'x-api-key': 'key' }): WebhookPost => ({
    headers,
    body: typeof body === 'string' ? Buffer.from(body) : (body as Uint8Array),
  });
  const refusal = (sent: WebhookPost, keys: readonly string[] = ['key']) => {
    try {
      subjectsOf(sent, keys);
      return undefined;
    } catch (error) {
      return (error as WebhookRefused).reason;
    }
  };
  const good = '{"shipmentPackageId":7330012345678901234,"orderNumber":"12"}';

  test('proves itself by a key of today, in either header', () => {
    const basic = { Authorization: `Basic ${Buffer.from('user:ke:y').toString('base64')}` };
    expect(subjectsOf(post(good), ['other', 'key'])).toEqual({
      packageIds: ['7330012345678901234'],
      orderNumbers: ['12'],
    });
    expect(subjectsOf(post(good, basic), ['ke:y']).packageIds).toHaveLength(1);
    for (const [headers, keys] of [
      [{}, ['key']],
      [{ 'x-api-key': '' }, ['']],
      [{ 'x-api-key': 'kez' }, ['key']],
      [{ 'x-api-key': 'key' }, []],
      [{ authorization: 'Basic !!' }, ['key']],
    ] as const)
      expect(refusal(post(good, headers), keys)).toBe('forged');
  });

  test('is malformed where it names nothing that can be read', () => {
    const bodies = [
      '',
      'null',
      '7',
      '[]',
      '{}',
      '<html>',
      '{"content":[]}',
      '{"content":[null,7,{"orderNumber":" "}]}',
    ];
    for (const body of [...bodies, '{"shipmentPackageId":-1}', '{"shipmentPackageId":1.5}'])
      expect(refusal(post(body))).toBe('malformed');
    expect(refusal(post(Buffer.from([0xff, 0xfe])))).toBe('malformed');
    expect(refusal(post(good.padEnd(WEBHOOK_BYTES_MAX)))).toBeUndefined();
    expect(refusal(post(good.padEnd(WEBHOOK_BYTES_MAX + 1)))).toBe('malformed');
    const doubled = '{"content":[{"shipmentPackageId":1},{"shipmentPackageId":1},null]}';
    expect(subjectsOf(post(doubled), ['key'])).toEqual({ packageIds: ['1'], orderNumbers: [] });
  });

  test('throws nothing else, whatever it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
        const reason = refusal(post(body));
        expect([undefined, 'malformed']).toContain(reason);
      }),
    );
  });
});

test.each(orderHostilities)('a hostile list (%s) costs a row or an error of the port, and no more', async (kind) => {
  const { place, simulator, adapter, signal, window } = await start();
  await place({ count: 3 });
  simulator.faults.set({ hostilePage: { rate: 1, kind }, endpoint: STREAM });
  const read = await adapter.packages(window, null, signal).catch((error: unknown) => error);
  if (kind === 'refusedIn200') {
    expect(read).toBeInstanceOf(ProviderRefused);
    return;
  }
  const { rows, next } = read as { rows: PackageRow[]; next: string | null };
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/\\u0000|\\ud83d/);
  expect(rows.filter((row) => !isPackage(row))).toHaveLength(
    ['packageNull', 'packageText', 'packageNegative', 'packageUndated', 'packageLines'].includes(kind) ? 1 : 0,
  );
  expect(next !== null).toBe(kind.startsWith('cursor'));
  if (kind === 'packageLongIds') expect((rows[1] as RemotePackage).originPackageIds).toEqual(['9007199254740993']);
  if (kind === 'packageEnormous')
    for (const { title } of (rows[1] as RemotePackage).lines) expect(title.length).toBeLessThanOrEqual(500);
});

test('numbers beyond 2^53 go back to the provider to their last digit', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk) => asked.push(String(chunk)));
    request.on('end', () => response.end('200 OK'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const adapter = adapterAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const lines = [{ lineId: '9007199254740993', quantity: 1 }];
  await adapter.actOnPackage('7', { act: 'preparing', lines }, new AbortController().signal);
  expect(asked.join('')).toBe('{"lines":[{"lineId":9007199254740993,"quantity":1}],"params":{},"status":"Picking"}');
  server.closeAllConnections();
});

test('a provider that names no place to go on at, or too many packages, is not believed', async () => {
  let answer: unknown;
  const server = createServer((_, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  const adapter = adapterAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { signal } = new AbortController();
  const window = { from: '2026-11-25T00:00:00.000Z', to: '2026-11-25T01:00:00.000Z' };
  for (const page of [
    { content: [], hasMore: true, nextCursor: null },
    { content: [], hasMore: true, nextCursor: 'a' },
    { content: Array.from({ length: 201 }, () => null), hasMore: false },
    { content: { length: 1 }, hasMore: false },
    [],
    null,
  ]) {
    answer = page;
    await expect(adapter.packages(window, '0:a', signal)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
  }
  for (const list of [{}, [{ id: '../x', url: 'a' }], null]) {
    answer = list;
    await expect(adapter.webhooks(signal)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    await expect(adapter.addWebhook({ url: 'https://a.example', key: 'k' }, signal)).rejects.toBeInstanceOf(
      ProviderAnswerInvalid,
    );
  }
});

test('the limits of its groups are those of the lowest tier, and none where the channel has none', () => {
  const limits = (requestsPer10Seconds: number) => {
    const groups = trendyol.channel?.groups?.({ requestsPer10Seconds }) ?? [];
    return Object.fromEntries(groups.map(({ name, perMinute }) => [name, perMinute]));
  };
  expect(limits(50)).toMatchObject({ orders: 30, package: 100, label: 100, webhook: 300 });
  expect(limits(0)).toMatchObject({ orders: null, package: null, label: null, webhook: null });
});

describe('the mapping of a row', () => {
  const line = { lineId: 1, quantity: 2, barcode: 'A', discountDetails: [] };
  const row = {
    shipmentPackageId: 1,
    orderNumber: '12',
    status: 'Created',
    orderDate: 1_762_253_333_685,
    lastModifiedDate: 1_762_242_600_000,
    packageTotalPrice: 10,
    lines: [line],
  };
  const read = (more: object): RemotePackage => {
    const made = readPackage({ ...row, ...more });
    if (!isPackage(made)) throw new Error(made.message);
    return made;
  };

  test('takes three hours off the date of the order alone', () => {
    const times = fc.integer({ min: 3 * HOUR_MS, max: 4_102_444_800_000 });
    const past = fc.integer({ min: 3 * HOUR_MS, max: Date.now() });
    fc.assert(
      fc.property(past, times, (ordered, until) => {
        const made = read({ orderDate: ordered, agreedDeliveryDate: until });
        expect(Date.parse(made.orderedAt)).toBe(ordered - 3 * HOUR_MS);
        expect(Date.parse(made.modifiedAt)).toBe(row.lastModifiedDate);
        expect(Date.parse(made.shipUntil as string)).toBe(until);
      }),
    );
  });

  test('takes a change that is still to come as one of now, so later news counts against it', () => {
    const before = Date.now();
    const ahead = fc.integer({ min: before + HOUR_MS, max: 253_402_300_799_999 - 3 * HOUR_MS });
    fc.assert(
      fc.property(ahead, fc.integer({ min: 0, max: before + 60_000 }), (late, plain) => {
        const frozen = read({ lastModifiedDate: late });
        expect(Date.parse(read({ orderDate: late + 3 * HOUR_MS }).orderedAt)).toBeLessThanOrEqual(Date.now());
        expect(Date.parse(frozen.modifiedAt)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(frozen.modifiedAt)).toBeLessThanOrEqual(Date.now());
        expect(Date.parse(read({ lastModifiedDate: plain }).modifiedAt)).toBe(plain);
        const next = read({ lastModifiedDate: Date.now() + 1, status: 'Shipped' });
        expect(isNews(frozen, next)).toBe(true);
      }),
    );
  });

  const lira = fc.integer({ min: 0, max: 10_000_000 }).map((kurus) => kurus / 100);

  test('takes the price of each piece from its details, to the kuruş', () => {
    const detailed = fc.array(fc.array(lira, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(detailed, lira, (lines, total) => {
        const made = read({
          packageTotalPrice: total,
          lines: lines.map((prices, at) => ({
            lineId: at,
            quantity: prices.length,
            lineUnitPrice: 1,
            discountDetails: prices.map((lineItemPrice) => ({ lineItemPrice })),
          })),
        });
        expect(made.lines.map(({ unitPrices }) => unitPrices)).toEqual(lines.map((each) => each.map(kurusOfLira)));
        expect(made.total).toBe(kurusOfLira(total));
      }),
    );
  });

  test.each(['averages', 'totals'])(
    'spreads what has no details, so that nothing of the total is lost (%s)',
    (reading) => {
      const quantities = fc.integer({ min: 1, max: 40 });
      const some = fc.array(
        fc.record({ price: fc.integer({ min: 1, max: 1_000_000 }), quantity: quantities, told: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 6,
        },
      );
      fc.assert(
        fc.property(some, (lines) => {
          const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
          const made = read({
            packageTotalPrice: total / 100,
            lines: lines.map(({ price, quantity, told }, at) => ({
              lineId: at,
              quantity,
              lineUnitPrice: (reading === 'averages' ? price : price * quantity) / 100,
              ...(told
                ? { discountDetails: Array.from({ length: quantity }, () => ({ lineItemPrice: price / 100 })) }
                : {}),
            })),
          });
          const prices = made.lines.map(({ unitPrices }) => unitPrices);
          expect(prices).toEqual(lines.map(({ price, quantity }) => Array.from({ length: quantity }, () => price)));
        }),
      );
    },
  );

  test('spreads an amount by weights, exactly and by no more than a kuruş off', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), weights, (amount, by) => {
        const shares = spread(amount, by);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        const sum = by.reduce((all, weight) => all + weight, 0);
        for (const [at, share] of shares.entries()) {
          const [weight, whole] = sum === 0 ? [1, by.length] : [by[at] as number, sum];
          const apart = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(weight);
          expect(apart < BigInt(whole) && apart > -BigInt(whole)).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['Awaiting', 'waiting'],
    ['Created', 'created'],
    ['Picking', 'preparing'],
    ['Invoiced', 'invoiced'],
    ['Shipped', 'shipped'],
    ['AtCollectionPoint', 'at_collection_point'],
    ['Delivered', 'delivered'],
    ['UnDelivered', 'undelivered'],
    ['Returned', 'returned'],
    ['Cancelled', 'cancelled'],
    ['UnSupplied', 'unsupplied'],
    ['UnPacked', 'unpacked'],
    ['Repack', 'unknown'],
    ['constructor', 'unknown'],
  ])('knows the state %s', (status, state) => {
    expect(read({ status })).toMatchObject({ state, stateWord: status });
    expect(read({ status: null, shipmentPackageStatus: status })).toMatchObject({ state });
    expect(packageStates).toContain(state);
  });

  test('leaves out what it does not say, and numbers that stand for none', () => {
    const made = read({ identityNumber: '11111111111', customerEmail: '', cargoTrackingNumber: null, lines: [line] });
    expect(made.customer).toEqual({ remoteId: null, name: '-', email: null, identityNumber: null });
    expect(made).toMatchObject({ trackingNumber: null, shipUntil: null, carrier: null, currency: 'TRY' });
    expect(read({ cargoTrackingNumber: '7330012345678901234' }).trackingNumber).toBe('7330012345678901234');
    expect(read({ lines: [line, { lineId: 2, quantity: 0 }] }).lines).toHaveLength(1);
    expect(read({ lines: [] }).lines).toEqual([]);
    expect(read({ lines: [{ ...line, commission: 12.5, vatRate: 'x' }] }).lines[0]).toMatchObject({
      commissionPercent: 12.5,
      vatRate: null,
    });
  });

  test('makes a package or an unreadable row of whatever comes, and throws nothing', () => {
    const anything = fc.anything({ withBigInt: false, withNullPrototype: true });
    const spoilt = fc.record({
      field: fc.constantFrom(...Object.keys(row), 'shipmentAddress', 'customerId'),
      value: anything,
    });
    fc.assert(
      fc.property(fc.oneof(anything, spoilt), (value) => {
        const { field, value: other } = (value ?? {}) as { field?: string; value?: unknown };
        const made = readPackage(field === undefined ? value : { ...row, [field]: other });
        const text = JSON.stringify(made);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\\u0000');
      }),
      { numRuns: 500 },
    );
  });

  test('names what it could not read', () => {
    const spoilt = readJson('{"shipmentPackageId":7330012345678901234,"orderNumber":"12","lines":[]}');
    expect(readPackage(spoilt)).toEqual({
      remoteId: '7330012345678901234',
      title: '12',
      message: expect.stringMatching(/is required/),
    });
    expect(
      isPackage(
        readPackage({
          ...row,
          lines: [
            { ...line, quantity: 60_000 },
            { ...line, quantity: 60_000 },
          ],
        }),
      ),
    ).toBe(false);
  });
});

test('a window is cut into such as the stream takes, without a gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 0, max: 400 * DAY_MS }), (from, length) => {
      const slices = slicesOf(from, from + length, 14 * DAY_MS);
      expect(slices[0]?.[1]).toBe(from + length);
      expect(slices.at(-1)?.[0]).toBe(from);
      for (const [at, [start, end]] of slices.entries()) {
        expect(end - start).toBeGreaterThanOrEqual(0);
        expect(end - start).toBeLessThanOrEqual(14 * DAY_MS);
        if (at > 0) expect(end).toBe((slices[at - 1] as readonly [number, number])[0] - 1);
      }
    }),
  );
});
