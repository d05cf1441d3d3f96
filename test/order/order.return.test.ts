import fc from 'fast-check';
import { endOfNthDay } from '../../src/kernel/shop-time';
import { mayMove, returnStates, returnTransitions } from '../../src/order/return/state';
import { faultsOf, lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { setRestocking } from './restocking';
import { returnsIn } from './returns';
import { orderOf } from './session';

let world: World;
let productId: string;
let in_: ReturnType<typeof returnsIn>;
beforeEach(async () => {
  world = await createWorld();
  in_ = returnsIn(world);
  productId = (await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 10_000, stock: 100 })).id;
});
afterEach(() => world.close());

const stock = async () => (await world.read('catalog.products.get', { params: { prd: productId } })).stock;
const DAY_MS = 24 * 3_600_000;

/** An order that has arrived, and its one line. */
async function arrived(quantity = 3) {
  const { id, lines } = await in_.arrived(productId, quantity);
  return { id: id as string, lineId: lines[0].id as string };
}

const deliveredDaysAgo = (orderId: string, days: number) =>
  world.sql(`UPDATE order_shipment SET state_at = now() - interval '${days} days' WHERE order_id = '${orderId}';
    UPDATE store_order SET placed_at = now() - interval '60 days' WHERE id = '${orderId}'`);

async function letters(): Promise<string[]> {
  const rows = await world.database
    .reader(world.storeId)
    .query<{ letter: string }>(`SELECT letter FROM mail WHERE letter LIKE 'return.%' ORDER BY id`);
  return rows.map(({ letter }) => letter);
}

async function written(kind: string, id: string): Promise<string> {
  const letter = world.platform.services.letters.find((each) => each.kind === kind);
  const found = await letter?.write(world.database.reader(world.storeId), world.storeId, [id], world.platform.services);
  return found?.get(id)?.text ?? '';
}

describe('order.return.request', () => {
  test('opens a return with the dates that it is judged by, and tells the buyer', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 2 }], { note: 'Rengini beğenmedim' });
    const row = await in_.read(returnId);
    expect(row).toMatchObject({
      state: 'requested',
      kind: 'withdrawal',
      note: 'Rengini beğenmedim',
      pieces: [{ lineId, units: [0, 1] }],
      lines: [{ lineId, title: 'Bakır Cezve', quantity: 2, withdrawalException: null }],
      receipts: [],
    });
    expect(row.withdrawalUntil).toBe(endOfNthDay(row.deliveredAt, 14));
    const read = await in_.order(id);
    expect(read).toMatchObject({ returns: [{ id: returnId, state: 'requested' }] });
    expect(read.timeline.at(-1)).toMatchObject({ kind: 'return_requested', subjectId: returnId });
    expect(await letters()).toEqual(['return.requested']);
    expect(await written('return.requested', returnId)).toContain('cayma bildiriminizi aldık');
  });

  test('counts days by the calendar of Turkey, without the day of the delivery', () => {
    expect(endOfNthDay('2026-11-01T09:00:00.000Z', 14)).toBe('2026-11-15T20:59:59.999Z');
    expect(endOfNthDay('2026-11-01T22:30:00.000Z', 14)).toBe('2026-11-16T20:59:59.999Z');
  });

  test('has no end of the withdrawal while a parcel is on its way', async () => {
    const { id, lines } = await in_.order(
      (await orderOf(world, [{ productId, quantity: 2 }], { terms: { method: 'cod' } })).id,
    );
    await world.done('order.ship', { orderId: id, carrier: 'yurtici', lines: [{ lineId: lines[0].id, quantity: 1 }] });
    const returnId = await in_.made(id, [{ lineId: lines[0].id, quantity: 1 }]);
    expect(await in_.read(returnId)).toMatchObject({ deliveredAt: null, withdrawalUntil: null });
  });

  test('takes no piece that is in another return, and any of them once that was withdrawn', async () => {
    const { id, lineId } = await arrived();
    const first = await in_.made(id, [{ lineId, quantity: 2 }]);
    const two = [{ lineId, quantity: 2 }];
    expect((await in_.request(id, two)).body).toMatchObject({
      code: 'more_than_left',
      errors: [{ pointer: '/payload/lines/0/quantity', facts: { left: 1 } }],
    });
    expect(await in_.read(await in_.made(id, [{ lineId, quantity: 1 }]))).toMatchObject({
      pieces: [{ units: [2] }],
    });
    await in_.cancel(first);
    expect(await said(in_.request(id, two))).toBe('200');
  });

  test('is refused of lines of another order, of one line twice, of notices that cannot be, and of what nobody has paid', async () => {
    const { id, lineId } = await arrived();
    const one = { lineId, quantity: 1 };
    expect(await said(in_.request(id, [{ ...one, lineId: 'oln_00000000000000000000000000' }]))).toBe(
      '422 line_unknown',
    );
    expect(await faultsOf(in_.request(id, [one, one]))).toEqual(['/payload/lines/1/lineId']);
    const future = new Date(Date.now() + DAY_MS).toISOString();
    expect(await faultsOf(in_.request(id, [one], { noticedAt: future }))).toEqual(['/payload/noticedAt']);
    expect(await faultsOf(in_.request(id, [one], { noticedAt: '2026-01-02T00:00:00Z' }))).toEqual([
      '/payload/noticedAt',
    ]);
    const unpaid = await in_.order((await orderOf(world, [{ productId }], { terms: { method: 'transfer' } })).id);
    expect(await said(in_.request(unpaid.id, [{ lineId: unpaid.lines[0].id, quantity: 1 }]))).toBe('409 invalid_state');
  });

  test('is taken back by its cancellation', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    const { inverse } = await lastOf(world, returnId);
    await world.done(inverse?.command as string, inverse?.payload, { as: world.owner });
    expect(await in_.read(returnId)).toMatchObject({ state: 'withdrawn' });
  });

  test('raced by others, gives each piece back once', async () => {
    const { id, lineId } = await arrived();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => said(in_.request(id, [{ lineId, quantity: 1 }]))),
    );
    expect(replies.toSorted()).toEqual(['200', '200', '200', '422 more_than_left', '422 more_than_left']);
  });
});

