import { newUlid } from '../../src/kernel/ids';
import stockSettings from '../../src/settings/settings.stock.update';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { orderOf } from './session';

const PRICE = 10_000;
const SHIPPING = 4_000;

describe('order.pieces.remove', () => {
  let site: Site;
  let session: OwnerSession;
  let productId: string;
  let giftId: string;
  beforeEach(async () => {
    site = await openSite();
    session = await site.session();
    const product = (title: string, price: number) =>
      site.world.done('catalog.product.create', { title, price, stock: 10 });
    productId = (await product('Bakır Cezve', PRICE)).id;
    giftId = (await product('Fincan', 0)).id;
  });
  afterEach(() => site.close());

  const rate = { id: 'standart', label: 'Standart', kurus: SHIPPING };
  const ordered = (method: 'cod' | 'transfer', quantity = 3) =>
    orderOf(site.world, [{ productId, quantity }, { productId: giftId }], { terms: { method, rate } });
  const read = (id: string) => site.world.read('orders.get', { params: { ord: id } });
  const stockOf = async (prd: string) => (await site.world.read('catalog.products.get', { params: { prd } })).stock;
  const owner = (command: string, payload: object) => site.world.done(command, payload, { as: site.world.owner });
  const remove = async (id: string, parts: readonly (readonly [line: number, quantity: number])[], headers = {}) => {
    const { lines } = await read(id);
    const stated = parts.map(([line, quantity]) => ({ lineId: lines[line].id, quantity }));
    return site.call('POST', `/v1/account/orders/${id}/removed-pieces`, { session, body: { lines: stated }, headers });
  };

  test('has the courier collect less of what is paid at the door, brings it to stock and tells the buyer', async () => {
    const { id, total } = await ordered('cod');
    const { status, body } = await remove(id, [[0, 2]]);
    expect([status, body.refundId, body.restocked]).toEqual([200, null, 2]);
    expect(await stockOf(productId)).toBe(9);
    const order = await read(id);
    expect(order).toMatchObject({
      total,
      fulfilment: 'unfulfilled',
      lines: [{ unsent: 2, restocked: 2 }, { unsent: 0 }],
    });
    expect(order.timeline.map(({ kind }: { kind: string }) => kind)).toContain('pieces_removed');
    const { items } = await site.world.read('account.mails');
    expect(items[0].subject).toBe(`Siparişinizden ürün çıkarıldı: ${order.number}`);
    await owner('order.ship', { orderId: id, carrier: 'yurtici' });
    const { shipments } = await read(id);
    expect(shipments[0].pieces).toMatchObject([{ quantity: 1 }, { quantity: 1 }]);
    await owner('order.shipment.track', { orderId: id, shipmentId: shipments[0].id, state: 'delivered' });
    await owner('order.cod.collect', { orderId: id });
    expect((await read(id)).captured).toBe(total - 2 * PRICE);
  });

  test.each([true, false])(
    'follows one setting of stock, paid or not, and keeps its reason: %s',
    async (restockOnReturn) => {
      const stock = { ...stockSettings.example, restockOnCancel: !restockOnReturn, restockOnReturn };
      await owner('settings.stock.update', stock);
      const [cod, paid] = [await ordered('cod', 2), await ordered('transfer', 2)];
      await owner('order.transfer.confirm', { orderId: paid.id });
      const before = await stockOf(productId);
      for (const { id } of [cod, paid]) {
        const lines = [{ lineId: (await read(id)).lines[0].id, quantity: 1 }];
        const body = { lines, reason: 'Rafta kırıldı' };
        expect((await site.call('POST', `/v1/account/orders/${id}/removed-pieces`, { session, body })).status).toBe(
          200,
        );
      }
      const { refunds } = await read(paid.id);
      await site.world.done('order.refund.record', { refundId: refunds[0].id, outcome: 'succeeded', reference: '1' });
      expect((await stockOf(productId)) - before).toBe(restockOnReturn ? 2 : 0);
      expect(refunds[0].reason).toBe('Rafta kırıldı');
      const { timeline } = await read(cod.id);
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'pieces_removed', text: 'Rafta kırıldı' }));
    },
  );

  test('gives the price of paid pieces back, and they are in stock once that is done', async () => {
    const { id } = await ordered('transfer');
    await owner('order.transfer.confirm', { orderId: id });
    const { status, body } = await remove(id, [[0, 1]]);
    expect([status, body.refundId]).toEqual([200, expect.stringMatching(/^rfn_/)]);
    expect([await stockOf(productId), (await read(id)).refundReserved]).toEqual([7, PRICE]);
    await owner('order.refund.record', { refundId: body.refundId, outcome: 'succeeded' });
    expect([await stockOf(productId), (await read(id)).refunded]).toEqual([8, PRICE]);
    // A gift has no price that could go back.
    const gift = await remove(id, [[1, 1]]);
    expect([gift.body.refundId, await stockOf(giftId)]).toEqual([null, 10]);
    await owner('order.ship', { orderId: id, carrier: 'yurtici' });
    expect((await read(id)).shipments[0].pieces).toMatchObject([{ quantity: 2 }]);
  });

  test('leaves pieces in the order whose refund has failed', async () => {
    const { id } = await ordered('transfer');
    await owner('order.transfer.confirm', { orderId: id });
    const { body } = await remove(id, [[0, 2]]);
    await owner('order.refund.record', { refundId: body.refundId, outcome: 'failed', failure: 'Hesap kapalı' });
    await owner('order.ship', { orderId: id, carrier: 'yurtici' });
    expect((await read(id)).shipments[0].pieces).toMatchObject([{ quantity: 3 }, { quantity: 1 }]);
    expect(await stockOf(productId)).toBe(7);
  });

  test('is refused of the last piece, of more than there is, and of what awaits a transfer, was sent or is cancelled', async () => {
    const { id } = await ordered('cod', 1);
    const codeOf = async (asked: ReturnType<typeof remove>) => {
      const { status, body } = await asked;
      return [status, body.code, body.state ?? null];
    };
    expect(
      await codeOf(
        remove(id, [
          [0, 1],
          [1, 1],
        ]),
      ),
    ).toEqual([409, 'invalid_state', 'last']);
    expect(await codeOf(remove(id, [[0, 2]]))).toEqual([422, 'more_than_left', null]);
    expect(
      await codeOf(
        remove(id, [
          [0, 1],
          [0, 1],
        ]),
      ),
    ).toEqual([400, 'invalid_request', null]);
    expect(await codeOf(remove(id, [[0, 1]], { 'If-Match': '"7"' }))).toEqual([409, 'rev_conflict', null]);
    const waiting = await ordered('transfer');
    expect(await codeOf(remove(waiting.id, [[0, 1]]))).toEqual([409, 'invalid_state', 'awaiting_transfer']);
    await owner('order.cancel', { orderId: waiting.id, reason: 'customer' });
    expect(await codeOf(remove(waiting.id, [[0, 1]]))).toEqual([409, 'invalid_state', 'cancelled']);
    const sent = await ordered('cod');
    await owner('order.ship', { orderId: sent.id, carrier: 'yurtici' });
    expect(await codeOf(remove(sent.id, [[0, 1]]))).toEqual([409, 'invalid_state', 'shipped']);
    expect(
      (
        await site.call('POST', `/v1/account/orders/${sent.id}/removed-pieces`, {
          session,
          body: { lines: [{ lineId: 'oln_01JF00000000000000000000AA', quantity: 1 }] },
        })
      ).status,
    ).toBe(409);
  });

  test('happens once by one key, and is only told of by a dry run', async () => {
    const { id } = await ordered('cod');
    const dry = await remove(id, [[0, 1]], { 'Dry-Run': 'true' });
    expect([dry.status, await stockOf(productId)]).toEqual([200, 7]);
    const key = { 'Idempotency-Key': newUlid() };
    for (let time = 0; time < 2; time += 1) expect((await remove(id, [[0, 1]], key)).status).toBe(200);
    expect(await stockOf(productId)).toBe(8);
  });
});
