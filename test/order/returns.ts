import type { World } from '../world/world';
import { orderOf } from './session';

interface Part {
  readonly lineId: string;
  readonly quantity: number;
}

/** What tests of returns do to the orders of a world. */
export const returnsIn = (world: World) => {
  const order = (id: string) => world.read('orders.get', { params: { ord: id } });
  const request = (orderId: string, lines: readonly Part[], more: object = {}) =>
    world.run('order.return.request', { orderId, kind: 'withdrawal', lines, ...more }, { as: world.owner });
  const made = async (orderId: string, lines: readonly Part[], more: object = {}): Promise<string> => {
    const { body } = await request(orderId, lines, more);
    const { result } = body as { result?: { id: string } };
    if (!result) throw new Error(JSON.stringify(body));
    return result.id;
  };
  const approve = (returnId: string, more: object = {}) =>
    world.run('order.return.approve', { returnId, carrier: 'yurtici', ...more });

  const read = (id: string) => world.read('returns.get', { params: { ret: id } });
  const settle = (returnId: string) => world.run('order.return.settle', { returnId });
  /** Asks for what is owed for a return. */
  const repay = (orderId: string, returnId: string) =>
    world.run('order.refund.request', { orderId, returnId, reason: 'Ürün iadesi' });

  return {
    order,
    request,
    made,
    approve,
    read,
    cancel: (returnId: string) => world.run('order.return.cancel', { returnId }, { as: world.owner }),
    reject: (returnId: string, ground: string) =>
      world.run('order.return.reject', { returnId, ground, text: 'Üzgünüz.' }),
    receive: (returnId: string, lines: readonly object[], more: object = {}) =>
      world.run('order.return.receive', { returnId, lines, ...more }),
    settle,
    repay,
    /** Asks for what settling says is owed. @returns the return by then, and what was reserved, in kuruş */
    async repaid(returnId: string) {
      const { owed } = ((await settle(returnId)).body as { result: { owed: number } }).result;
      const before = await read(returnId);
      if (owed === 0) return { ...before, reserved: 0, refundId: '' };
      const { amount: reserved, id: refundId } = (
        (await repay(before.orderId, returnId)).body as { result: { amount: number; id: string } }
      ).result;
      expect(reserved).toBe(owed);
      return { ...(await read(returnId)), reserved, refundId };
    },
    give: (refundId: string, outcome: 'succeeded' | 'failed' = 'succeeded') =>
      world.run('order.refund.record', { refundId, outcome }),

    /** An order that is paid and with its buyer, of a product of 100,00 TL each; 1,00 TL of shipping, 4 kuruş off. @returns it as it is read */
    async arrived(productId: string, quantity = 3) {
      const terms = {
        method: 'transfer' as const,
        discounts: [{ label: 'Kampanya', kurus: 4, line: null }],
        rate: { id: 'standart', label: 'Standart', kurus: 100 },
      };
      const { id } = await orderOf(world, [{ productId, quantity }], { terms });
      await world.done('order.transfer.confirm', { orderId: id });
      const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
      await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
      return order(id);
    },

    /** A return of pieces of a line that was approved. */
    async approved(orderId: string, lines: readonly Part[], more: object = {}): Promise<string> {
      const id = await made(orderId, lines, more);
      await approve(id);
      return id;
    },
  };
};