describe('order.return.cancel', () => {
  test('is possible until something was received', async () => {
    const { id, lineId } = await arrived();
    const one = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect((await in_.cancel(one)).body).toMatchObject({ result: { state: 'withdrawn' } });
    expect(await said(in_.cancel(one))).toBe('409 invalid_state');
    const other = await in_.approved(id, [{ lineId, quantity: 2 }]);
    await in_.receive(other, [{ lineId, quantity: 1, condition: 'saleable' }]);
    expect((await in_.cancel(other)).body).toMatchObject({ code: 'invalid_state', state: 'partially_received' });
    expect(await letters()).toContain('return.withdrawn');
  });

  test('against a receipt: one of both', async () => {
    const { id, lineId } = await arrived(4);
    for (let turn = 0; turn < 4; turn++) {
      const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
      const both = await Promise.all([
        said(in_.cancel(returnId)),
        said(in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }])),
      ]);
      expect(both.toSorted()).toEqual(['200', '409 invalid_state']);
      const { state } = await in_.read(returnId);
      expect(state).toBe(both[0] === '200' ? 'withdrawn' : 'received');
    }
    const [line] = (await in_.order(id)).lines;
    expect(await stock()).toBe(96 + line.restocked);
    expect(line.restocked).toBe(line.returned);
  });
});

describe('order.return.approve', () => {
  test('keeps what the buyer was told, and mails it', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    const text = 'Faturayı kutuya koyun.';
    const reply = await in_.approve(returnId, { code: '4417290', text });
    expect(reply.body).toMatchObject({
      result: { state: 'approved', instructions: { carrier: 'yurtici', code: '4417290', text } },
    });
    const { instructions } = await in_.read(returnId);
    expect(Date.parse(instructions.sendUntil) - Date.parse(instructions.at)).toBe(10 * DAY_MS);
    const letter = await written('return.approved', returnId);
    for (const part of ['Yurtiçi Kargo ile gönderin', 'kargo ücreti ödemezsiniz', '4417290', text])
      expect(letter).toContain(part);
    expect(await said(in_.approve(returnId))).toBe('409 invalid_state');
  });

  test('names a carrier: that of the settings, if none is stated', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    const approve = () => world.run('order.return.approve', { returnId });
    expect(await faultsOf(approve())).toEqual(['/payload/carrier']);
    await world.done('settings.checkout.update', {
      deliveryMinDays: 1,
      deliveryMaxDays: 3,
      returnCarrier: 'Aras Kargo',
      returnCostBorneBy: 'store',
      returnCostDisclosure: null,
      cashOnDelivery: false,
      cashOnDeliveryFee: 0,
      cashOnDeliveryCap: null,
      bankAccounts: [],
    });
    expect((await approve()).body).toMatchObject({ result: { instructions: { carrier: 'Aras Kargo', code: null } } });
  });

  test('of what never left, or is not shipped at all, asks the buyer to send nothing', async () => {
    const { id } = await orderOf(world, [{ productId, quantity: 1 }], { terms: { method: 'cod' } });
    const [{ id: lineId }] = (await in_.order(id)).lines;
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    await world.done('order.return.approve', { returnId });
    expect(await in_.read(returnId)).toMatchObject({ state: 'approved', instructions: { carrier: null } });
    const letter = await written('return.approved', returnId);
    expect(letter).toContain('bir şey yapmanız gerekmiyor');
    expect(letter).not.toContain('ile gönderin');
  });

  test('keeps words to the buyer sealed in the audit log, as the note of the buyer', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }], { note: 'Gizli bir söz' });
    await in_.approve(returnId, { text: 'Gizli bir yanıt' });
    const rows = await world.database
      .reader(world.storeId)
      .query<{ row: string }>('SELECT audit_row::text AS row FROM audit_row');
    expect(rows.filter(({ row }) => /Gizli/.test(row))).toEqual([]);
    const { items } = await world.read('audit.list', { query: { entity: returnId } });
    expect(JSON.stringify(items)).toContain('Gizli bir yanıt');
  });
});

