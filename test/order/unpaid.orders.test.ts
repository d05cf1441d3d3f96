import { belgeHtml } from '../../src/order/belge/documents';
import { cancelOverdue } from '../../src/order/worker/overdue';
import { company } from '../store/identity';
import { said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { agreedOn, lineOf } from './belge';
import { orderOf } from './session';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 3;
const stays = new AbortController().signal;

/** In Turkey, which is three hours ahead. */
const weekdayOf = (ms: number): number => new Date(ms + 3 * HOUR_MS).getUTCDay();

/** When the first day from Monday to Friday is over that begins at a moment or after it. */
function overAfter(beginMs: number): number {
  let ms = beginMs;
  while ([0, 6].includes(weekdayOf(ms))) ms += DAY_MS;
  return ms + DAY_MS;
}

describe('orders whose transfer does not come', () => {
  let world: World;
  let productId: string;
  let aheadMs: number;
  beforeEach(async () => {
    aheadMs = 0;
    world = await createWorld({ now: () => new Date(Date.now() + aheadMs) });
    productId = (await world.done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 500 })).id;
  });
  afterEach(() => world.close());

  const byTransfer = (more: object = {}) =>
    orderOf(world, [{ productId }], { terms: { method: 'transfer', transferDays: DAYS }, ...more });
  const withoutDeadline = () => orderOf(world, [{ productId }], { terms: { method: 'transfer' } });
  const atTheDoor = () => orderOf(world, [{ productId }], { terms: { method: 'cod' } });
  const read = (ord: string) => world.read('orders.get', { params: { ord } });
  const stock = async () => (await world.read('catalog.products.get', { params: { prd: productId } })).stock;
  const sweep = () => cancelOverdue(world.platform, stays);
  const confirm = (orderId: string) => world.run('order.transfer.confirm', { orderId });
  const letters = async (): Promise<{ subject: string; text: string }[]> => (await world.read('account.mails')).items;
  /** The product runs so many days, and looks twice a day. @returns how many orders were cancelled meanwhile */
  const pass = async (days: number): Promise<number> => {
    let cancelled = await sweep();
    for (let halves = 0; halves < 2 * days; halves += 1) {
      aheadMs += DAY_MS / 2;
      cancelled += await sweep();
    }
    return cancelled;
  };

  test('are cancelled once a working day has passed behind the day that their buyer was told', async () => {
    await world.done('settings.identity.update', company);
    const { id, number } = await byTransfer();
    const { transferUntil, placedAt } = await read(id);
    // The end of the third day after it, in Turkey.
    expect(transferUntil.slice(10)).toBe('T20:59:59.999Z');
    const waitsMs = Date.parse(transferUntil) - Date.parse(placedAt);
    expect(waitsMs).toBeGreaterThanOrEqual(DAYS * DAY_MS);
    expect(waitsMs).toBeLessThan((DAYS + 1) * DAY_MS);
    const day = new Date(transferUntil).toLocaleDateString('tr-TR', { timeZone: 'Europe/Istanbul', dateStyle: 'long' });
    expect((await letters())[0]?.text).toContain(
      `Ödemeniz ${day} günü sonuna kadar ulaşmazsa siparişiniz iptal edilir.`,
    );
    expect((await world.read('account.today')).unpaid.first).toMatchObject([{ id, number, transferUntil }]);

    const overMs = overAfter(Date.parse(transferUntil) + 1);
    while (Date.now() + aheadMs < overMs - 13 * HOUR_MS) expect(await pass(0.5)).toBe(0);
    aheadMs = overMs - HOUR_MS - Date.now();
    expect(await sweep()).toBe(0);
    expect((await read(id)).payment).toBe('awaiting_transfer');
    expect(await stock()).toBe(499);

    aheadMs += 2 * HOUR_MS;
    expect(await sweep()).toBe(1);
    expect(await read(id)).toMatchObject({ payment: 'cancelled', cancelReason: 'unpaid' });
    expect(await stock()).toBe(500);
    const all = await letters();
    expect(all[0]?.subject).toBe(`Siparişiniz iptal edildi: ${number}`);
    expect(all[0]?.text).toContain('ödemesi bize ulaşmadığı için');
    // Whoever gets the first letter late is not asked for money any more.
    expect(all[1]?.subject).toBe(`Siparişinizi aldık: ${number}`);
    expect(all[1]?.text).not.toContain('ulaşmazsa');
    const { items } = await world.read('audit.list', { query: { command: 'order.cancel', entity: id } });
    expect(items).toMatchObject([{ actor: { kind: 'system', id: 'unpaid-orders' } }]);
    expect(await sweep()).toBe(0);
  });

  test('are others than those that are paid, paid at the door, cancelled, or have no deadline', async () => {
    const orders = [await withoutDeadline(), await byTransfer(), await byTransfer(), await atTheDoor()];
    const [, paid, gone] = orders;
    const due = await byTransfer();
    await confirm(paid?.id as string);
    await world.done('order.cancel', { orderId: gone?.id, reason: 'customer' });
    expect(await pass(10)).toBe(1);
    const standing = async ({ id }: { id: string }) => {
      const { payment, cancelReason, transferUntil } = await read(id);
      return [payment, cancelReason, transferUntil !== null];
    };
    expect(await Promise.all([...orders, due].map(standing))).toEqual([
      ['awaiting_transfer', null, false],
      ['paid', null, true],
      ['cancelled', 'customer', true],
      ['pending_cod', null, false],
      ['cancelled', 'unpaid', true],
    ]);
    // None of the others was even tried.
    const { items } = await world.read('audit.list', { query: { command: 'order.cancel', outcome: 'refused' } });
    expect(items).toEqual([]);
  });

  test('wait a working day longer after an outage, or in a restored shop', async () => {
    const { id } = await byTransfer();
    expect(await sweep()).toBe(0);
    aheadMs = 15 * DAY_MS;
    expect(await sweep()).toBe(0);
    expect((await read(id)).payment).toBe('awaiting_transfer');
    expect(await pass(5)).toBe(1);
  });

  test('of which a page is full are all cancelled, and one that is confirmed meanwhile is paid or comes late', async () => {
    const orders = [];
    for (let nth = 0; nth < 30; nth += 1) orders.push(await byTransfer());
    while (Date.now() + aheadMs < overAfter(Date.parse((await read(orders[0]?.id as string)).transferUntil) + 1)) {
      aheadMs += DAY_MS / 2;
      await world.platform.database.maintenance.query('SELECT watch_overdue_transfers($1, $2)', [
        new Date(Date.now() + aheadMs),
        '1 day',
      ]);
    }
    const confirmed = orders.filter((_, nth) => nth % 6 === 5);
    const [swept, again, ...answers] = await Promise.all([sweep(), sweep(), ...confirmed.map(({ id }) => confirm(id))]);
    expect(answers.map(({ status }) => status)).toEqual(confirmed.map(() => 200));
    const standing = await Promise.all(orders.map(({ id }) => read(id)));
    const count = (payment: string) => standing.filter((order) => order.payment === payment).length;
    expect(count('cancelled')).toBe(swept + again);
    expect(count('cancelled') + count('paid')).toBe(orders.length);
    expect(count('cancelled')).toBeGreaterThanOrEqual(orders.length - confirmed.length);
    // The money of each that was confirmed is there, whatever became of it.
    const received = standing.filter(({ captured }) => captured > 0).map(({ id }) => id);
    expect(received.toSorted()).toEqual(confirmed.map(({ id }) => id).toSorted());
    expect(await stock()).toBe(500 - count('paid'));
  });

  test('are cancelled behind one that cannot be, and the health says so', async () => {
    const stuck = await byTransfer();
    const other = await byTransfer({ buyerEmail: 'baska@example.com' });
    aheadMs = -12 * DAY_MS;
    await sweep();
    aheadMs = 0;
    await world.sql(`UPDATE store_order SET transfer_until = now() - interval '10 days'`);
    await world.sql(`UPDATE overdue_watch SET looked_at = now()`);
    // Nothing that names its buyer can be written any more.
    const { customerId } = await read(stuck.id);
    await world.sql(
      `UPDATE personal_key SET sealed = set_byte(sealed, octet_length(sealed) - 1, 255 - get_byte(sealed, octet_length(sealed) - 1))
       WHERE person_id = '${customerId}'`,
    );
    const worker = await startTestWorker(world);
    try {
      const handle = await world.platform.temporal.workflow.start('unpaidOrders', {
        workflowId: `unpaid-orders/${world.storeId}`,
        taskQueue: world.config.taskQueue,
      });
      await expect(handle.result()).rejects.toThrow();
    } finally {
      await worker.stop();
    }
    expect((await read(stuck.id)).payment).toBe('awaiting_transfer');
    expect((await read(other.id)).payment).toBe('cancelled');
    const [row] = await world.platform.database.system.query<{ failed: number }>(
      `SELECT failed_upkeep('transfers', '1 hour') AS failed`,
    );
    expect(row?.failed).toBe(1);
  });

  test('may be called unpaid by hand once their day is over, and what is paid at the door may not', async () => {
    const [order, waiting, cash] = [await withoutDeadline(), await byTransfer(), await atTheDoor()];
    const unpaid = ({ id }: { id: string }) => world.run('order.cancel', { orderId: id, reason: 'unpaid' });
    expect((await unpaid(order)).status).toBe(200);
    expect((await read(order.id)).cancelReason).toBe('unpaid');
    expect(await said(unpaid(cash))).toBe('409 invalid_state');
    expect(await said(unpaid(waiting))).toBe('409 invalid_state');
    aheadMs = (DAYS + 1) * DAY_MS;
    expect((await unpaid(waiting)).status).toBe(200);
  });

  test('have their money recorded when it comes after all, and given back; nothing leaves for it', async () => {
    const { id, total } = await byTransfer();
    await world.done('order.cancel', { orderId: id, reason: 'customer' });
    const { body } = await confirm(id);
    expect(body).toMatchObject({ result: { payment: 'cancelled', captured: total, refund: 'none' } });
    expect(await said(confirm(id))).toBe('409 invalid_state');
    expect(await said(world.run('order.ship', { orderId: id, carrier: 'yurtici' }))).toBe('409 invalid_state');
    const refund = await world.done('order.refund.request', { orderId: id, reason: 'Sipariş iptal edilmişti' });
    expect(refund).toMatchObject({ method: 'manual', amount: total });
    await world.done('order.refund.record', { refundId: refund.id, outcome: 'succeeded', reference: 'EFT 42' });
    const after = await read(id);
    expect(after).toMatchObject({ payment: 'cancelled', refund: 'full', refunded: total });
    expect(after.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['cancelled', 'paid_late', 'refunded']),
    );
    expect(await stock()).toBe(500);
    const cash = await atTheDoor();
    await world.done('order.cancel', { orderId: cash.id, reason: 'customer' });
    expect(await said(confirm(cash.id))).toBe('409 invalid_state');
  });

  test('say in their documents until when they wait', () => {
    const { order, ...rest } = agreedOn([lineOf()]);
    const html = (transferUntil: string | null) =>
      belgeHtml('preliminary_information', { ...rest, order: { ...order, paymentMethod: 'transfer', transferUntil } });
    expect(html('2026-11-29T20:59:59.999Z')).toContain('29 Kasım 2026 günü sonuna kadar geçmezse sipariş iptal edilir');
    expect(html(null)).not.toContain('iptal edilir');
  });
});
