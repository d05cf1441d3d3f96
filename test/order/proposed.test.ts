import { type Agents, mintAgent, worldWithAgents } from '../proposal/agents';
import { orderOf } from './session';

/** Items of one proposal of which each finds what the one before it has left: recorded at one moment, and applied at several. */
describe('a proposal whose items follow each other', () => {
  let agents: Agents;
  let productId: string;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
    productId = (await agents.world.done('catalog.product.create', { title: 'Cezve', price: 9_000, stock: 99 })).id;
  });
  afterAll(() => agents.close());

  const awaiting = async (): Promise<string> =>
    (await orderOf(agents.world, [{ productId }], { terms: { method: 'transfer' } })).id;
  const order = (id: string) => agents.world.read('orders.get', { params: { ord: id } });
  const proposed = async (...items: readonly (readonly [command: string, payload: object])[]) => {
    const as = await mintAgent(agents.world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
    let proposalId = '';
    for (const [command, payload] of items) ({ proposalId } = await agents.propose(command, payload, as));
    await agents.submit(proposalId, as);
    return proposalId;
  };
  const applied = async (proposalId: string) => {
    await agents.approve(proposalId);
    const { state, pause } = await agents.until(proposalId, 'applied', 'paused');
    return { state, pause };
  };
  const WHOLE = { state: 'applied', pause: null };

  test('is applied: the money has come, and the parcel leaves', async () => {
    const orderId = await awaiting();
    const proposalId = await proposed(
      ['order.transfer.confirm', { orderId }],
      ['order.ship', { orderId, carrier: 'yurtici' }],
    );
    expect(await applied(proposalId)).toEqual(WHOLE);
    expect(await order(orderId)).toMatchObject({ payment: 'paid', fulfilment: 'shipped' });
  });

  test('is applied: the parcel is out for delivery, and has come', async () => {
    const orderId = await awaiting();
    await agents.world.done('order.transfer.confirm', { orderId });
    const { id: shipmentId } = await agents.world.done('order.ship', { orderId, carrier: 'yurtici' });
    const track = (state: string) => ['order.shipment.track', { orderId, shipmentId, state }] as const;
    expect(await applied(await proposed(track('out_for_delivery'), track('delivered')))).toEqual(WHOLE);
    expect(await order(orderId)).toMatchObject({ fulfilment: 'delivered' });
  });

  test('is applied: something is noted, and its person forgotten', async () => {
    const orderId = await awaiting();
    const { customerId } = await order(orderId);
    const proposalId = await proposed(
      ['order.note.add', { orderId, text: 'Alıcı aradı, silinmek istiyor.' }],
      ['customer.anonymize', { customerId }],
    );
    const { list } = await agents.get(proposalId);
    expect(list[1].preview.changes).toContainEqual(expect.objectContaining({ entity: 'orderEvent', field: 'text' }));
    expect(await applied(proposalId)).toEqual(WHOLE);
    const { timeline } = await order(orderId);
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'note')).toMatchObject({ text: null });
  });

  /** Items of an order that is to be cancelled, and of which the stock of no product is counted any more. */
  const recordedBeforeUncounted = async () => {
    const { id } = await agents.world.done('catalog.product.create', { title: 'Fincan', price: 4_000, stock: 9 });
    const order = await orderOf(agents.world, [{ productId: id }], { terms: { method: 'transfer' } });
    const as = await mintAgent(agents.world, { scopes: ['orders:write', 'store:admin', 'proposals:write'] });
    const { proposalId } = await agents.propose('order.cancel', { orderId: order.id, reason: 'customer' }, as);
    await agents.world.done('catalog.stock.set', { targetId: id, stock: null });
    return { as, proposalId, orderId: order.id };
  };

  test('goes on where one of them makes fewer things by now, and is held there with what that would do', async () => {
    const { as, proposalId, orderId } = await recordedBeforeUncounted();
    const other = await awaiting();
    // Recorded on top of it, and beside it.
    await agents.propose('order.note.add', { orderId, text: 'Alıcı aradı.' }, as);
    await agents.propose('order.note.add', { orderId: other, text: 'Alıcı yazdı.' }, as);
    await agents.propose('order.transfer.confirm', { orderId: other }, as);
    await agents.propose('store.syncKv', {}, as);
    await agents.submit(proposalId, as);
    expect(await applied(proposalId)).toMatchObject({ state: 'paused', pause: { reason: 'stale' } });
    const { list } = await agents.get(proposalId);
    expect(list.map(({ state }: { state: string }) => state)).toEqual(['stale', ...Array(4).fill('pending')]);
    const [held] = list;
    const touched = ({ changes }: { changes: { entity: string }[] }) => changes.map(({ entity }) => entity);
    expect([touched(held.preview), touched(held.currentPreview)]).toEqual([
      expect.arrayContaining(['product', 'order']),
      expect.not.arrayContaining(['product']),
    ]);
    const accept = [{ itemId: held.id, hash: held.currentPreview.hash }];
    expect(await agents.route('proposals.resume', proposalId, { accept })).toMatchObject({ status: 200 });
    expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject(WHOLE);
    expect(await order(orderId)).toMatchObject({ payment: 'cancelled' });
  });

  test('is held where one makes other things by now, and applied without it once that is skipped', async () => {
    const { as, proposalId, orderId } = await recordedBeforeUncounted();
    await agents.submit(proposalId, as);
    expect(await applied(proposalId)).toMatchObject({ state: 'paused', pause: { reason: 'stale' } });
    const { list } = await agents.get(proposalId);
    const skip = [list[0].id];
    expect(await agents.route('proposals.resume', proposalId, { skip })).toMatchObject({ status: 200 });
    expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({
      state: 'applied',
      list: [{ state: 'skipped' }],
    });
    expect(await order(orderId)).toMatchObject({ payment: 'awaiting_transfer' });
  });

  test('is held where its person has been forgotten since, and says so', async () => {
    const orderId = await awaiting();
    const { customerId } = await order(orderId);
    const proposalId = await proposed(['order.note.add', { orderId, text: 'Alıcı aradı.' }]);
    await agents.world.done('customer.anonymize', { customerId });
    expect(await applied(proposalId)).toMatchObject({
      state: 'paused',
      pause: { reason: 'refused', message: expect.stringContaining('a person who has been forgotten since') },
    });
  });

  test('is held where anything but a time is another, and says so', async () => {
    const orderId = await awaiting();
    await agents.world.done('order.transfer.confirm', { orderId });
    const { id: shipmentId } = await agents.world.done('order.ship', { orderId, carrier: 'yurtici' });
    const track = (state: string) => ['order.shipment.track', { orderId, shipmentId, state }] as const;
    const proposalId = await proposed(track('delivered'));
    await agents.world.done(...track('out_for_delivery'));
    expect(await applied(proposalId)).toMatchObject({
      state: 'paused',
      pause: { reason: 'stale', message: expect.stringContaining('shipment is out for delivery now') },
    });
  });
});