describe('order.return.reject', () => {
  test('of a withdrawal needs that it came late, by the day of the delivery', async () => {
    const { id, lineId } = await arrived();
    await deliveredDaysAgo(id, 14);
    const inTime = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect(await said(in_.reject(inTime, 'late'))).toBe('422 withdrawal_stands');
    expect(await said(in_.reject(inTime, 'excluded'))).toBe('422 withdrawal_stands');
    expect(await faultsOf(in_.reject(inTime, 'unfounded'))).toEqual(['/payload/ground']);
    await deliveredDaysAgo(id, 15);
    const late = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect((await in_.reject(late, 'late')).body).toMatchObject({ result: { state: 'rejected' } });
    const letter = await written('return.rejected', late);
    expect(letter).toContain('Üzgünüz.');
    expect(letter).toContain('tüketici hakem heyetine');
    const noticed = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const byPhone = await in_.made(id, [{ lineId, quantity: 1 }], { noticedAt: noticed });
    expect(await said(in_.reject(byPhone, 'late'))).toBe('422 withdrawal_stands');
  });

  test('of a withdrawal is possible where the product is excluded', async () => {
    await world.done('catalog.product.setDigital', { productId, withdrawalException: 'hygiene' });
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    await world.done('catalog.product.setDigital', { productId, withdrawalException: null });
    expect(await said(in_.reject(returnId, 'excluded'))).toBe('200');
    expect(await said(in_.reject(returnId, 'excluded'))).toBe('409 invalid_state');
    expect(await said(in_.request(id, [{ lineId, quantity: 3 }]))).toBe('200');
  });

  test('of a claim says that it is unfounded', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }], { kind: 'claim' });
    expect(await faultsOf(in_.reject(returnId, 'late'))).toEqual(['/payload/ground']);
    expect((await in_.reject(returnId, 'unfounded')).body).toMatchObject({
      result: { state: 'rejected', rejection: { ground: 'unfounded', text: 'Üzgünüz.' } },
    });
  });

  test('of what has come is for its condition, and only if none can be sold again and none is refunded', async () => {
    const { id, lineId } = await arrived();
    const come = async (condition: string) => {
      const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
      await in_.receive(returnId, [{ lineId, quantity: 1, condition }]);
      return returnId;
    };
    expect(await said(in_.reject(await come('saleable'), 'condition'))).toBe('409 invalid_state');
    const refunded = await come('damaged');
    await in_.repaid(refunded);
    expect(await said(in_.reject(refunded, 'condition'))).toBe('409 invalid_state');
    const worn = await come('damaged');
    expect(await faultsOf(in_.reject(worn, 'late'))).toEqual(['/payload/ground']);
    expect(await said(in_.reject(worn, 'condition'))).toBe('200');
    expect((await in_.settle(worn)).body).toMatchObject({ result: { state: 'rejected', owed: 0 } });
    // It is here, so it is not given back once more.
    expect(await said(in_.request(id, [{ lineId, quantity: 1 }]))).toBe('422 more_than_left');
  });
});

