import { belgeHtml } from '../../src/order/belge/documents';
import { cancelUnpaid } from '../../src/order/transfer/sweep';
import { company } from '../store/identity';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { agreedOn, lineOf } from './belge';
import { orderOf } from './session';

const HOUR_MS = 3_600_000;
const DAYS = 3;

const settings = {
  deliveryMinDays: 1,
  deliveryMaxDays: 3,
  returnCarrier: null,
  returnCostBorneBy: 'store',
  returnCostDisclosure: null,
  cashOnDelivery: true,
  cashOnDeliveryFee: 0,
  cashOnDeliveryCap: null,
  bankAccounts: [{ bank: 'Ziraat', holder: 'Kahve Ltd.', iban: 'TR330006100519786457841326' }],
};

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

  const await3Days = () => world.done('settings.checkout.update', { ...settings, transferDays: DAYS });
  const byTransfer = () => orderOf(world, [{ productId }], { terms: { method: 'transfer' } });
  const read = (ord: string) => world.read('orders.get', { params: { ord } });
  const stock = async () => (await world.read('catalog.products.get', { params: { prd: productId } })).stock;
  const sweep = () => cancelUnpaid(world.platform);
  const letters = async () => {
    const route = world.platform.services.capabilities.accountRoutes.find(({ id }) => id === 'account.mails');
    const reply = await world.dispatcher.route(route as never, world.owner, { params: {}, query: {}, body: {} });
    return (reply.body as unknown as { items: { subject: string; text: string }[] }).items;
  };

  test('are cancelled once the day is over that their buyer was told, and not before', async () => {
    await world.done('settings.identity.update', company);
    await await3Days();
    const { id, number } = await byTransfer();
    const { transferUntil, placedAt } = await read(id);
    // The end of the third day after it, in Turkey.
    expect(transferUntil.slice(10)).toBe('T20:59:59.999Z');
    const waitsMs = Date.parse(transferUntil) - Date.parse(placedAt);
    expect(waitsMs).toBeGreaterThanOrEqual(DAYS * 24 * HOUR_MS);
    expect(waitsMs).toBeLessThan((DAYS + 1) * 24 * HOUR_MS);
    const day = new Date(transferUntil).toLocaleDateString('tr-TR', { timeZone: 'Europe/Istanbul', dateStyle: 'long' });
    expect((await letters())[0]?.text).toContain(
      `Ödemeniz ${day} günü sonuna kadar ulaşmazsa siparişiniz iptal edilir.`,
    );

    aheadMs = Date.parse(transferUntil) - Date.now() - HOUR_MS;
    expect(await sweep()).toBe(0);
    expect((await read(id)).payment).toBe('awaiting_transfer');
    expect(await stock()).toBe(499);

    aheadMs += 2 * HOUR_MS;
    expect(await sweep()).toBe(1);
    expect(await read(id)).toMatchObject({ payment: 'cancelled', cancelReason: 'unpaid' });
    expect(await stock()).toBe(500);
    const [letter] = await letters();
    expect(letter?.subject).toBe(`Siparişiniz iptal edildi: ${number}`);
    expect(letter?.text).toContain('ödemesi bize ulaşmadığı için');
    const { items } = await world.read('audit.list', { query: { command: 'order.cancel', entity: id } });
    expect(items).toMatchObject([{ actor: { kind: 'system', id: 'unpaid-orders' } }]);
    expect(await sweep()).toBe(0);
  });

  test('are others than those that are paid, paid at the door, cancelled, or were placed while nothing was said of a deadline', async () => {
    const waiting = await byTransfer();
    await await3Days();
    const [paid, gone] = [await byTransfer(), await byTransfer()];
    const cash = await orderOf(world, [{ productId }], { terms: { method: 'cod' } });
    await world.done('order.transfer.confirm', { orderId: paid.id });
    await world.done('order.cancel', { orderId: gone.id, reason: 'customer' });
    const due = await byTransfer();
    // What the settings say by then is of the orders to come.
    await world.done('settings.checkout.update', settings);
    aheadMs = 25 * 24 * HOUR_MS;
    expect(await sweep()).toBe(1);
    const standing = async ({ id }: { id: string }) => {
      const { payment, cancelReason, transferUntil } = await read(id);
      return [payment, cancelReason, transferUntil !== null];
    };
    expect(await Promise.all([waiting, paid, gone, cash, due].map(standing))).toEqual([
      ['awaiting_transfer', null, false],
      ['paid', null, true],
      ['cancelled', 'customer', true],
      ['pending_cod', null, false],
      ['cancelled', 'unpaid', true],
    ]);
  });

  test('of which a page is full are all cancelled, one that is confirmed meanwhile is paid, and none is both', async () => {
    await await3Days();
    const orders = [];
    for (let nth = 0; nth < 30; nth += 1) orders.push(await byTransfer());
    aheadMs = 25 * 24 * HOUR_MS;
    const confirmed = orders.filter((_, nth) => nth % 6 === 0);
    const [swept, again, ...answers] = await Promise.all([
      sweep(),
      sweep(),
      ...confirmed.map(({ id }) => world.run('order.transfer.confirm', { orderId: id })),
    ]);
    const paid = answers.filter(({ status }) => status === 200).length;
    expect(swept + again).toBe(orders.length - paid);
    const states = new Map<string, number>();
    for (const { id } of orders) {
      const { payment } = await read(id);
      states.set(payment, (states.get(payment) ?? 0) + 1);
    }
    expect(states.get('cancelled')).toBe(orders.length - paid);
    expect(states.get('paid') ?? 0).toBe(paid);
    expect(await stock()).toBe(500 - paid);
  });

  test('may be called unpaid by hand as well, and what is paid at the door may not', async () => {
    const [order, cash] = [await byTransfer(), await orderOf(world, [{ productId }], { terms: { method: 'cod' } })];
    await world.done('order.cancel', { orderId: order.id, reason: 'unpaid' });
    expect((await read(order.id)).cancelReason).toBe('unpaid');
    expect(await said(world.run('order.cancel', { orderId: cash.id, reason: 'unpaid' }))).toBe('409 invalid_state');
  });

  test('say in their documents until when they wait', () => {
    const { order, ...rest } = agreedOn([lineOf()]);
    const html = (transferUntil: string | null) =>
      belgeHtml('preliminary_information', { ...rest, order: { ...order, paymentMethod: 'transfer', transferUntil } });
    expect(html('2026-11-29T20:59:59.999Z')).toContain('bedel 29 Kasım 2026 günü sonuna kadar geçmezse iptal edilir');
    expect(html(null)).not.toContain('iptal edilir');
  });
});
