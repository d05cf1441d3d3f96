import { inflateSync } from 'node:zlib';
import {
  type GeliverSimulator,
  type GeliverSimulatorOptions,
  ORGANIZATION_ID,
  startGeliverSimulator,
} from '../../src/simulator/geliver/server';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = { readonly status: number; readonly body: any };

const NOON_MS = Date.UTC(2026, 10, 25, 12);
const running: GeliverSimulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
});

async function start(options: GeliverSimulatorOptions = {}) {
  const simulator = await startGeliverSimulator({ now: () => NOON_MS, ...options });
  running.push(simulator);
  const call = async (method: string, path: string, sent?: unknown, token = 'demo-token'): Promise<Answer> => {
    const response = await fetch(simulator.url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const control = (path: string, sent: unknown) =>
    fetch(new URL(`/__simulator${path}`, simulator.url), { method: 'PUT', body: JSON.stringify(sent) });
  return { simulator, call, control };
}

const person = {
  name: 'Şule Çağlı',
  phone: '+905321234567',
  address1: 'Moda Caddesi 12',
  countryCode: 'TR',
  cityCode: '34',
  districtName: 'Kadıköy',
};
const sender = { ...person, email: 'depo@shop.example', zip: '34710', shortName: 'depo', isRecipientAddress: false };
const parcel = { length: '10', width: '10', height: '10', distanceUnit: 'cm', weight: '1', massUnit: 'kg' };

type Started = Awaited<ReturnType<typeof start>>;

async function asked({ call }: Started, more: object = {}): Promise<string> {
  const known = (await call('GET', '/addresses')).body.data[0]?.id;
  const senderAddressID = known ?? (await call('POST', '/addresses', sender)).body.data.id;
  const order = { orderNumber: 'shp_1', totalAmount: '150' };
  const sent = { senderAddressID, recipientAddress: person, ...parcel, order, ...more };
  return (await call('POST', '/shipments', sent)).body.data.id;
}

async function accepted(at: Started, more: object = {}): Promise<Answer['body']> {
  const id = await asked(at, more);
  const [offer] = (await at.call('GET', `/shipments/${id}`)).body.data.offers.list;
  return (await at.call('POST', '/transactions', { offerID: offer.id })).body.data;
}

test('who has no token is refused, and what there is not', async () => {
  const { call } = await start();
  expect(await call('GET', '/addresses', undefined, 'wrong')).toEqual({
    status: 401,
    body: { result: false, code: 'E1005', message: expect.any(String) },
  });
  expect((await call('GET', '/nothing')).status).toBe(404);
  expect((await call('DELETE', '/cities')).status).toBe(405);
  expect((await call('GET', '/shipments/none')).body).toMatchObject({ result: false, code: 'E1020' });
});

test('addresses are kept, told apart and taken away', async () => {
  const { call } = await start();
  const { id } = (await call('POST', '/addresses', sender)).body.data;
  expect((await call('GET', `/addresses/${id}`)).body).toMatchObject({ result: true, data: { shortName: 'depo' } });
  await call('POST', '/addresses', { ...person, isRecipientAddress: true });
  const senders = await call('GET', '/addresses?isRecipientAddress=false&limit=1&page=1');
  expect(senders.body).toMatchObject({ data: [{ id }], totalRows: 1, totalPages: 1 });
  expect((await call('POST', '/addresses', sender)).body.code).toBe('E1011');
  for (const field of ['phone', 'zip', 'email', 'name', 'districtName'])
    expect((await call('POST', '/addresses', { ...sender, shortName: 'x', [field]: '' })).body.code).toBe('E1003');
  expect((await call('POST', '/addresses', { ...sender, shortName: 'x', cityCode: '82' })).body.code).toBe('E1012');
  expect((await call('POST', '/addresses', '{')).body.code).toBe('E1002');
  expect((await call('DELETE', `/addresses/${id}`)).body).toEqual({ result: true, additionalMessage: 'Success' });
  expect((await call('GET', `/addresses/${id}`)).status).toBe(404);
});

test('provinces and their districts', async () => {
  const { call } = await start();
  expect((await call('GET', '/cities?countryCode=TR')).body.data).toContainEqual(
    expect.objectContaining({ name: 'İstanbul', cityCode: '34' }),
  );
  const { data } = (await call('GET', '/districts?countryCode=TR&cityCode=34')).body;
  expect(data.map(({ name }: { name: string }) => name)).toContain('Kadıköy');
});

test('offers arrive gradually, dearer by desi, and none of a parcel whose measures are numbers', async () => {
  const at = await start();
  const id = await asked(at);
  const looks: number[] = [];
  let offers: Answer['body'];
  do {
    offers = (await at.call('GET', `/shipments/${id}`)).body.data.offers;
    looks.push(offers.percentageCompleted);
  } while (offers.percentageCompleted < 100);
  expect(looks).toEqual([33, 66, 100]);
  expect(offers.cheapest).toMatchObject({
    providerServiceCode: 'PTT_STANDART',
    totalAmount: '74.5000',
    currency: 'TL',
  });
  expect(offers.fastest.averageEstimatedTimeHumanReadible).toBe('02 gün');
  const { data } = (await at.call('PATCH', `/shipments/${id}`, { length: '60' })).body;
  expect(data.length).toBe('60');
  const { call } = at;
  const { senderAddressID } = (await call('GET', `/shipments/${id}`)).body.data;
  const wrong = await call('POST', '/shipments', { senderAddressID, recipientAddress: person, ...parcel, weight: 1 });
  expect(wrong.body.code).toBe('E1003');
});

test('a booking charges the balance once, and a label is at its address', async () => {
  const at = await start({ balanceKurus: 10_000 });
  const balance = async () => (await at.call('GET', `/organizations/${ORGANIZATION_ID}/balance`)).body.data;
  expect(await balance()).toBe('100.0000');
  const transaction = await accepted(at);
  expect(transaction).toMatchObject({
    isPayed: true,
    shipment: { statusCode: 'OFFER_ACCEPTED', labelFileType: 'PDF' },
  });
  expect(await balance()).toBe('10.1000');
  const again = await at.call('POST', '/transactions', { offerID: transaction.offerID });
  expect(again.body.code).toBe('E1031');
  const poor = await asked(at);
  const [offer] = (await at.call('GET', `/shipments/${poor}`)).body.data.offers.list;
  expect(await at.call('POST', '/transactions', { offerID: offer.id })).toMatchObject({ status: 402 });
});

test('the label is a PDF of one page whose table leads to each of its parts', async () => {
  const at = await start();
  const { shipment } = await accepted(at);
  const response = await fetch(shipment.labelURL);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const file = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const [, table] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  expect(file.slice(Number(table), Number(table) + 4)).toBe('xref');
  const places = [...file.slice(Number(table)).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(5);
  for (const [at, place] of places.entries()) expect(file.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
  const [, length, stream] = /\/Length (\d+) >>\nstream\n([\s\S]*?)endstream/.exec(file) ?? [];
  expect(stream).toHaveLength(Number(length));
  expect(stream).toContain(shipment.barcode);
  expect(file.match(/\/Type \/Page /g)).toHaveLength(1);
});

test('labels of other carriers are ZPL and PNG', async () => {
  const at = await start();
  const offerOf = async (carrier: string): Promise<string> => {
    const id = await asked(at);
    for (;;) {
      const { list } = (await at.call('GET', `/shipments/${id}`)).body.data.offers;
      const found = list.find(({ providerCode }: { providerCode: string }) => providerCode === carrier);
      if (found) return found.id;
    }
  };
  const labelOf = async (carrier: string): Promise<Buffer> => {
    const { body } = await at.call('POST', '/transactions', { offerID: await offerOf(carrier) });
    return Buffer.from(await (await fetch(body.data.shipment.labelURL)).arrayBuffer());
  };
  expect((await labelOf('YURTICI')).toString('utf8')).toMatch(/^\^XA[\s\S]*\^FDGLV\d{12}\^FS\n\^XZ\n$/);
  const png = await labelOf('PTT');
  const at4 = png.indexOf('IDAT');
  expect(inflateSync(png.subarray(at4 + 4, at4 + 4 + png.readUInt32BE(at4 - 4))).length).toBe(640 * 641);
  expect((await fetch(new URL('/labels/none.pdf', at.simulator.url))).status).toBe(404);
});

test('a test shipment moves with each look, one that is paid for with the clock', async () => {
  const at = await start();
  const subs = async (id: string): Promise<string> =>
    (await at.call('GET', `/shipments/${id}`)).body.data.trackingStatus.trackingSubStatusCode;
  const trying = await accepted(at, { test: true });
  expect([await subs(trying.shipmentID), await subs(trying.shipmentID)]).toEqual([
    'pickup_scheduled',
    'package_accepted',
  ]);
  const paid = await accepted(at);
  expect([await subs(paid.shipmentID), await subs(paid.shipmentID)]).toEqual([
    'information_received',
    'information_received',
  ]);
  await at.control('/clock', { advanceHours: 12 });
  expect((await at.call('GET', `/shipments/${paid.shipmentID}`)).body.data).toMatchObject({
    trackingNumber: expect.stringMatching(/^\d{12}$/),
    trackingStatus: { trackingSubStatusCode: 'package_accepted', statusDate: '2026-11-26T00:00:00.000Z' },
  });
});

test('a cancellation pays back, once, and not what the carrier has', async () => {
  const at = await start();
  const { shipmentID } = await accepted(at);
  expect((await at.call('DELETE', `/shipments/${shipmentID}`)).body.result).toBe(true);
  expect(at.simulator.stats().balanceKurus).toBe(1_000_000);
  expect((await at.call('DELETE', `/shipments/${shipmentID}`)).body.code).toBe('E1040');
  const other = await accepted(at);
  await at.control('/shipments', { shipmentId: other.shipmentID, at: 2 });
  expect((await at.call('DELETE', `/shipments/${other.shipmentID}`)).body.code).toBe('E1041');
});

test('shipments are listed by the number of their order, page by page', async () => {
  const at = await start();
  const first = await asked(at);
  const second = await asked(at);
  await asked(at, { order: { orderNumber: 'shp_10' } });
  const ids = async (query: string) =>
    (await at.call('GET', `/shipments?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids('orderNumber=shp_1')).toEqual([second, first]);
  expect(await ids('orderNumber=shp_1&limit=1&page=2')).toEqual([first]);
  expect(await ids('orderNumber=shp')).toEqual([]);
});

test('webhooks are registered, listed, tried and taken away', async () => {
  const at = await start();
  await accepted(at);
  expect((await at.call('POST', '/webhook', { url: 'ftp://nowhere' })).body.code).toBe('E1061');
  const { id } = (await at.call('POST', '/webhook', { url: 'http://127.0.0.1:9/wh' })).body.data;
  expect((await at.call('GET', '/webhook')).body.data).toEqual([
    { id, type: 'TRACK_UPDATED', url: 'http://127.0.0.1:9/wh' },
  ]);
  expect((await at.call('PUT', '/webhook', { type: 'TRACK_UPDATED', url: 'http://127.0.0.1:9/wh' })).status).toBe(200);
  expect((await at.call('DELETE', `/webhook/${id}`)).status).toBe(200);
  expect((await at.call('DELETE', `/webhook/${id}`)).status).toBe(404);
});

test('the control says what is wrong with what it is asked for', async () => {
  const { control } = await start();
  const wrong: [path: string, body: unknown][] = [
    ['/clock', { advanceHours: 0 }],
    ['/balance', { kurus: -1 }],
    ['/shipments', { shipmentId: 'none' }],
    ['/shipments', { shipmentId: 'none', journey: 'constructor' }],
    ['/webhooks', { hold: 'yes' }],
    ['/webhooks', { hold: true, copies: 9 }],
    ['/labels', { fault: 'eaten' }],
  ];
  for (const [path, body] of wrong) expect([path, (await control(path, body)).status]).toEqual([path, 400]);
});

test('the same seed gives the same ids', async () => {
  const [left, right] = [await start(), await start()];
  expect(await asked(left)).toBe(await asked(right));
});