describe('order.return.receive', () => {
  test('brings back to stock what can be sold again, by line and condition', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.approved(id, [{ lineId, quantity: 3 }]);
    expect(await stock()).toBe(97);
    const first = await in_.receive(returnId, [
      { lineId, quantity: 1, condition: 'damaged' },
      { lineId, quantity: 1, condition: 'saleable' },
    ]);
    expect(first.body).toMatchObject({
      result: {
        state: 'partially_received',
        receipts: [
          { units: [0], condition: 'damaged', restocked: 0 },
          { units: [1], condition: 'saleable', restocked: 1 },
        ],
      },
    });
    expect(await stock()).toBe(98);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'missing' }]);
    expect(await in_.read(returnId)).toMatchObject({ state: 'received' });
    expect((await in_.order(id)).lines[0]).toMatchObject({ returned: 2, restocked: 1, delivered: 3 });
    const { items } = await world.read('catalog.stockMovements.list', { query: { targetId: productId } });
    expect(items[0]).toMatchObject({ kind: 'restocked', delta: 1, orderId: id });
    expect(await written('return.received', returnId)).toContain('Bakır Cezve × 1: hasarlı geldi');
  });

  test('tells the buyer what has come, and of what has not that it has not', async () => {
    const subjectOf = async (...conditions: string[]) => {
      const { id } = await orderOf(world, [{ productId, quantity: 3 }], { terms: { method: 'transfer' } });
      await world.done('order.transfer.confirm', { orderId: id });
      const [{ id: lineId }] = (await in_.order(id)).lines;
      await world.done('order.ship', { orderId: id, carrier: 'yurtici', lines: [{ lineId, quantity: 2 }] });
      const returnId = await in_.approved(id, [{ lineId, quantity: 3 }]);
      await in_.receive(
        returnId,
        conditions.map((condition) => ({ lineId, quantity: 1, condition })),
      );
      const [mail] = (await world.read('account.mails')).items as { subject: string; text: string }[];
      return `${mail?.subject.split(':')[0]} | ${/siparişinizden (.*)\./.exec(mail?.text ?? '')?.[1]}`;
    };
    const reached = 'İade ettiğiniz ürün bize ulaştı | iade ettiğiniz ürünleri inceledik';
    expect(await subjectOf('saleable')).toBe(reached);
    expect(await subjectOf('damaged', 'unsent', 'missing')).toBe(reached);
    expect(await subjectOf('wrong', 'missing')).toBe(
      'İade gönderinizi inceledik | bize gönderdiğiniz iadeyi inceledik',
    );
    expect(await subjectOf('missing')).toBe('İade ettiğiniz ürün bize ulaşmadı | iade ettiğiniz ürünler bize ulaşmadı');
    expect(await subjectOf('unsent')).toBe(
      'İade talebinizi işleme aldık | iade etmek istediğiniz ürünler size gönderilmemişti',
    );
    expect(await subjectOf('unsent', 'missing')).toBe(
      'İade talebinizi inceledik | iade etmek istediğiniz ürünleri inceledik',
    );
  });

  test('leaves the stock alone where that is stated, where the shop says so, and of what was never taken', async () => {
    const { id, lineId } = await arrived();
    const piece = { lineId, quantity: 1, condition: 'saleable' };
    await in_.receive(
      await in_.approved(
        id,
        [piece].map(({ condition: _, ...part }) => part),
      ),
      [{ ...piece, restock: false }],
    );
    expect(await stock()).toBe(97);
    await setRestocking(world, { restockOnReturn: false });
    await in_.receive(await in_.approved(id, [{ lineId, quantity: 1 }]), [piece]);
    expect(await stock()).toBe(97);
    await in_.receive(await in_.approved(id, [{ lineId, quantity: 1 }]), [{ ...piece, restock: true }]);
    expect(await stock()).toBe(98);
    const uncounted = await world.done('catalog.product.create', { title: 'Kese', price: 10_000, stock: null });
    const free = await in_.arrived(uncounted.id, 1);
    const returnId = await in_.approved(free.id, [{ lineId: free.lines[0].id, quantity: 1 }]);
    await world.done('catalog.stock.set', { targetId: uncounted.id, stock: 5 });
    await in_.receive(returnId, [{ ...piece, lineId: free.lines[0].id, restock: true }]);
    expect((await world.read('catalog.products.get', { params: { prd: uncounted.id } })).stock).toBe(5);
  });

  test('says of which piece it was that it went back to stock', async () => {
    await setRestocking(world, { restockOnReturn: false });
    const { id } = await orderOf(world, [{ productId, quantity: 3 }], { terms: { method: 'cod' } });
    const [{ id: lineId }] = (await in_.order(id)).lines;
    const parcel = { orderId: id, carrier: 'yurtici', lines: [{ lineId, quantity: 1 }] };
    const { id: shipmentId } = await world.done('order.ship', parcel);
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    const returnId = await in_.approved(id, [{ lineId, quantity: 3 }]);
    await in_.receive(returnId, [
      { lineId, quantity: 1, condition: 'saleable' },
      { lineId, quantity: 2, condition: 'unsent', restock: true },
    ]);
    expect((await in_.read(returnId)).receipts).toMatchObject([
      { condition: 'saleable', restocked: 0 },
      { condition: 'unsent', restocked: 2 },
    ]);
    expect(await stock()).toBe(99);
  });

  test('is refused beyond what the return awaits, of other lines, and of damaged goods for the stock', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
    const piece = { lineId, quantity: 1, condition: 'saleable' };
    expect(await faultsOf(in_.receive(returnId, [{ ...piece, quantity: 2 }]))).toEqual(['/payload/lines/0/quantity']);
    expect(await faultsOf(in_.receive(returnId, [piece, { ...piece, condition: 'damaged' }]))).toEqual([
      '/payload/lines/1/quantity',
    ]);
    expect(await said(in_.receive(returnId, [{ ...piece, lineId: 'oln_00000000000000000000000000' }]))).toBe(
      '422 line_unknown',
    );
    expect(await faultsOf(in_.receive(returnId, [{ ...piece, condition: 'damaged', restock: true }]))).toEqual([
      '/payload/lines/0/restock',
    ]);
    expect(await faultsOf(in_.receive(returnId, [piece], { sentAt: '2026-01-02T00:00:00Z' }))).toEqual([
      '/payload/sentAt',
    ]);
    expect(await said(in_.receive(await in_.made(id, [{ lineId, quantity: 1 }]), [piece]))).toBe('409 invalid_state');
  });

  test('of a piece that never left brings it back, and nothing of it is shipped any more', async () => {
    const { id } = await orderOf(world, [{ productId, quantity: 2 }], { terms: { method: 'transfer' } });
    await world.done('order.transfer.confirm', { orderId: id });
    const lineId = (await in_.order(id)).lines[0].id;
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    await world.done('order.return.approve', { returnId });
    expect(await faultsOf(in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]))).toEqual([
      '/payload/lines/0/quantity',
    ]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'unsent' }]);
    expect(await stock()).toBe(99);
    const two = { orderId: id, carrier: 'yurtici', lines: [{ lineId, quantity: 2 }] };
    expect(await said(world.run('order.ship', two))).toBe('422 more_than_left');
    const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    const read = await in_.order(id);
    expect(read).toMatchObject({ fulfilment: 'delivered', lines: [{ unsent: 1, delivered: 1, returned: 0 }] });
    const { noticedAt, refundUntil } = await in_.read(returnId);
    expect(refundUntil).toBe(endOfNthDay(noticedAt, 14));
  });

  test('of a parcel that is cancelled afterwards leaves nothing of it to be shipped', async () => {
    const { id } = await orderOf(world, [{ productId, quantity: 1 }], { terms: { method: 'transfer' } });
    await world.done('order.transfer.confirm', { orderId: id });
    const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
    const lineId = (await in_.order(id)).lines[0].id;
    const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]);
    await world.done('order.shipment.cancel', { orderId: id, shipmentId });
    expect(await said(world.run('order.ship', { orderId: id, carrier: 'yurtici' }))).toBe('422 nothing_to_ship');
  });

  test('starts the days to refund a withdrawal, from when the carrier had the goods; a claim has none', async () => {
    const { id, lineId } = await arrived();
    await deliveredDaysAgo(id, 6);
    const piece = { lineId, quantity: 1, condition: 'saleable' };
    const noticedAt = new Date(Date.now() - 5 * DAY_MS).toISOString();
    const sentAt = new Date(Date.now() - 3 * DAY_MS).toISOString();
    const sent = await in_.approved(id, [{ lineId, quantity: 1 }], { noticedAt });
    await in_.receive(sent, [piece], { sentAt });
    expect(await in_.read(sent)).toMatchObject({ refundUntil: endOfNthDay(sentAt, 14) });
    const now = await in_.approved(id, [{ lineId, quantity: 1 }]);
    await in_.receive(now, [piece]);
    const { refundUntil, receipts } = await in_.read(now);
    expect(Date.parse(refundUntil) - Date.parse(receipts[0].at)).toBe(14 * DAY_MS);
    const claim = await in_.approved(id, [{ lineId, quantity: 1 }], { kind: 'claim' });
    await in_.receive(claim, [piece]);
    expect(await in_.read(claim)).toMatchObject({ refundUntil: null });
  });

  test.each(['missing', 'wrong'])('has no last day to refund while all that came is %s', async (condition) => {
    const { id, lineId } = await arrived();
    const returnId = await in_.approved(id, [{ lineId, quantity: 2 }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition }]);
    expect(await in_.read(returnId)).toMatchObject({ state: 'partially_received', refundUntil: null });
    expect(await in_.settle(returnId)).toMatchObject({ body: { result: { owed: 0 } } });
    expect(await said(in_.repay(id, returnId))).toBe('409 invalid_state');
    expect(await isDue(returnId)).toBe(false);
    // The other piece comes: now its money is owed, from now.
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]);
    const { refundUntil, receipts } = await in_.read(returnId);
    expect(Date.parse(refundUntil) - Date.parse(receipts[1].at)).toBe(14 * DAY_MS);
    expect(await isDue(returnId)).toBe(true);
  });

  test('has no last day to refund for a piece that was refunded before as a favour', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.approved(id, [{ lineId, quantity: 2 }]);
    const favour = { orderId: id, lines: [{ lineId, quantity: 2 }], reason: 'Özür' };
    const { id: refundId } = await world.done('order.refund.request', favour);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'damaged' }]);
    expect(await in_.read(returnId)).toMatchObject({ state: 'partially_received', refundUntil: null });
    expect(await isDue(returnId)).toBe(false);
    // The favour does not come to be: then the piece that is back is owed, from when it came.
    await in_.give(refundId, 'failed');
    const { refundUntil, receipts } = await in_.read(returnId);
    expect(Date.parse(refundUntil) - Date.parse(receipts[0].at)).toBe(14 * DAY_MS);
    expect(await isDue(returnId)).toBe(true);
  });

  test('has no last day to refund while a refund of the order leaves too little, and has one once that has failed', async () => {
    const { id, lineId } = await arrived();
    const { captured } = await in_.order(id);
    const under = { orderId: id, amount: captured - 100, reason: 'Özür' };
    const { id: refundId } = await world.done('order.refund.request', under);
    const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]);
    expect(await in_.read(returnId)).toMatchObject({ state: 'received', refundUntil: null });
    await in_.give(refundId, 'failed');
    expect(await isDue(returnId)).toBe(true);
  });

  /** Only such returns are among those that are due. */
  const isDue = async (returnId: string): Promise<boolean> => (await in_.read(returnId)).refundUntil !== null;

  test('of the same piece twice at once: one of both', async () => {
    const { id, lineId } = await arrived();
    for (let turn = 0; turn < 3; turn++) {
      const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
      const receive = () => said(in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]));
      expect((await Promise.all([receive(), receive()])).toSorted()).toEqual(['200', '409 invalid_state']);
    }
    expect(await stock()).toBe(100);
    expect((await in_.order(id)).lines[0]).toMatchObject({ returned: 3, restocked: 3 });
  });

  test('of what never left makes the rest the whole order, also when it is paid', async () => {
    const { id } = await orderOf(world, [{ productId, quantity: 3 }], { terms: { method: 'cod' } });
    const [{ id: lineId }] = (await in_.order(id)).lines;
    const parcel = { orderId: id, carrier: 'yurtici', lines: [{ lineId, quantity: 2 }] };
    const { id: shipmentId } = await world.done('order.ship', parcel);
    await in_.receive(await in_.approved(id, [{ lineId, quantity: 1 }]), [
      { lineId, quantity: 1, condition: 'unsent' },
    ]);
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    expect(await world.done('order.cod.collect', { orderId: id })).toMatchObject({ fulfilment: 'delivered' });
    expect(await in_.order(id)).toMatchObject({ payment: 'paid', fulfilment: 'delivered' });
  });

  test('decides where a piece goes, also of an order that is cancelled then', async () => {
    const { id } = await orderOf(world, [{ productId, quantity: 3 }], { terms: { method: 'cod' } });
    const [{ id: lineId }] = (await in_.order(id)).lines;
    const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'returned' });
    await in_.receive(await in_.approved(id, [{ lineId, quantity: 2 }]), [
      { lineId, quantity: 1, condition: 'damaged' },
      { lineId, quantity: 1, condition: 'saleable' },
    ]);
    expect(await stock()).toBe(98);
    expect(await world.done('order.cancel', { orderId: id, reason: 'customer' })).toMatchObject({ restocked: 1 });
    expect(await stock()).toBe(99);
  });

  test.each(['requested', 'approved', 'received'])(
    'of an order that is cancelled then leaves no return open that was %s',
    async (state) => {
      const { id } = await orderOf(world, [{ productId, quantity: 1 }], { terms: { method: 'cod' } });
      const [{ id: lineId }] = (await in_.order(id)).lines;
      const piece = { lineId, quantity: 1 };
      const returnId = state === 'requested' ? await in_.made(id, [piece]) : await in_.approved(id, [piece]);
      if (state === 'received') await in_.receive(returnId, [{ ...piece, condition: 'unsent' }]);
      expect(await in_.read(returnId)).toMatchObject({ state });
      await world.done('order.cancel', { orderId: id, reason: 'customer' });
      expect(await in_.read(returnId)).toMatchObject({ state: 'withdrawn' });
      const { timeline } = await in_.order(id);
      expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain('return_withdrawn');
      const { items } = await world.read('audit.list', { query: { entity: returnId } });
      expect(items[0]).toMatchObject({ command: 'order.cancel' });
      expect(await stock()).toBe(100);
    },
  );
});

