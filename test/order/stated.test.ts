import { newId, newUlid } from '../../src/kernel/ids';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { orderOf } from './session';

const PIECES = 3;

/** Commands that take pieces of lines of an order, with what else they need. */
const doors = {
  'order.ship': { carrier: 'yurtici' },
  'order.refund.request': { reason: 'x' },
  'order.return.request': { kind: 'withdrawal' },
} as const;

describe('pieces that a call states', () => {
  let site: Site;
  let session: OwnerSession;
  let orderId: string;
  let lineId: string;
  beforeAll(async () => {
    site = await openSite();
    session = await site.session();
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Fincan', price: 1_000, stock: 50 });
    ({ id: orderId } = await orderOf(world, [{ productId: id, quantity: PIECES }], { terms: { method: 'transfer' } }));
    await world.done('order.transfer.confirm', { orderId });
    lineId = (await world.read('orders.get', { params: { ord: orderId } })).lines[0].id;
  });
  afterAll(() => site.close());

  const ask = (door: string, lines: object[]) => {
    if (door === 'order.pieces.remove')
      return site.call('POST', `/v1/account/orders/${orderId}/removed-pieces`, { session, body: { lines } });
    const payload = { orderId, lines, ...doors[door as keyof typeof doors] };
    const body = { command: door, storeId: site.world.storeId, payload, idempotencyKey: newUlid() };
    return site.call('POST', '/v1/commands', { session, body });
  };

  test.each([...Object.keys(doors), 'order.pieces.remove'])(
    '%s refuses what is no piece of a line, by its place',
    async (door) => {
      const refusal = async (lines: object[]) => {
        const { body } = await ask(door, lines);
        const errors: readonly { readonly pointer: string }[] = body.errors;
        return [
          body.code,
          errors.map(({ pointer, ...error }) => ({ pointer: pointer.replace('/payload', ''), ...error })),
        ];
      };
      const unknown = { pointer: '/lines/0/lineId', message: 'is not among the lines', code: 'line_unknown' };
      expect(await refusal([{ lineId: newId('oln'), quantity: 1 }])).toEqual(['line_unknown', [unknown]]);
      const one = { lineId, quantity: 1 };
      const twice = { pointer: '/lines/1/lineId', message: 'is named twice', code: 'invalid_request' };
      expect(await refusal([one, one])).toEqual(['invalid_request', [twice]]);
      const more = {
        pointer: '/lines/0/quantity',
        message: `is more than the ${PIECES} that are left`,
        code: 'more_than_left',
      };
      expect(await refusal([{ lineId, quantity: PIECES + 1 }])).toEqual([
        'more_than_left',
        [{ ...more, facts: { left: PIECES } }],
      ]);
    },
  );
});
