import type { RunningWorker } from '../../src/worker';
import { startTestWorker } from '../world/worker';
import { BARCODE } from './orders-there';
import { openQuestions } from './questions-there';
import { wholeAnswer } from './whole-answer';

jest.setTimeout(180_000);

const SETTLEMENTS = 'GET /finance/che/sellers/{sellerId}/settlements';
const DAY_MS = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let there: Awaited<ReturnType<typeof openQuestions>>;
let worker: RunningWorker;

beforeEach(async () => {
  there = await openQuestions();
  worker = await startTestWorker(there.world);
});
afterEach(async () => {
  await worker?.stop();
  await there?.close();
});

const list = async (query = ''): Promise<Any> => {
  const { status, body } = await there.site.call('GET', `/v1/channel/trendyol/finance${query}`, { token: there.token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
/** Has the settlements read anew from a day on, to the end of it. */
const synced = (since: string) =>
  wholeAnswer((headers) =>
    there.site.call('POST', '/v1/channel/trendyol/sync', {
      token: there.token,
      headers,
      body: { task: 'finance', since },
    }),
  );
const orderIn = (body: Any, number: string) => body.orders.find((each: Any) => each.orderNumber === number);
const move = (packageId: number, to: string) => there.control('PUT', '/orders/move', { packageId, to });

/** An order that was sold and delivered there, and that the store knows. */
async function delivered(more: object = {}): Promise<{ orderNumber: string; packageId: number }> {
  const lines = [{ barcode: BARCODE, quantity: 3, priceKurus: 10_000 }];
  const placed = await there.control('POST', '/orders', { lines, ...more });
  await move(placed.packageId, 'Delivered');
  return placed;
}

describe('channel.finance.list', () => {
  test('compares what orders should bring with what is settled, to the kuruş', async () => {
    const plain = await delivered({ discountKurus: 1_001 });
    const back = await delivered();
    await move(back.packageId, 'Returned');
    const lacking = await there.control('POST', '/orders', {
      lines: [{ barcode: 'YOK', quantity: 1, priceKurus: 5_000 }],
    });
    await move(lacking.packageId, 'UnSupplied');
    await there.pulled('orders');
    await there.control('POST', '/finance/invoice');
    await there.control('POST', '/finance/correct', { orderNumber: plain.orderNumber, kurus: 250 });
    const pulled = await there.pulled('finance');
    // Sales and discounts of 3 pieces each, 3 returns, a penalty, the invoice with 3 parcels, and a correction in two rows.
    expect(pulled).toMatchObject({
      state: 'succeeded',
      progress: { failed: 0, rowsChanged: 6 + 3 + 3 + 1 + 1 + 3 + 2 },
    });
    const body = await list('?limit=100&total=true');
    expect([body.total, Date.now() - Date.parse(body.asOf) < 60_000]).toEqual([19, true]);
    const none = { commission: 0, cargo: 0, penalty: 0, return: 0, discount: 0, unexplained: 0 };
    expect(orderIn(body, plain.orderNumber)).toMatchObject({
      orderId: expect.stringMatching(/^ord_/),
      difference: 4_999 + 250,
      parts: { ...none, cargo: 4_999, commission: 250 },
      remarks: [],
    });
    const returned = orderIn(body, back.orderNumber);
    expect(returned).toMatchObject({
      settled: -2 * 4_999,
      parts: { ...none, cargo: 2 * 4_999, return: returned.expected },
    });
    expect(orderIn(body, lacking.orderNumber)).toMatchObject({
      expected: 0,
      settled: -7_500,
      difference: 7_500,
      parts: { ...none, penalty: 7_500 },
    });
    const own = await list(`?orderNumber=${plain.orderNumber}&limit=2`);
    expect([own.items.length, own.orders.length, own.nextCursor !== null]).toEqual([2, 1, true]);
    expect((await list('?kind=cargo')).items).toHaveLength(4);
    const health = (await there.site.call('GET', '/v1/channel/trendyol/health', { token: there.token })).body;
    expect(health.lastSync.finance).not.toBeNull();
  });

  test('shows orders that wait for their first row among the rows, page by page, and sums rows by period', async () => {
    const settled = await delivered();
    await there.pulled('orders');
    await there.pulled('finance');
    const waiting = [await delivered(), await delivered()];
    const gone = await delivered();
    await move(gone.packageId, 'Cancelled');
    await there.pulled('orders');
    const body = await list('?limit=100&total=true&periods=month');
    expect(body.orders.map(({ orderNumber }: Any) => orderNumber).sort()).toEqual(
      [settled, ...waiting].map(({ orderNumber }) => orderNumber).sort(),
    );
    for (const { orderNumber } of waiting) {
      const shown = orderIn(body, orderNumber);
      expect(shown).toMatchObject({ state: 'waiting', settled: 0, rows: 0, remarks: [] });
      expect(shown.expected).toBeGreaterThan(0);
      expect([shown.difference, shown.parts]).toEqual([null, null]);
      expect((await list(`?orderNumber=${orderNumber}`)).orders).toEqual([shown]);
    }
    const whole = orderIn(body, settled.orderNumber);
    expect([whole.state, body.items.length, body.total]).toEqual(['settled', 3, 5]);
    expect(body.periods).toHaveLength(12);
    const sum = (of: string) => body.periods.reduce((all: number, each: Any) => all + each[of], 0);
    expect([sum('rows'), sum('revenue'), sum('sales'), sum('others')]).toEqual([3, whole.settled, whole.settled, 0]);
    expect((await list('?kind=sale')).orders.map(({ orderNumber }: Any) => orderNumber)).toEqual([settled.orderNumber]);
    expect((await list()).periods).toBeNull();
    const walked: Any[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Any = await list(`?limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      walked.push(...page.items, ...page.orders.filter(({ state }: Any) => state === 'waiting'));
      cursor = page.nextCursor;
    }
    expect([walked.length, new Set(walked.map((each) => each.rowId ?? each.orderNumber)).size]).toEqual([5, 5]);
  });

  test('counts an invoice once, by the orders of its items, though it names another one', async () => {
    const [named, meant] = [await delivered(), await delivered()];
    await there.pulled('orders');
    await there.control('POST', '/finance/invoice', { orderNumber: named.orderNumber, beyond: 500 });
    await move(meant.packageId, 'Returned');
    await there.control('POST', '/finance/invoice', { orderNumber: named.orderNumber });
    expect(await there.pulled('finance')).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
    const body = await list('?limit=100');
    expect(orderIn(body, named.orderNumber)).toMatchObject({ parts: { cargo: 4_999 }, remarks: ['invoice_differs'] });
    expect(orderIn(body, meant.orderNumber)).toMatchObject({
      parts: { cargo: 2 * 4_999 },
      remarks: ['invoice_differs'],
    });
    const invoices = body.items.filter(({ invoiceId }: Any) => invoiceId !== null);
    expect(invoices.map(({ debt, unitemized }: Any) => [debt, unitemized])).toEqual([
      [4_999, 0],
      [2 * 4_999 + 500, -500],
    ]);
    // Each kuruş of the invoices is of one order, or is named as that of none.
    const cargo = body.orders.reduce((sum: number, { parts }: Any) => sum + parts.cargo, 0);
    expect(cargo + 500).toBe(invoices.reduce((sum: number, { debt }: Any) => sum + debt, 0));
  });

  test('comes to the same sums whatever comes twice, late, or with signs', async () => {
    const { orderNumber } = await delivered();
    await there.pulled('orders');
    await there.control('PUT', '/finance/knobs', { lostEveryNth: 2, signed: true });
    expect((await there.pulled('finance')).progress.rowsChanged).toBe(2);
    const half = orderIn(await list(), orderNumber);
    expect(half.parts.unexplained).toBeGreaterThan(0);
    await there.control('PUT', '/finance/knobs', { lostEveryNth: 0, doubled: true, itemsAs: 'list' });
    await there.control('POST', '/finance/invoice');
    await there.pulled('finance');
    const whole = orderIn(await list(), orderNumber);
    expect(whole).toMatchObject({ difference: 4_999, parts: { cargo: 4_999, unexplained: 0 } });
    expect((await there.pulled('finance')).progress).toMatchObject({ rowsChanged: 0, failed: 0 });
    // It is paid weeks later: the same rows say so.
    await there.control('POST', '/finance/pay');
    expect((await there.pulled('finance')).progress.rowsChanged).toBeGreaterThan(3);
    const paid = await list(`?orderNumber=${orderNumber}&kind=sale`);
    expect(paid.items.map(({ paymentOrderId }: Any) => paymentOrderId)).toEqual(['2500001', '2500001', '2500001']);
    expect(orderIn(paid, orderNumber)).toEqual(whole);
  });

  test('reads lists that show the same rows to their end, and counts a deduction once', async () => {
    const lines = [{ barcode: 'YOK', quantity: 1, priceKurus: 5_000 }];
    const { packageId, orderNumber } = await there.control('POST', '/orders', { lines });
    await move(packageId, 'UnSupplied');
    await there.control('PUT', '/finance/knobs', { unfiltered: true });
    expect(await there.pulled('finance')).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
    const rows = await there.site.rows<{ id: string; revenue: string }>(
      'SELECT row_id AS id, revenue FROM channel_settlement WHERE order_number = $1 ORDER BY row_id',
      [orderNumber],
    );
    expect([rows.length, rows.filter(({ revenue }) => Number(revenue) !== 0)]).toEqual([
      9,
      [{ id: expect.stringMatching(/^o\/DeductionInvoices\//), revenue: '-7500' }],
    ]);
  });

  test('tells sales that do not add up, and keeps types that nobody knows', async () => {
    await delivered({ lines: [{ barcode: BARCODE, quantity: 1, priceKurus: 10_000 }] });
    await there.control('PUT', '/finance/knobs', { oddKurus: 7 });
    expect(await there.pulled('finance')).toMatchObject({ progress: { failed: 0 }, errors: [{ code: 'amounts_odd' }] });
    await there.control('PUT', '/finance/knobs', { oddKurus: 0, saleLabel: 'Yeni Satış' });
    expect(await there.pulled('finance')).toMatchObject({ errors: [{ code: 'type_unknown' }] });
    const body = await list('?kind=unknown');
    expect(body).toMatchObject({
      items: [{ typeWord: 'Yeni Satış', credit: 10_000 }],
      orders: [{ expected: null, difference: null, parts: null, remarks: ['order_unknown', 'type_unknown'] }],
    });
  });

  test('asks for the items of invoices anew from a day that somebody names, and waits for a sale that costs already', async () => {
    const { orderNumber } = await delivered();
    await there.pulled('orders');
    await there.control('POST', '/finance/invoice');
    await there.pulled('finance');
    await there.world.sql(`DELETE FROM channel_settlement WHERE item_of IS NOT NULL`);
    const since = new Date(Date.now() - 40 * DAY_MS).toISOString();
    expect((await synced(since)).body).toMatchObject({
      ...{ state: 'succeeded', result: { rowsChanged: 1 } },
    });
    expect(orderIn(await list(), orderNumber)).toMatchObject({ state: 'settled', parts: { cargo: 4_999 } });
    await there.world.sql(`DELETE FROM channel_settlement WHERE kind = 'sale'`);
    expect(orderIn(await list(), orderNumber)).toMatchObject({
      ...{ state: 'waiting', settled: -4_999, difference: null, parts: null, rows: 1 },
    });
  });

  test('moves its cursor with whole windows alone, and reads from a day that somebody names', async () => {
    await delivered();
    there.simulator.faults.set({ malformedBody: { rate: 1 }, endpoint: SETTLEMENTS, untilRequests: 1 });
    await there.pulled('finance');
    const until = async () =>
      (await there.site.rows<{ until: string }>("SELECT until FROM channel_cursor WHERE task = 'finance'"))[0]?.until;
    expect((await list()).items).toHaveLength(3);
    const before = await until();
    const since = new Date(Date.now() - 40 * DAY_MS).toISOString();
    const done = await synced(since);
    expect(done.body).toMatchObject({ kind: 'finance.pull', state: 'succeeded', result: { rowsChanged: 0 } });
    expect(await until()).toEqual(before);
    const { world } = there;
    const { held } = (await world.read('store.stockSettings.get')).channels[0];
    const pull = { ...held.pull, finance: false };
    await world.done('settings.channel.update', { extension: 'trendyol', ...held, pull });
    expect(await there.round('finance')).toBe('off');
  });
});