/** A return of pieces that have come. */
const back = async (orderId: string, lineId: string, quantity = 1, condition = 'saleable') => {
  const returnId = await in_.approved(orderId, [{ lineId, quantity }]);
  await in_.receive(returnId, [{ lineId, quantity, condition }]);
  return returnId;
};

describe('order.return.settle', () => {
  test('moves no money, and says what is owed', async () => {
    const { id, lineId } = await arrived();
    const returnId = await back(id, lineId);
    const settle = async () => ((await in_.settle(returnId)).body as { result: object }).result;
    const standing = async () => {
      const { refundReserved, refunds, rev } = await in_.order(id);
      return { refundReserved, refunds, rev, row: await in_.read(returnId) };
    };
    const before = await standing();
    for (const _ of [1, 2]) expect(await settle()).toMatchObject({ state: 'received', owed: 9_998, refunds: [] });
    expect(await standing()).toEqual(before);
    const { refundId } = await in_.repaid(returnId);
    expect(await settle()).toMatchObject({ state: 'received', owed: 0, refunds: [refundId] });
    await in_.give(refundId, 'failed');
    expect(await settle()).toMatchObject({ state: 'received', owed: 9_998 });
  });

  test('ends a return whose money was given back before the last of it came', async () => {
    const { id, lineId } = await arrived();
    const returnId = await in_.approved(id, [{ lineId, quantity: 2 }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]);
    const { refundId } = await in_.repaid(returnId);
    await in_.give(refundId);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'missing' }]);
    const { refunded } = await in_.order(id);
    expect((await in_.settle(returnId)).body).toMatchObject({ result: { state: 'refunded', owed: 0 } });
    expect(await in_.order(id)).toMatchObject({ refunded, refundReserved: 0 });
  });
});

