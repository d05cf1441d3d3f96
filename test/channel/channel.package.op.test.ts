import { examplePdf } from '../../src/channel/package-op/pdf';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { startTestWorker } from '../world/worker';
import { openPackages, type Placed } from './packages';
import { wholeAnswer } from './whole-answer';

jest.setTimeout(120_000);

const UPDATE = 'PUT /order/sellers/{sellerId}/shipment-packages/{packageId}';
const BOX = 'PUT /order/sellers/{sellerId}/shipment-packages/{packageId}/box-info';
const OWN_CARRIER = 'PUT /order/sellers/{sellerId}/shipment-packages/{packageId}/alternative-delivery';

const INVOICE_FILE = 'POST /sellers/{sellerId}/seller-invoice-file';

const PDF = examplePdf();

function invoiceForm(fields: Readonly<Record<string, string>> = {}, bytes = PDF): FormData {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  form.append('invoiceFile', new Blob([bytes]), 'fatura.pdf');
  return form;
}

let packages: Awaited<ReturnType<typeof openPackages>>;
let worker: RunningWorker;

beforeAll(async () => {
  packages = await openPackages();
  worker = await startTestWorker(packages.site.world);
});
afterEach(async () => {
  packages.simulator.faults.clear();
  await packages.control('DELETE', '/orders/knobs');
});
afterAll(async () => {
  await worker?.stop();
  await packages?.close();
});

const call = (orderId: string, op: string, body: object = {}, headers: Record<string, string> = {}) =>
  packages.site.call('POST', `/v1/orders/${orderId}/channel/${op}`, { token: packages.token, headers, body });
const act = (orderId: string, op: string, body: object = {}) =>
  wholeAnswer((headers) => call(orderId, op, body, headers));

