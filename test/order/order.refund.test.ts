import fc from 'fast-check';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

let world: World;
let productId: string;
beforeEach(async () => {
  world = await createWorld();
  productId = (await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 10_000, stock: 100 })).id;
});
afterEach(() => world.close());

const read = (id: string) => world.read('orders.get', { params: { ord: id } });
const request = (orderId: string, more: object = {}) =>
  world.run('order.refund.request', { orderId, reason: 'İade', ...more });
const refunded = async (orderId: string, more: object = {}) =>
  ((await request(orderId, more)).body as { result: { id: string; amount: number } }).result;
const record = (refundId: string, outcome: 'succeeded' | 'failed') =>
  world.run('order.refund.record', { refundId, outcome, reference: 'FT1' });

/** Three pieces, 3 kuruş off and 100 for shipping: no amount of a piece is that of all divided by three. */
async function paid(): Promise<string> {
  const terms = {
    method: 'transfer' as const,
    discounts: [{ label: 'Kampanya', kurus: 4, line: null }],
    rate: { id: 'standart', label: 'Standart', kurus: 100 },
  };
  const { id } = await orderOf(world, [{ productId, quantity: 3 }], { terms });
  await world.done('order.transfer.confirm', { orderId: id });
  return id;
}

describe('order.refund.request', () => {
  test('reserves the stored shares of pieces, with or without what their delivery cost', async () => {
    const id = await paid();
    const [line] = (await read(id)).lines;
    const lines = [{ lineId: line.id, quantity: 1 }];
    expect(await refunded(id, { lines })).toMatchObject({ amount: 10_000 - 2, pieces: [{ units: [0] }] });
    expect(await refunded(id, { lines, delivery: true })).toMatchObject({
      amount: 10_000 - 1 + 33,
      pieces: [{ units: [1] }],
    });
    expect(await refunded(id)).toMatchObject({ amount: 30_096 - 9_998 - 10_032, pieces: [{ units: [2] }] });
    expect(await read(id)).toMatchObject({ refundReserved: 30_096, refunded: 0, refund: 'none' });
    expect((await request(id)).body).toMatchObject({ code: 'invalid_state' });
  });

  test('is refused beyond what has come, of what is refunded already, and of what has no money', async () => {
    const id = await paid();
    expect((await request(id, { amount: 30_097 })).body).toMatchObject({ code: 'refund_too_much', left: 30_096 });
    const [line] = (await read(id)).lines;
    const two = { lines: [{ lineId: line.id, quantity: 2 }] };
    await refunded(id, two);
    expect((await request(id, two)).body).toMatchObject({
      code: 'more_than_left',
      errors: [{ pointer: '/payload/lines/0/quantity', facts: { left: 1 } }],
    });
    expect(await said(request(id, { amount: 1, lines: two.lines }))).toBe('400 invalid_request');
    const cod = await orderOf(world, [{ productId }]);
    expect(await said(request(cod.id))).toBe('409 invalid_state');
  });

  test('raced by others, never reserves more than has come', async () => {
    const id = await paid();
    const replies = await Promise.all(Array.from({ length: 6 }, () => said(request(id, { amount: 7_000 }))));
    expect(replies.filter((reply) => reply === '200')).toHaveLength(4);
    expect(await read(id)).toMatchObject({ refundReserved: 28_000 });
  });

  test('is taken back by its record, which frees what was reserved', async () => {
    const id = await paid();
    const { id: refundId } = await refunded(id);
    const { items } = await world.read('audit.list', { query: { entity: refundId } });
    const { command, payload } = items[0].inverse;
    await world.done(command, payload);
    expect(await read(id)).toMatchObject({
      refundReserved: 0,
      refunds: [{ state: 'failed' }],
      lines: [{ refundedUnits: [] }],
    });
  });
});

describe('order.refund.record', () => {
  test('says that the money was given back, once, and the buyer is told', async () => {
    const id = await paid();
    const refund = await refunded(id, { amount: 96 });
    expect(await said(record(refund.id, 'succeeded'))).toBe('200');
    expect(await said(record(refund.id, 'failed'))).toBe('409 invalid_state');
    expect(await read(id)).toMatchObject({ refunded: 96, refundReserved: 0, refund: 'partial' });
    const rest = await refunded(id);
    await record(rest.id, 'succeeded');
    expect(await read(id)).toMatchObject({ refunded: 30_096, refund: 'full' });
    const mails = await world.database
      .reader(world.storeId)
      .query<{ letter: string }>('SELECT letter FROM mail ORDER BY id DESC LIMIT 2');
    expect(mails.map(({ letter }) => letter)).toEqual(['refund.given', 'refund.given']);
  });

  test('frees the pieces of one that failed, and no kuruş is given back twice, whatever the order of both', async () => {
    const id = await paid();
    const [line] = (await read(id)).lines;
    const steps = fc
      .sample(fc.array(fc.constantFrom('ask', 'fail', 'give'), { minLength: 12, maxLength: 12 }), 3)
      .flat();
    const open: string[] = [];
    for (const step of steps) {
      if (step === 'ask') {
        const { body } = await request(id, { lines: [{ lineId: line.id, quantity: 1 }], delivery: true });
        const made = (body as { result?: { id: string } }).result;
        if (made) open.push(made.id);
      } else if (open.length > 0) await record(open.shift() as string, step === 'fail' ? 'failed' : 'succeeded');
      const { refunded: given, refundReserved, captured, refunds } = await read(id);
      const sum = (state: string) =>
        refunds
          .filter((each: { state: string }) => each.state === state)
          .reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
      expect([sum('succeeded'), sum('requested')]).toEqual([given, refundReserved]);
      expect(given + refundReserved).toBeLessThanOrEqual(captured);
    }
  });
});