describe('the money of a return', () => {
  test('reserves the stored shares of what is back, and ends the return once they were given back', async () => {
    const { id, lineId } = await arrived();
    const returnId = await back(id, lineId);
    const first = await in_.repaid(returnId);
    expect(first).toMatchObject({ state: 'received', reserved: 10_000 - 2 });
    expect(await in_.order(id)).toMatchObject({ refundReserved: 9_998, lines: [{ refundedUnits: [0] }] });
    expect(await in_.repaid(returnId)).toMatchObject({ state: 'received', reserved: 0, refunds: [first.refundId] });
    await in_.give(first.refundId);
    expect(await in_.read(returnId)).toMatchObject({ state: 'refunded' });
    expect((await in_.order(id)).timeline.map(({ kind }: { kind: string }) => kind)).toContain('return_refunded');
    expect(await in_.repaid(returnId)).toMatchObject({ state: 'refunded', reserved: 0 });
  });

  test('gives back delivery too once the whole order is back, in whatever parts', async () => {
    const { id, lineId } = await arrived();
    const two = await in_.repaid(await back(id, lineId, 2));
    expect(two.reserved).toBe(20_000 - 3);
    await in_.give(two.refundId);
    const last = await back(id, lineId);
    const rest = await in_.repaid(last);
    expect(rest.reserved).toBe(30_096 - 19_997);
    await in_.give(rest.refundId);
    expect(await in_.order(id)).toMatchObject({ refunded: 30_096, refund: 'full' });
    expect(await in_.read(last)).toMatchObject({ state: 'refunded' });
  });

  test('names all pieces of the order with what is left, where two returns have brought it back', async () => {
    const { id, lineId } = await arrived(2);
    const [one, other] = [await back(id, lineId), await back(id, lineId)];
    const all = await in_.repaid(one);
    expect(all.reserved).toBe(20_096);
    expect(await in_.order(id)).toMatchObject({ lines: [{ refundedUnits: [0, 1] }] });
    expect(await in_.repaid(other)).toMatchObject({ state: 'received', reserved: 0, refunds: [] });
    await in_.give(all.refundId);
    for (const returnId of [one, other]) expect(await in_.read(returnId)).toMatchObject({ state: 'refunded' });
  });

  test('waits for a refund under way that may yet leave more', async () => {
    const { id, lineId } = await arrived(2);
    const returnId = await back(id, lineId);
    const favour = await world.done('order.refund.request', { orderId: id, amount: 15_000, reason: 'Jest' });
    expect(await in_.repaid(returnId)).toMatchObject({ state: 'received', reserved: 0 });
    await in_.give(favour.id, 'failed');
    expect(await in_.repaid(returnId)).toMatchObject({ reserved: 9_998 });
  });

  test('asks anew for what could not be given back', async () => {
    const { id, lineId } = await arrived();
    const returnId = await back(id, lineId);
    const first = await in_.repaid(returnId);
    await in_.give(first.refundId, 'failed');
    const second = await in_.repaid(returnId);
    expect(second).toMatchObject({ reserved: 9_998, refunds: [first.refundId, second.refundId] });
    await in_.give(second.refundId);
    expect(await in_.read(returnId)).toMatchObject({ state: 'refunded' });
  });

  test('does nothing where nothing is owed: before something came, of what is missing, and of what was given back otherwise', async () => {
    const { id, lineId } = await arrived();
    const awaited = await in_.approved(id, [{ lineId, quantity: 1 }]);
    expect(await in_.repaid(awaited)).toMatchObject({ state: 'approved', reserved: 0 });
    await in_.receive(awaited, [{ lineId, quantity: 1, condition: 'wrong' }]);
    expect(await in_.repaid(awaited)).toMatchObject({ state: 'received', reserved: 0 });
    await in_.reject(awaited, 'condition');
    const other = await in_.approved(id, [{ lineId, quantity: 1 }]);
    const lines = [{ lineId, quantity: 1 }];
    const { id: refundId } = await world.done('order.refund.request', { orderId: id, lines, reason: 'Jest' });
    await in_.give(refundId);
    // It stays with the buyer, who may send it yet.
    expect(await in_.read(other)).toMatchObject({ state: 'refunded' });
    await in_.receive(other, [{ lineId, quantity: 1, condition: 'saleable' }]);
    expect(await in_.read(other)).toMatchObject({ state: 'refunded', receipts: [{ restocked: 1 }] });
    expect(await in_.repaid(other)).toMatchObject({ reserved: 0 });
  });

  test('ends what the shop had refunded before, though nothing of it came, or something else', async () => {
    const { id, lineId } = await arrived(4);
    const refunded = async (quantity: number) => {
      const lines = [{ lineId, quantity }];
      return (await world.done('order.refund.request', { orderId: id, lines, reason: 'Jest' })).id;
    };
    const come = async (quantity: number, condition: string) => {
      const returnId = await in_.approved(id, [{ lineId, quantity }]);
      await in_.receive(returnId, [{ lineId, quantity, condition }]);
      return returnId;
    };
    await in_.give(await refunded(1));
    // First those that nobody has refunded, so the last one is the one that was.
    const rest = await in_.approved(id, [{ lineId, quantity: 3 }]);
    const returnId = await come(1, 'wrong');
    expect(await in_.read(returnId)).toMatchObject({ state: 'received', pieces: [{ units: [0] }] });
    expect(await said(in_.reject(returnId, 'condition'))).toBe('409 invalid_state');
    expect(await in_.repaid(returnId)).toMatchObject({ state: 'refunded', reserved: 0 });
    await in_.cancel(rest);
    // Of several also where one alone is refunded, and not before it was.
    const some = await come(2, 'missing');
    expect(await in_.repaid(some)).toMatchObject({ state: 'received', reserved: 0 });
    const favour = await refunded(1);
    expect(await said(in_.reject(some, 'condition'))).toBe('409 invalid_state');
    expect(await in_.repaid(some)).toMatchObject({ state: 'received', reserved: 0 });
    await in_.give(favour);
    expect(await in_.read(some)).toMatchObject({ state: 'refunded' });
  });

  test('is asked for of one return of the order, and in no second way', async () => {
    const { id, lineId } = await arrived();
    const returnId = await back(id, lineId);
    const other = await arrived();
    const ask = (orderId: string, more: object) =>
      world.run('order.refund.request', { orderId, returnId, reason: 'Jest', ...more });
    expect(await said(ask(other.id, {}))).toBe('404 not_found');
    const lines = [{ lineId, quantity: 1 }];
    expect(await faultsOf(ask(id, { amount: 1 }))).toEqual(['/payload/amount']);
    expect(await faultsOf(ask(id, { lines, delivery: true }))).toEqual(['/payload/lines']);
    expect(await faultsOf(ask(id, { delivery: true }))).toEqual(['/payload/delivery']);
    expect((await in_.order(id)).refunds).toEqual([]);
    expect(await said(ask(id, {}))).toBe('200');
    expect(await said(ask(id, {}))).toBe('409 invalid_state');
  });

  test('is owed for nothing that nobody has accepted, and while no money of the order has come', async () => {
    const { id, lineId } = await arrived();
    const asked = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect((await in_.settle(asked)).body).toMatchObject({ result: { state: 'requested', owed: 0 } });
    expect(await said(in_.repay(id, asked))).toBe('409 invalid_state');
    const cod = await in_.order((await orderOf(world, [{ productId }])).id);
    await world.done('order.ship', { orderId: cod.id, carrier: 'yurtici' });
    const returnId = await back(cod.id, cod.lines[0].id);
    expect((await in_.settle(returnId)).body).toMatchObject({ result: { state: 'received', owed: 0 } });
    expect(await said(in_.repay(cod.id, returnId))).toBe('409 invalid_state');
    await world.done('order.cod.collect', { orderId: cod.id });
    expect(await in_.repaid(returnId)).toMatchObject({ reserved: 10_000 });
  });

  test('twice at once, and against a refund of the same piece, gives no kuruş back twice', async () => {
    const { id, lineId } = await arrived();
    const returnId = await back(id, lineId);
    const lines = [{ lineId, quantity: 1 }];
    await Promise.all([
      in_.repay(id, returnId),
      in_.repay(id, returnId),
      in_.settle(returnId),
      world.run('order.refund.request', { orderId: id, lines, delivery: false, reason: 'İade' }),
    ]);
    const { refundReserved, refunds, lines: after } = await in_.order(id);
    const sum = refunds.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    expect(refundReserved).toBe(sum);
    expect(new Set(after[0].refundedUnits).size).toBe(after[0].refundedUnits.length);
    const taken = refunds.flatMap(({ pieces }: { pieces: { units: number[] }[] }) => pieces[0]?.units);
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe('a return', () => {
  test('moves by its table alone', () => {
    for (const from of returnStates)
      for (const to of returnStates)
        for (const by of new Set(returnTransitions.map((each) => each.by)))
          expect(mayMove(from, by, to)).toBe(
            returnTransitions.some((each) => each.by === by && each.to === to && each.from.includes(from)),
          );
    const ends = returnStates.filter((state) =>
      returnTransitions.every(({ from, to }) => to === state || !from.includes(state)),
    );
    expect(ends).toEqual(['refunded', 'rejected', 'withdrawn']);
  });

  test('balances: pieces, money and stock, whatever is done in whichever order', async () => {
    const steps = fc.constantFrom(
      'request',
      'approve',
      'approve',
      'cancel',
      'saleable',
      'damaged',
      'missing',
      'settle',
      'repay',
      'repay',
      'give',
      'fail',
      'refund',
      'reject',
    );
    const runs = fc.sample(fc.array(fc.tuple(steps, fc.nat(3)), { minLength: 30, maxLength: 30 }), 3);
    for (const run of runs) {
      const before = await stock();
      const { id, lineId } = await arrived(4);
      for (const [step, nth] of run) {
        await take(step, nth, id, lineId);
        await expectBalance(id, before);
      }
    }
  }, 240_000);
});

/** One step on one of the returns, or refunds, of an order: whether it is refused does not matter. */
async function take(step: string, nth: number, id: string, lineId: string): Promise<void> {
  const { returns, refunds } = await in_.order(id);
  const returnId = returns.at(nth % Math.max(1, returns.length))?.id;
  const refundId = refunds.at(nth % Math.max(1, refunds.length))?.id;
  const part = { lineId, quantity: 1 + (nth % 2) };
  if (step === 'request') await in_.request(id, [part], { kind: nth % 2 ? 'claim' : 'withdrawal' });
  else if (step === 'refund') await world.run('order.refund.request', { orderId: id, lines: [part], reason: 'Jest' });
  else if (step === 'give' || step === 'fail') {
    if (refundId) await in_.give(refundId, step === 'give' ? 'succeeded' : 'failed');
  } else if (!returnId) return;
  else if (step === 'approve') await in_.approve(returnId);
  else if (step === 'cancel') await in_.cancel(returnId);
  else if (step === 'reject') await in_.reject(returnId, 'condition');
  else if (step === 'settle') await in_.settle(returnId);
  else if (step === 'repay') await in_.repay(id, returnId);
  else await in_.receive(returnId, [{ ...part, quantity: 1, condition: step }]);
}

interface Receipt {
  readonly units: number[];
  readonly condition: string;
  readonly restocked: number;
}

async function expectBalance(id: string, stockBefore: number): Promise<void> {
  const { captured, refunded, refundReserved, refunds, returns, lines } = await in_.order(id);
  const [line] = lines;
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const receipts: Receipt[] = returns.flatMap((row: { receipts: Receipt[] }) => row.receipts);
  const here = receipts.filter(({ condition }) => ['saleable', 'damaged'].includes(condition));
  // Pieces: each is back once, and counted so.
  const places = here.flatMap(({ units }) => units);
  expect(new Set(places).size).toBe(places.length);
  expect(line.returned).toBe(places.length);
  // Stock: what has gone back is what the receipts say, and no more than was taken.
  expect(line.restocked).toBe(sum(receipts.map(({ restocked }) => restocked)));
  expect(await stock()).toBe(stockBefore - line.stockTaken + line.restocked);
  // Money: by the refunds, never more than has come, and no piece in two.
  const amountsOf = (state: string) =>
    sum(
      refunds.filter((each: { state: string }) => each.state === state).map((each: { amount: number }) => each.amount),
    );
  expect([amountsOf('succeeded'), amountsOf('requested')]).toEqual([refunded, refundReserved]);
  expect(refunded + refundReserved).toBeLessThanOrEqual(captured);
  const paid = refunds
    .filter(({ state }: { state: string }) => state !== 'failed')
    .flatMap(({ pieces }: { pieces: { units: number[] }[] }) => pieces.flatMap(({ units }) => units));
  expect(new Set(paid).size).toBe(paid.length);
  expect(paid.toSorted()).toEqual(line.refundedUnits.toSorted());
  // What has ended as refunded has the money of all that is back.
  for (const { state, receipts: came, pieces } of returns as {
    state: string;
    receipts: Receipt[];
    pieces: { units: number[] }[];
  }[]) {
    if (state !== 'refunded' || refunded === captured) continue;
    const lost = came.filter(({ condition }) => condition === 'missing').flatMap(({ units }) => units);
    const owed = pieces.flatMap(({ units }) => units).filter((place) => !lost.includes(place));
    expect(owed.filter((place) => !line.refundedUnits.includes(place))).toEqual([]);
  }
}