/** Reads the packages of an order that the shop knows, by their ids. */
async function known({ orderId }: Placed) {
  const rows = await packages.site.rows<{ id: string; state: string; invoice: string | null; url: string | null }>(
    'SELECT package_id AS id, state, invoice_number AS invoice, invoice_url AS url FROM order_package WHERE order_id = $1',
    [orderId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
/** Counts how often the marketplace was asked for an act, and has done it. */
const counted = async ({ packageId }: Placed, name: string) =>
  (await packages.control('GET', '/orders/statistics')).operations[packageId]?.[name];
async function lineOf({ packageId }: Placed): Promise<string> {
  const [row] = await packages.site.rows<{ id: string }>(
    "SELECT lines -> 0 ->> 'lineId' AS id FROM order_package WHERE package_id = $1",
    [packageId],
  );
  return row?.id ?? '';
}

describe('channel.package.op', () => {
  test('prepares a package, invoices it and hands the invoice over, and the shop knows it at once', async () => {
    const placed = await packages.place();
    const { orderId, packageId } = placed;
    const prepared = await act(orderId, 'preparing');
    expect(prepared).toMatchObject({
      status: 200,
      body: { kind: 'package.op', state: 'succeeded', op: 'preparing', packageId, result: { packageIds: [packageId] } },
    });
    expect((await known(placed)).get(packageId)).toMatchObject({ state: 'preparing' });
    const again = await act(orderId, 'preparing', { packageId });
    expect([again.status, await counted(placed, 'Picking')]).toEqual([200, { asked: 1, done: 1 }]);

    const invoiced = await act(orderId, 'invoiced', { invoiceNumber: 'TZG2026000000042' });
    expect(invoiced.body).toMatchObject({ state: 'succeeded', act: { invoiceNumber: 'TZG2026000000042' } });
    expect((await known(placed)).get(packageId)).toMatchObject({ state: 'invoiced', invoice: 'TZG2026000000042' });

    const invoiceUrl = 'https://fatura.example/42.pdf';
    expect((await act(orderId, 'invoice_link', { invoiceUrl })).body).toMatchObject({ state: 'succeeded' });
    expect((await known(placed)).get(packageId)).toMatchObject({ url: invoiceUrl });
  });

  test('sends the invoice as a file, once, also when the answer is lost, and keeps nothing of it', async () => {
    const placed = await packages.place('Picking');
    const { orderId, packageId } = placed;
    packages.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: INVOICE_FILE, untilRequests: 1 });
    const sent = await act(orderId, 'invoice_file', invoiceForm({ invoiceNumber: 'TZG2026000000043' }));
    expect(sent).toMatchObject({
      status: 200,
      body: {
        state: 'succeeded',
        op: 'invoice_file',
        act: { invoiceFile: { size: PDF.length }, invoiceNumber: 'TZG2026000000043' },
      },
    });
    expect(await counted(placed, 'invoice-file')).toEqual({ asked: 1, done: 1 });
    expect((await known(placed)).get(packageId)).toMatchObject({ invoice: 'TZG2026000000043' });
    const [{ objects }] = (await packages.site.rows<{ objects: string[] }>(
      'SELECT objects FROM channel_job WHERE id = $1',
      [sent.body.id],
    )) as [{ objects: string[] }];
    expect(objects).toEqual([]);
    const again = await act(orderId, 'invoice_file', invoiceForm());
    expect([again.status, again.body.code]).toEqual([502, 'provider_refused']);
  });

  test('takes a form with lists where it has no file, and a file in a form alone', async () => {
    const placed = await packages.place('Picking');
    const form = new FormData();
    form.append('lines', JSON.stringify([{ lineId: await lineOf(placed), quantity: 1 }]));
    form.append('reason', 'out_of_stock');
    form.append('penaltyAcknowledged', 'true');
    expect((await act(placed.orderId, 'unsupplied', form)).body).toMatchObject({ state: 'succeeded' });
    const { orderId } = await packages.place();
    const object = `obj_${'0'.repeat(26)}`;
    const kept = { object, digest: 'a'.repeat(64), size: 9, type: 'application/pdf' };
    expect(await call(orderId, 'invoice_file', { invoiceFile: kept })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/invoiceFile' }] },
    });
    expect(await call(orderId, 'invoice_file')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/invoiceFile' }] },
    });
    const named = invoiceForm({ boxes: '2' });
    expect(await call(orderId, 'box', named)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/invoiceFile' }] },
    });
    const picture = invoiceForm({}, new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
    expect(await call(orderId, 'invoice_file', picture)).toMatchObject({ status: 415 });
    const lists = new FormData();
    lists.append('lines', '[{');
    expect(await call(orderId, 'unsupplied', lists)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('does not supply a piece, and follows the rest into its new package', async () => {
    const placed = await packages.place('Picking');
    const lines = [{ lineId: await lineOf(placed), quantity: 1 }];
    const body = { lines, reason: 'out_of_stock', penaltyAcknowledged: true };
    const done = await act(placed.orderId, 'unsupplied', body);
    expect([done.status, done.body.state]).toEqual([200, 'succeeded']);
    const after = await known(placed);
    expect(after.size).toBeGreaterThan(1);
    const live = [...after.values()].filter(({ state }) => state === 'preparing');
    expect([live.length, done.body.result.packageIds]).toEqual([1, expect.arrayContaining([live[0]?.id])]);
    expect([...after.values()].map(({ state }) => state)).toContain('unsupplied');
    expect(await counted(placed, 'unsupplied')).toEqual({ asked: 1, done: 1 });
  });

  test('splits a package, and the shop has the new ones', async () => {
    const placed = await packages.place();
    const groups = [[{ lineId: await lineOf(placed), quantity: 1 }]];
    const done = await act(placed.orderId, 'split', { groups });
    expect([done.status, done.body.state, done.body.result.packageIds.length]).toEqual([200, 'succeeded', 2]);
    const after = await known(placed);
    expect(after.get(placed.packageId)?.state).toBe('unpacked');
    const states = (done.body.result.packageIds as string[]).map((id) => after.get(id)?.state);
    expect(states).toEqual(['created', 'created']);
    const several = await act(placed.orderId, 'preparing');
    expect(several).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  test('tells boxes and carrier, of which nothing can be read back', async () => {
    const placed = await packages.place('Picking');
    expect((await act(placed.orderId, 'box', { boxes: 2, deci: 5 })).body).toMatchObject({ state: 'succeeded' });
    expect((await act(placed.orderId, 'carrier', { carrier: 'YKMP' })).body.state).toMatch(/succeeded/);
    expect([await counted(placed, 'box-info'), await counted(placed, 'cargo-providers')]).toEqual([
      { asked: 1, done: 1 },
      { asked: 1, done: 1 },
    ]);
  });

  test('says from which warehouse a package goes, and asks for more time, once', async () => {
    const placed = await packages.place('Picking');
    const there = async () =>
      (await packages.control('GET', '/orders')).find(
        ({ shipmentPackageId }: { shipmentPackageId: number }) => String(shipmentPackageId) === placed.packageId,
      );
    const before = await there();
    expect((await act(placed.orderId, 'warehouse', { warehouseId: '12' })).body).toMatchObject({ state: 'succeeded' });
    expect((await act(placed.orderId, 'extend', { days: 2 })).body).toMatchObject({ state: 'succeeded' });
    const after = await there();
    expect(after.warehouseId).toBe(12);
    expect(after.agreedDeliveryDate - before.agreedDeliveryDate).toBe(2 * 86_400_000);
    const more = await act(placed.orderId, 'extend', { days: 1 });
    expect([more.status, more.body.code]).toEqual([502, 'provider_refused']);
    expect(more.body.detail).toContain('uzatılmıştır');
    expect(await counted(placed, 'warehouse')).toEqual({ asked: 1, done: 1 });
    expect(await counted(placed, 'extended-agreed-delivery-date')).toEqual({ asked: 2, done: 1 });
    expect(await call(placed.orderId, 'extend', { days: 4 })).toMatchObject({ status: 400 });
    const odd = await act(placed.orderId, 'warehouse', { warehouseId: 'Tuzla' });
    expect([odd.status, odd.body.code]).toEqual([502, 'provider_refused']);
  });

  test('hands a package to a carrier of the shop, once, also when the answer is lost', async () => {
    const placed = await packages.place('Picking');
    const tracking = 'https://kargo.example/9';
    packages.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: OWN_CARRIER, untilRequests: 1 });
    expect((await act(placed.orderId, 'own_carrier', { tracking })).body).toMatchObject({ state: 'succeeded' });
    expect(await counted(placed, 'alternative-delivery')).toEqual({ asked: 1, done: 1 });
    expect((await known(placed)).get(placed.packageId)?.state).toBe('shipped');
    const [shipment] = await packages.site.rows<{ state: string; url: string }>(
      'SELECT state, tracking_url AS url FROM order_shipment WHERE package_id = $1',
      [placed.packageId],
    );
    expect(shipment).toEqual({ state: 'in_transit', url: tracking });
    const again = await act(placed.orderId, 'own_carrier', { tracking });
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    // The buyer is led there: what looks like another host, or can be read on the way, is refused.
    for (const odd of [
      '0532',
      'http://kargo.example/9',
      'javascript:alert(1)',
      'https://www.trendyol.com@kargo.example/9',
      'https://a:b@kargo.example/9',
      'https://',
    ])
      expect([odd, (await call(placed.orderId, 'own_carrier', { tracking: odd })).status]).toEqual([odd, 400]);
  });

  test('whose answer is lost is asked once, and read back', async () => {
    const placed = await packages.place();
    packages.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: UPDATE, untilRequests: 1 });
    const done = await act(placed.orderId, 'preparing');
    expect([done.status, done.body.state]).toEqual([200, 'succeeded']);
    expect(await counted(placed, 'Picking')).toEqual({ asked: 1, done: 1 });
    expect((await known(placed)).get(placed.packageId)?.state).toBe('preparing');
  });

  slowTest(
    'whose answer is lost where nothing can be read back ends as unknown, and may be asked for anew',
    async () => {
      const placed = await packages.place('Picking');
      packages.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOX, untilRequests: 1 });
      const lost = await act(placed.orderId, 'box', { boxes: 3 });
      expect([lost.status, lost.body.code]).toEqual([502, 'outcome_unknown']);
      expect(await counted(placed, 'box-info')).toEqual({ asked: 1, done: 1 });
      expect((await act(placed.orderId, 'box', { boxes: 3 })).body.state).toBe('succeeded');
      expect(await counted(placed, 'box-info')).toEqual({ asked: 2, done: 2 });
    },
  );

  slowTest('that the marketplace did not do although it was asked is not asked a second time', async () => {
    const placed = await packages.place();
    packages.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: UPDATE, untilRequests: 1 });
    const lost = await act(placed.orderId, 'preparing');
    expect([lost.status, lost.body.code]).toEqual([502, 'outcome_unknown']);
    expect(await counted(placed, 'Picking')).toBeUndefined();
    expect((await known(placed)).get(placed.packageId)?.state).toBe('created');
  });

  test('that the marketplace refuses is refused with its words, and one that moved on there is not asked for', async () => {
    const placed = await packages.place('Picking');
    const refused = await act(placed.orderId, 'carrier', { carrier: 'YOK' });
    expect([refused.status, refused.body.code]).toEqual([502, 'provider_refused']);
    expect(refused.body.detail).toContain('Kargo firması');
    await packages.control('PUT', '/orders/move', { packageId: Number(placed.packageId), to: 'Shipped' });
    const late = await act(placed.orderId, 'box', { boxes: 1 });
    expect(late.body).toMatchObject({ state: 'failed', error: { code: 'invalid_state' } });
    expect(await counted(placed, 'box-info')).toBeUndefined();
  });

  test('refuses what cannot be, at the field, before anything is asked', async () => {
    const placed = await packages.place();
    const { orderId } = placed;
    const lineId = await lineOf(placed);
    const reason = 'out_of_stock';
    const lines = [{ lineId, quantity: 1 }];
    const early = await call(orderId, 'invoiced', { invoiceNumber: 'A-1' });
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state', state: 'created' } });
    for (const [op, body, pointer] of [
      ['unsupplied', { lines, reason }, '/penaltyAcknowledged'],
      ['unsupplied', { lines, reason, penaltyAcknowledged: false }, '/penaltyAcknowledged'],
      ['invoiced', {}, '/invoiceNumber'],
      ['preparing', { boxes: 1 }, '/boxes'],
      ['split', { groups: [[{ lineId, quantity: 2 }]] }, '/groups'],
    ] as const)
      expect(await call(orderId, op, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer }] },
      });
    const unsupplied = (named: object) =>
      call(orderId, 'unsupplied', { lines: [named], reason, penaltyAcknowledged: true });
    expect(await unsupplied({ lineId: '1', quantity: 1 })).toMatchObject({
      status: 422,
      body: { code: 'line_unknown' },
    });
    expect(await unsupplied({ lineId, quantity: 3 })).toMatchObject({ status: 422, body: { code: 'more_than_left' } });
    expect(await call(orderId, 'preparing', { packageId: '1' })).toMatchObject({ status: 404 });
    expect((await call(orderId, 'shipped')).status).toBe(400);
    expect(packages.simulator.stats().endpoints[UPDATE]?.requests ?? 0).toBeGreaterThanOrEqual(0);
    expect(await counted(placed, 'Picking')).toBeUndefined();
  });

  test('that an agent asks for waits for the owner, and its item for the outcome', async () => {
    const { site } = packages;
    const { world } = site;
    const placed = await packages.place();
    const { token: agent } = await site.mint('agent', ['orders:write', 'proposals:write']);
    const { status, body } = await site.call('POST', `/v1/orders/${placed.orderId}/channel/preparing`, {
      token: agent,
      body: {},
    });
    expect([status, body.proposed, await counted(placed, 'Picking')]).toEqual([202, true, undefined]);
    const { proposalId } = body;
    await site.command(agent, 'proposal.submit', { proposalId });
    const read = () => world.read('proposals.get', { params: { prp: proposalId }, as: world.owner });
    const [{ upon }] = (await read()).list;
    const order = await world.read('orders.get', { params: { ord: placed.orderId } });
    expect(upon).toMatchObject([
      { label: { en: 'Order' }, value: placed.orderNumber },
      { label: { en: 'Package' }, value: placed.packageId },
      { label: { en: 'Buyer' }, value: order.buyerName },
      { label: { en: 'Money' }, kind: 'money', value: order.total },
      { label: { en: 'Ship until' } },
      ...order.lines.map(({ quantity, title }: Record<string, unknown>) => ({
        label: { en: 'Goods' },
        value: `${quantity} × ${title}`,
      })),
    ]);
    await world.done('proposal.approve', { proposalId, hash: (await read()).hash }, { as: world.owner });
    await eventually(async () => (await read()).state === 'applied', 60_000, 50);
    expect((await known(placed)).get(placed.packageId)?.state).toBe('preparing');
  });
});
