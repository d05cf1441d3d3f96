import { orderOf } from '../order/session';
import { type Agents, worldWithAgents } from '../proposal/agents';

describe('bulk.orders.ship', () => {
  let shop: Agents;
  let productId: string;
  beforeAll(async () => {
    shop = await worldWithAgents();
    await shop.startWorker();
    ({ id: productId } = await shop.product('Fincan', { stock: 100 }));
  });
  afterAll(() => shop.close());

  const placed = () => orderOf(shop.world, [{ productId }]);
  const ship = (body: Readonly<Record<string, unknown>>) => shop.world.read('bulk.orders.ship', { body });
  const shipped = async (orderId: string) =>
    (await shop.world.read('orders.get', { params: { ord: orderId } })).shipments as readonly object[];

  test('ships each order with its number, and leaves out what cannot leave, with the reason', async () => {
    const [first, second, cancelled] = [await placed(), await placed(), await placed()];
    await shop.world.done('order.cancel', { orderId: cancelled.id, reason: 'merchant' });
    const { proposalId } = await ship({
      ids: [second.id, cancelled.id, first.id],
      carrier: 'yurtici',
      trackingNumbers: [{ orderId: first.id, trackingNumber: '111' }],
    });
    const recorded = await shop.until(proposalId, 'submitted');
    expect(recorded).toMatchObject({
      items: { total: 3, pending: 2, skipped: 1 },
      firstCall: { command: 'order.ship', carrier: 'yurtici', takesBack: false },
    });
    expect(recorded.list[1]).toMatchObject({ state: 'skipped', problem: { code: 'invalid_state' } });
    expect(await shipped(first.id)).toEqual([]);

    await shop.approve(proposalId);
    expect(await shop.until(proposalId, 'applied', 'paused')).toMatchObject({
      state: 'applied',
      items: { applied: 2 },
    });
    expect((await shop.world.read('proposals.get', { params: { prp: proposalId } })).list).toMatchObject(
      recorded.list.map(({ state, upon }: { state: string; upon: object }) =>
        state === 'skipped' ? {} : { state: 'applied', upon },
      ),
    );
    expect(recorded.list[0]?.upon).toMatchObject([{}, {}, { kind: 'money', value: 12_990 }, { value: '1 × Fincan' }]);
    expect(await shipped(first.id)).toMatchObject([{ carrier: 'yurtici', trackingNumber: '111' }]);
    expect(await shipped(second.id)).toMatchObject([{ carrier: 'yurtici', trackingNumber: null }]);
  });

  test('refuses a number of an order that is not among them, or two of one order', async () => {
    const [first, other] = [await placed(), await placed()];
    for (const trackingNumbers of [
      [{ orderId: other.id, trackingNumber: '1' }],
      [
        { orderId: first.id, trackingNumber: '1' },
        { orderId: first.id, trackingNumber: '2' },
      ],
    ])
      expect(await ship({ ids: [first.id], carrier: 'yurtici', trackingNumbers })).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
  });

  test('an unknown carrier is a refusal of each order, and nothing is sent', async () => {
    const { id } = await placed();
    const { proposalId } = await ship({ ids: [id], carrier: 'yok' });
    const recorded = await shop.until(proposalId, 'submitted');
    expect(recorded.list).toMatchObject([{ state: 'skipped', problem: { code: 'carrier_unknown' } }]);
  });
});
