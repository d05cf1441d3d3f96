import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { barcodeOf } from '../../src/simulator/trendyol/barcode';
import {
  startTrendyolSimulator,
  type TrendyolSimulator,
  type TrendyolSimulatorOptions,
} from '../../src/simulator/trendyol/server';
import { patient } from '../world/patience';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = { readonly status: number; readonly body: any; readonly text: string };

const NOON_MS = Date.UTC(2026, 10, 25, 12);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ORDERS = '/order/sellers/424242';
const LABEL = '/sellers/424242/common-label';
const WEBHOOKS = '/webhook/sellers/424242/webhooks';
/** Barcode of the catalog's third content, of the first of at most four variants. */
const BARCODE = barcodeOf(7, 2 * 4);

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

async function start(options: TrendyolSimulatorOptions = {}) {
  let nowMs = NOON_MS;
  const simulator: TrendyolSimulator = await startTrendyolSimulator({
    requestsPer10s: 0,
    now: () => nowMs,
    ...options,
  });
  running.push(simulator);
  const headers = {
    authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
    'user-agent': '424242 - SelfIntegration',
  };
  const call = async (method: string, path: string, sent?: unknown): Promise<Answer> => {
    const body = sent === undefined || sent instanceof FormData ? sent : JSON.stringify(sent);
    const response = await fetch(simulator.url + path, { method, headers, ...(body ? { body } : {}) });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const control = async (method: string, path: string, sent?: unknown): Promise<Answer['body']> => {
    const response = await fetch(new URL(`/__simulator${path}`, simulator.url), {
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  };
  const place = async (more: object = {}): Promise<{ orderNumber: string; packageId: number }> =>
    control('POST', '/orders', { lines: [{ barcode: BARCODE, quantity: 3, priceKurus: 10_000 }], ...more });
  const look = async (packageId: number) =>
    (await call('GET', `${ORDERS}/v2/orders?shipmentPackageIds=${packageId}`)).body.content[0];
  const act = (packageId: number, path: string, sent: unknown, method = 'PUT') =>
    call(method, `${ORDERS}/shipment-packages/${packageId}${path}`, sent);
  const prepare = async (packageId: number, status = 'Picking', params = {}) => {
    const { lines } = await look(packageId);
    return act(packageId, '', {
      lines: lines.map(({ lineId, quantity }: { lineId: number; quantity: number }) => ({ lineId, quantity })),
      params,
      status,
    });
  };
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { simulator, call, control, place, look, act, prepare, advance };
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

test('a package is told as the provider tells it', async () => {
  const { call, place, control } = await start();
  const { orderNumber, packageId } = await place({ discountKurus: 100 });
  const { text, body } = await call('GET', `${ORDERS}/v2/orders?orderNumber=${orderNumber}`);
  expect(body).toMatchObject({ page: 0, size: 50, totalPages: 1, totalElements: 1 });
  const [told] = body.content;
  expect(told).toMatchObject({
    shipmentPackageId: packageId,
    orderDate: NOON_MS + 3 * HOUR_MS,
    lastModifiedDate: NOON_MS,
    packageHistories: [{ createdDate: NOON_MS, status: 'Created' }],
    status: 'Created',
    shipmentPackageStatus: 'Created',
    identityNumber: '11111111111',
    packageGrossAmount: 300,
    packageSellerDiscount: 1,
    packageTotalPrice: 299,
    createdBy: 'order-creation',
    originPackageIds: [],
  });
  expect(text).toMatch(/"cargoTrackingNumber":733\d{16}[,}]/);
  expect(text).not.toMatch(/"cargoTrackingNumber":"/);
  const [line] = told.lines;
  expect(line).toMatchObject({ barcode: BARCODE, quantity: 3, lineGrossAmount: 100, lineUnitPrice: 99.67 });
  expect(line.discountDetails.map((each: { lineItemPrice: number }) => each.lineItemPrice)).toEqual([
    99.66, 99.67, 99.67,
  ]);
  const awaiting = await place({ status: 'Awaiting', address: 'empty' });
  const waiting = (await control('GET', '/orders')).find(
    (each: { shipmentPackageId: number }) => each.shipmentPackageId === awaiting.packageId,
  );
  expect(waiting).toMatchObject({ status: 'Awaiting', shipmentAddress: null });
  expect(waiting).not.toHaveProperty('cargoTrackingNumber');
});

test('the stream goes on at an opaque cursor, the newest first, and takes no other filter with it', async () => {
  const { call, control, place } = await start();
  for (let at = 0; at < 5; at += 1) await place({ agoMs: (5 - at) * HOUR_MS });
  const window = `lastModifiedStartDate=${NOON_MS - DAY_MS}&lastModifiedEndDate=${NOON_MS}`;
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&nextCursor=${encodeURIComponent(cursor)}`;
    const { body } = await call('GET', `${ORDERS}/orders/stream?${window}&size=2${more}`);
    seen.push(...body.content.map((each: { lastModifiedDate: number }) => each.lastModifiedDate));
    expect(body.hasMore).toBe(body.nextCursor !== null);
    if (body.nextCursor && seen.length === 2) {
      const other = `${ORDERS}/orders/stream?${window}&packageItemStatuses=Created&nextCursor=${body.nextCursor}`;
      expect((await call('GET', other)).status).toBe(400);
    }
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([1, 2, 3, 4, 5].map((hours) => NOON_MS - hours * HOUR_MS));
  const refused = [
    `lastModifiedStartDate=${NOON_MS - 14 * DAY_MS - 1}&lastModifiedEndDate=${NOON_MS}`,
    `${window}&size=201`,
    `${window}&nextCursor=abc`,
  ];
  for (const query of refused) expect((await call('GET', `${ORDERS}/orders/stream?${query}`)).status).toBe(400);
  const many = Array.from({ length: 51 }, (_, at) => at).join(',');
  expect((await call('GET', `${ORDERS}/v2/orders?shipmentPackageIds=${many}`)).body).toEqual({
    error: 'Bad Request',
    message: expect.any(String),
  });
  // The documents call the filter GMT+3, and nobody knows.
  await control('PUT', '/orders/knobs', { filterZone: 'istanbul' });
  expect((await call('GET', `${ORDERS}/orders/stream?${window}`)).body.content).toHaveLength(3);
});

test('invoiced comes after prepared, and what a package has no more of is refused', async () => {
  const { place, look, act, prepare, control } = await start();
  const { packageId } = await place();
  expect(await prepare(packageId, 'Invoiced')).toMatchObject({
    status: 400,
    body: { exception: 'ClientApiBusinessException' },
  });
  const [{ lineId }] = (await look(packageId)).lines;
  const tooMany = { lines: [{ lineId, quantity: 4 }], params: {}, status: 'Picking' };
  expect((await act(packageId, '', tooMany)).status).toBe(400);
  expect(await prepare(packageId)).toMatchObject({ status: 200, body: '200 OK' });
  expect((await prepare(packageId, 'Invoiced', { invoiceNumber: 'TZG2026000000001' })).status).toBe(200);
  expect(await look(packageId)).toMatchObject({ status: 'Invoiced', invoiceNumber: 'TZG2026000000001' });
  expect((await act(404, '', tooMany)).status).toBe(404);
  const { operations } = await control('GET', '/orders/statistics');
  expect(operations[packageId]).toEqual({ Invoiced: { asked: 2, done: 1 }, Picking: { asked: 2, done: 1 } });
});

test('a split makes packages after a while, and the one before is unpacked', async () => {
  const { control, place, look, act, call } = await start();
  await control('PUT', '/orders/knobs', { splitAfterMs: 86_400_000 });
  const { packageId, orderNumber } = await place({
    lines: [
      { barcode: BARCODE, quantity: 3, priceKurus: 10_000 },
      { barcode: 'ABC', quantity: 1, priceKurus: 5_000 },
    ],
  });
  const [first, second] = (await look(packageId)).lines;
  const sent = { splitPackages: [{ packageDetails: [{ orderLineId: first.lineId, quantities: 2 }] }] };
  expect((await act(packageId, '/split-packages', sent, 'POST')).status).toBe(200);
  expect((await act(packageId, '/split-packages', sent, 'POST')).status).toBe(400);
  expect((await look(packageId)).status).toBe('Created');
  await control('POST', '/orders/hurry');
  expect((await look(packageId)).status).toBe('UnPacked');
  const { content } = (await call('GET', `${ORDERS}/v2/orders?orderNumber=${orderNumber}`)).body;
  const children = content.filter((each: { createdBy: string }) => each.createdBy === 'split');
  expect(children).toHaveLength(2);
  for (const child of children) expect(child).toMatchObject({ status: 'Created', originPackageIds: [packageId] });
  const pieces = children.map((each: { lines: { barcode: string; quantity: number }[] }) =>
    each.lines.map(({ barcode, quantity }) => `${quantity} ${barcode}`),
  );
  expect(pieces).toEqual(expect.arrayContaining([[`2 ${BARCODE}`], [`1 ${BARCODE}`, '1 ABC']]));
  expect(children.map(({ packageTotalPrice }: { packageTotalPrice: number }) => packageTotalPrice)).toEqual(
    expect.arrayContaining([200, 150]),
  );
  const ids = children.flatMap((each: { lines: { lineId: number }[] }) => each.lines.map(({ lineId }) => lineId));
  expect(ids).toContain(second.lineId);
  expect(ids).not.toContain(first.lineId);
  // All of the lines by several groups, and more than there is.
  const again = await place();
  const [line] = (await look(again.packageId)).lines;
  for (const [path, body] of [
    ['/multi-split', { splitGroups: [{ orderLineIds: [line.lineId] }] }],
    ['/split', { orderLineIds: [line.lineId] }],
    ['/quantity-split', { quantitySplit: [{ orderLineId: line.lineId, quantities: [2, 2] }] }],
  ] as const)
    expect((await act(again.packageId, path, body, 'POST')).status).toBe(400);
  const apart = { quantitySplit: [{ orderLineId: line.lineId, quantities: [1, 1] }] };
  expect((await act(again.packageId, '/quantity-split', apart, 'POST')).status).toBe(200);
});

test.each(['shrinks', 'unpacks'])(
  'what is not supplied leaves the rest in a new package (%s)',
  async (partialCancel) => {
    const { control, place, look, act, call } = await start();
    await control('PUT', '/orders/knobs', { partialCancel });
    const { packageId, orderNumber } = await place();
    const [{ lineId }] = (await look(packageId)).lines;
    const sent = { lines: [{ lineId, quantity: 1 }], reasonId: 500 };
    expect((await act(packageId, '/items/unsupplied', { ...sent, reasonId: 503 })).status).toBe(400);
    expect((await act(packageId, '/items/unsupplied', sent)).status).toBe(200);
    const { content } = (await call('GET', `${ORDERS}/v2/orders?orderNumber=${orderNumber}`)).body;
    const quantities = (status: string) =>
      content
        .filter((each: { status: string }) => each.status === status)
        .flatMap((each: { lines: { quantity: number }[] }) => each.lines.map(({ quantity }) => quantity));
    expect(quantities('UnSupplied')).toEqual([1]);
    expect(quantities('Created')).toEqual([2]);
    expect(quantities('UnPacked')).toEqual(partialCancel === 'unpacks' ? [3] : []);
    const whole = await place();
    await control('PUT', '/orders/cancel', { packageId: whole.packageId });
    expect(await look(whole.packageId)).toMatchObject({ status: 'Cancelled', lines: [{ cancelledBy: 'Customer' }] });
    const cancelled = await call('GET', `${ORDERS}/v2/orders?status=Cancelled`);
    expect(cancelled.body.content.map((each: { status: string }) => each.status).toSorted()).toEqual([
      'Cancelled',
      'UnSupplied',
    ]);
  },
);

test('carrier, box, warehouse, date and own carrier have rules of their own', async () => {
  const { place, look, act, prepare, advance, control } = await start();
  const { packageId } = await place();
  const before = await look(packageId);
  expect((await act(packageId, '/cargo-providers', { cargoProvider: 'NOBODY' })).status).toBe(400);
  expect((await act(packageId, '/cargo-providers', { cargoProvider: 'ARASMP' })).status).toBe(200);
  expect((await act(packageId, '/cargo-providers', { cargoProvider: 'TEXMP' })).status).toBe(400);
  advance(5 * 60_000);
  expect((await act(packageId, '/cargo-providers', { cargoProvider: 'TEXMP' })).status).toBe(200);
  expect((await act(packageId, '/box-info', { boxQuantity: 2, deci: 4 })).status).toBe(200);
  expect((await act(packageId, '/box-info', { deci: 4 })).status).toBe(400);
  expect((await act(packageId, '/warehouse', { warehouseId: 12 })).status).toBe(200);
  expect((await act(packageId, '/extended-agreed-delivery-date', { extendedDayCount: 4 })).status).toBe(400);
  expect((await act(packageId, '/extended-agreed-delivery-date', { extendedDayCount: 2 })).status).toBe(200);
  expect(await look(packageId)).toMatchObject({
    agreedDeliveryDate: before.agreedDeliveryDate + 2 * DAY_MS,
    warehouseId: 12,
    cargoDeci: 4,
  });
  const own = { isPhoneNumber: false, trackingInfo: 'https://kargo.example/1', params: {} };
  expect((await act(packageId, '/alternative-delivery', own)).status).toBe(400);
  await prepare(packageId);
  expect((await act(packageId, '/alternative-delivery', own)).status).toBe(200);
  expect(await look(packageId)).toMatchObject({ status: 'Shipped', cargoTrackingLink: own.trackingInfo });
  expect((await act(packageId, '/warehouse', { warehouseId: 12 })).status).toBe(400);
  await control('PUT', '/orders/move', { packageId, to: 'Repack' });
  expect((await look(packageId)).status).toBe('Repack');
});

test('an invoice is handed in once, by its address or as a file', async () => {
  const { place, call, look } = await start();
  const { packageId } = await place();
  const link = { invoiceLink: 'https://fatura.example/1.pdf', shipmentPackageId: packageId };
  const links = '/sellers/424242/seller-invoice-links';
  expect((await call('POST', links, { ...link, invoiceNumber: '1' })).status).toBe(400);
  expect((await call('POST', links, { ...link, invoiceNumber: 'TZG2026000000001' })).status).toBe(201);
  expect(await call('POST', links, link)).toMatchObject({ status: 409, body: { error: 'Conflict' } });
  expect(await look(packageId)).toMatchObject({ invoiceStatus: 'Received', invoiceNumber: 'TZG2026000000001' });
  expect((await call('POST', `${links}/delete`, { serviceSourceId: packageId })).status).toBe(202);
  const form = (id: number, type = 'application/pdf') => {
    const made = new FormData();
    made.append('shipmentPackageId', String(id));
    made.append('file', new Blob(['%PDF-1.4'], { type }), 'fatura.pdf');
    return made;
  };
  const files = '/sellers/424242/seller-invoice-file';
  expect((await call('POST', files, form(packageId, 'text/html'))).status).toBe(400);
  expect((await call('POST', files, form(packageId))).status).toBe(201);
  expect((await call('POST', files, form(packageId))).status).toBe(409);
  expect((await call('POST', files, form(1))).status).toBe(404);
});

test('labels are made after preparing, one a box, and bear the tracking number', async () => {
  const { call, place, prepare, look, control } = await start();
  const { packageId } = await place();
  const tracking = /no=(\d+)/.exec((await look(packageId)).cargoTrackingLink)?.[1] as string;
  const path = `${LABEL}/${tracking}`;
  expect(await call('POST', path, { format: 'ZPL' })).toEqual(
    expect.objectContaining({
      status: 400,
      body: { error: { status: 400, errors: [{ code: 1001, type: 'BUSINESS', title: expect.any(String) }] } },
    }),
  );
  await prepare(packageId);
  expect((await call('GET', path)).status).toBe(404);
  expect((await call('POST', path, { format: 'ZPL', boxQuantity: 2 })).status).toBe(200);
  const { data } = (await call('GET', path)).body;
  expect(data).toHaveLength(2);
  for (const { label, format } of data) {
    expect(format).toBe('ZPL');
    expect(label).toMatch(/^\^XA[\s\S]*\^XZ$/);
    expect(label).toContain(`^BCN,160,Y,N,N^FD${tracking}^FS`);
    expect(label).toMatch(/[Ğğİş]/);
  }
  await control('PUT', '/orders/knobs', { label: 'huge' });
  expect((await call('GET', path)).body.data[0].label.length).toBeGreaterThan(400 * 1024);
});

interface Posted {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function listener(answer: () => number) {
  const posts: Posted[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(answer()).end();
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
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const hook = (url: string, more: object = {}) => ({
  url,
  authenticationType: 'API_KEY',
  apiKey: 'key-1',
  subscribedStatuses: [],
  ...more,
});

test('webhooks are fifteen at most, keep their secrets, and are replaced whole', async () => {
  const { call } = await start();
  for (const url of ['https://trendyol.example', 'https://a.example/Dolap', 'http://localhost:1/', 'x'])
    expect((await call('POST', WEBHOOKS, hook(url))).status).toBe(400);
  expect((await call('POST', WEBHOOKS, hook('https://a.example', { apiKey: '' }))).status).toBe(400);
  expect((await call('POST', WEBHOOKS, hook('https://a.example', { subscribedStatuses: ['X'] }))).status).toBe(400);
  const { id } = (await call('POST', WEBHOOKS, hook('https://a.example'))).body;
  for (let at = 1; at < 15; at += 1)
    expect((await call('POST', WEBHOOKS, hook(`https://a.example/${at}`))).status).toBe(200);
  expect((await call('POST', WEBHOOKS, hook('https://a.example/16'))).status).toBe(400);
  expect((await call('PUT', `${WEBHOOKS}/${id}/deactivate`)).status).toBe(200);
  const basic = { authenticationType: 'BASIC_AUTHENTICATION', username: 'u', password: 'secret-2' };
  expect((await call('PUT', `${WEBHOOKS}/${id}`, { url: 'https://b.example', ...basic })).status).toBe(200);
  const { text, body } = await call('GET', WEBHOOKS);
  expect(body).toHaveLength(15);
  expect(body[0]).toMatchObject({ id, url: 'https://b.example', username: 'u', status: 'PASSIVE' });
  expect(text).not.toMatch(/key-1|secret-2/);
  expect((await call('DELETE', `${WEBHOOKS}/${id}`)).status).toBe(200);
  expect((await call('PUT', `${WEBHOOKS}/${id}/activate`)).status).toBe(404);
});

test('each change of a status is posted with its key, doubled in other bytes if wanted', async () => {
  const { call, control, place } = await start();
  const { posts, url } = await listener(() => 200);
  await call('POST', WEBHOOKS, hook(url));
  const basic = { authenticationType: 'BASIC_AUTHENTICATION', username: 'u', password: 'p' };
  await call('POST', WEBHOOKS, { url, ...basic, subscribedStatuses: ['SHIPPED'] });
  const { packageId } = await place();
  await until(
    () => posts.length,
    (count) => count === 1,
  );
  expect(posts[0]?.headers['x-api-key']).toBe('key-1');
  expect(JSON.parse(posts[0]?.body as string).content[0]).toMatchObject({ shipmentPackageId: packageId });
  await control('PUT', '/orders/knobs', { copies: 2, otherBytes: true, envelope: 'bare', hold: true });
  await control('PUT', '/orders/move', { packageId, to: 'Shipped' });
  expect((await control('GET', '/webhooks')).held).toBe(4);
  await control('PUT', '/webhooks', { release: 'reversed' });
  await until(
    () => posts.length,
    (count) => count === 5,
  );
  const late = posts.slice(1);
  expect(late.filter(({ headers }) => headers.authorization === 'Basic dTpw')).toHaveLength(2);
  expect(new Set(late.map(({ body }) => body)).size).toBe(2);
  for (const { body } of late) {
    expect(body).toMatch(/"cargoTrackingNumber":\s*733\d{16}/);
    expect(JSON.parse(body)).toMatchObject({ shipmentPackageId: packageId, status: 'Shipped' });
  }
});

test('nothing is posted of an order that is placed silently, and lists show it', async () => {
  const { call, control, place } = await start();
  const { posts, url } = await listener(() => 200);
  await call('POST', WEBHOOKS, hook(url));
  const silent = await place({ silent: true });
  await control('PUT', '/orders/move', { packageId: silent.packageId, to: 'Shipped' });
  const loud = await place();
  await until(
    () => posts.length,
    (count) => count === 1,
  );
  expect(JSON.parse(posts[0]?.body as string).content[0]).toMatchObject({ shipmentPackageId: loud.packageId });
  const { content } = (await call('GET', `${ORDERS}/v2/orders?orderNumber=${silent.orderNumber}`)).body;
  expect(content).toMatchObject([{ shipmentPackageId: silent.packageId, status: 'Shipped' }]);
});

test('a post that nobody takes is tried again, and a webhook that fails on is passive', async () => {
  const { call, control, place } = await start();
  let answer = 500;
  const { posts, url } = await listener(() => answer);
  const { id } = (await call('POST', WEBHOOKS, hook(url))).body;
  await control('PUT', '/orders/knobs', { scale: 100_000 });
  await place();
  const stateOf = async () => (await call('GET', WEBHOOKS)).body[0].status;
  await until(stateOf, (status) => status === 'PASSIVE');
  expect(posts).toHaveLength(13);
  await place();
  answer = 200;
  await call('PUT', `${WEBHOOKS}/${id}/activate`);
  await place();
  await until(
    () => posts.length,
    (count) => count === 14,
  );
  expect(await stateOf()).toBe('ACTIVE');
});

test('requests beyond the limit of their group are refused and counted', async () => {
  const { call, simulator, advance, control } = await start({ requestsPer10s: 50 });
  const ask = async () => (await call('GET', `${ORDERS}/v2/orders?size=1`)).status;
  for (let at = 0; at < 30; at += 1) expect(await ask()).toBe(200);
  expect((await call('GET', `${ORDERS}/orders/stream?size=1`)).status).toBe(429);
  expect(await ask()).toBe(429);
  expect(simulator.stats().breaches).toBe(2);
  expect((await control('GET', '/orders/statistics')).breaches).toEqual({ orders: 2 });
  // Only another length of the windows begins them anew.
  await control('PUT', '/orders/knobs', { copies: 2 });
  expect(await ask()).toBe(429);
  advance(60_000);
  expect(await ask()).toBe(200);
});

test('an order takes pieces off the stock there, and a sale beyond it is counted', async () => {
  const { call, control, place, simulator } = await start({ products: 20 });
  await control('PUT', '/catalog', { stockChange: { quantity: 5, everyNth: 1 } });
  const stock = async () =>
    (await call('GET', `/product/sellers/424242/products/approved?barcode=${BARCODE}`)).body.content[0].variants.find(
      ({ barcode }: { barcode: string }) => barcode === BARCODE,
    ).stock.quantity;
  await place();
  expect(await stock()).toBe(2);
  expect(simulator.stats()).toMatchObject({ ordersPlaced: 1, oversoldPieces: 0 });
  await place();
  expect(await stock()).toBe(0);
  expect(simulator.stats()).toMatchObject({ ordersPlaced: 2, oversoldPieces: 1 });
  expect((await control('GET', '/orders/statistics')).oversold).toEqual({ [BARCODE]: 1 });
  await control('PUT', '/catalog', { stockChange: { quantity: 7, everyNth: 1 } });
  expect(await stock()).toBe(7);
});

test('what a test controls wrongly is said in words', async () => {
  const { control, place } = await start();
  const { packageId } = await place({ address: 'empty', commercial: true });
  await control('PUT', '/orders/complete', { packageId });
  const wrong: [string, string, unknown][] = [
    ['POST', '/orders', { lines: [] }],
    ['POST', '/orders', { lines: [{ barcode: 'A', quantity: 0 }] }],
    ['POST', '/orders', { lines: [{ barcode: 'A' }], address: 'moon' }],
    ['POST', '/orders', { lines: [{ barcode: 'A' }], carrier: 'X' }],
    ['POST', '/orders', { lines: [{ barcode: 'A' }], silent: 'yes' }],
    ['PUT', '/orders/move', { packageId: 1, to: 'Shipped' }],
    ['PUT', '/orders/cancel', { packageId, lines: [{ lineId: 1, quantity: 1 }] }],
    ['PUT', '/orders/knobs', { scale: 0 }],
    ['PUT', '/webhooks', { release: 'all' }],
  ];
  for (const [method, path, sent] of wrong) await expect(control(method, path, sent)).rejects.toThrow(/error/);
});
