import { connectPayment } from '../../src/extension/payment';
import { newId, newUlid } from '../../src/kernel/ids';
import { insertPaymentOnce } from '../../src/order/payment/store';
import type { NewPayment } from '../../src/order/payment/table';
import { type RefundStep, stepRefund } from '../../src/order/worker/refund';
import { type IyzicoSimulatorOptions, startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { control, get, newReference, pageUrl, orderOf as paymentFor, stays, submit } from '../provider/payments';
import { eventually } from '../world/eventually';
import { createWorld, type World } from '../world/world';
import { completeSession } from './session';

/** What iyzico is asked for a refund. */
export const REFUND = 'POST /v2/payment/refund';
export const PRICE = 10_000;
const QUANTITY = 3;

/** Writes a payment as the one who takes it does. */
export async function keepPayment(world: World, payment: Omit<NewPayment, 'id'>): Promise<string> {
  const id = newId('pay');
  await world.database.transaction(world.storeId, async (tx) => ({
    keep: await insertPaymentOnce(tx, world.storeId, { id, ...payment }, new Date()),
    value: undefined,
  }));
  return id;
}

/** Of a session: a payment for which no money was taken, and what its provider has said of that. @returns its id */
export async function keepFailedPayment(world: World, sessionId: string, failure: string): Promise<string> {
  const paymentId = await keepPayment(world, {
    ...{ sessionId, extension: 'iyzico', reference: newUlid(), providerId: null, state: 'failed', amount: 9_000 },
    ...{ paidAmount: null, instalments: null, review: null, test: false, capturedAt: null },
  });
  await world.sql(`UPDATE payment SET failure = '${failure}', waiting_for = '${failure}' WHERE id = '${paymentId}'`);
  return paymentId;
}

/** Has a shop take cards at the simulated iyzico that its world knows. @returns what pays for a session */
export async function takingCards(world: World) {
  const owner = { as: world.owner };
  const extension = 'iyzico';
  await world.done('extension.install', { extension }, owner);
  for (const [key, value] of Object.entries({ apiKey: 'demo-api-key', secretKey: 'demo-secret-key' }))
    await world.done('secret.set', { extension, key, value }, owner);
  await world.done('extension.configure', { extension, config: {} }, owner);
  await world.done('extension.enable', { extension }, owner);

  /** A shopper fills in a session, and pays for it on the page of iyzico. @returns what iyzico says of it */
  const taken = async (amount: number) => {
    const reference = newReference();
    const { adapter } = await connectPayment({
      db: world.database.reader(world.storeId),
      services: world.platform.services,
      storeId: world.storeId,
      ext: extension,
      operations: ['begin', 'readPayment'],
    });
    const lines = [{ id: 'l1', title: 'Bakır Cezve', category: 'Ekipman', physical: true, amount }];
    const begun = await adapter.begin(paymentFor({ reference, amount, lines }), stays);
    const url = pageUrl(begun);
    await submit(await get(url), url);
    const reading = await adapter.readPayment({ reference, handle: begun.handle }, stays);
    if (reading.state !== 'captured') throw new Error(`the payment is ${reading.state}`);
    return { reference, reading };
  };
  return async (sessionId: string, amount: number, more: Partial<NewPayment> = {}): Promise<string> => {
    const { reference, reading } = await taken(amount);
    return keepPayment(world, {
      sessionId,
      extension,
      reference,
      providerId: reading.paymentId,
      state: 'captured',
      amount: reading.amount,
      paidAmount: reading.paidAmount,
      instalments: reading.instalments,
      review: reading.review,
      test: reading.test,
      capturedAt: new Date().toISOString(),
      ...more,
    });
  };
}

/** A shop that takes cards at a simulated iyzico of its own. */
export async function cardShop(options: IyzicoSimulatorOptions = {}) {
  const simulator = await startIyzicoSimulator({ limited: false, ...options });
  const world = await createWorld({ environment: { TEZGAH_IYZICO_URL: simulator.url } });
  const owner = { as: world.owner };
  const keep = await takingCards(world);
  const kept = (sessionId: string, amount = PRICE * QUANTITY, more: Partial<NewPayment> = {}) =>
    keep(sessionId, amount, more);
  const product = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: PRICE, stock: 1_000 });
  const session = () =>
    completeSession(world, [{ productId: product.id, quantity: QUANTITY }], { terms: { method: 'card' } });
  const refundsAt = async (): Promise<{ conversationId: string; price: number }[]> =>
    (await control(simulator, 'GET', '/payments')).flatMap(({ refunds }: { refunds: object[] }) => refunds);
  const order = (id: string) => world.read('orders.get', { params: { ord: id } });
  return {
    world,
    simulator,
    session,
    kept,
    order,
    /** An order that was paid by card. @returns its id */
    async paid(): Promise<string> {
      const sessionId = await session();
      await kept(sessionId);
      return (await world.done('order.create', { sessionId }, owner)).id;
    },
    asks: () => simulator.stats().endpoints[REFUND]?.processed ?? 0,
    refundsAt,
    /** Asks for a refund. */
    refund: (id: string, more: object = {}, as = world.developer) =>
      world.read('orders.refund', { as, params: { ord: id }, body: { reason: 'İade', ...more } }),
    step: (refundId: string): Promise<RefundStep> =>
      stepRefund(world.platform, { storeId: world.storeId, refundId }, stays),
    /** As if the refund had been asked for so much earlier. */
    later: (seconds: number) =>
      world.sql(
        `UPDATE order_refund SET asked_at = asked_at - interval '${seconds} s', created_at = created_at - interval '${seconds} s',
         missing_since = missing_since - interval '${seconds} s'`,
      ),
    refundOf: async (id: string) => (await order(id)).refunds[0],
    ended: (id: string, ms = 60_000) =>
      eventually(async () => {
        const [refund] = (await order(id)).refunds;
        return ['succeeded', 'failed', 'unknown'].includes(refund.state) ? refund : undefined;
      }, ms),
    async close() {
      await world.close();
      await simulator.close();
    },
  };
}

export type CardShop = Awaited<ReturnType<typeof cardShop>>;
