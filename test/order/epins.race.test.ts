import fc from 'fast-check';
import { createEpinShop, type EpinShop, takenByLine } from './epins';

const ORDERS = 100;

test('of 100 orders that are paid at once each gets a code of its own, and who was left short gets one as soon as there are some', async () => {
  const shop = await createEpinShop();
  try {
    await shop.add(60);
    const ids: string[] = [];
    for (let made = 0; made < ORDERS; made++) ids.push((await shop.ordered(1)).id);
    const replies = await Promise.all(ids.map((id) => shop.confirm(id)));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect([...(await takenByLine(shop)).values()]).toEqual(Array(60).fill(1));
    await shop.add(45);
    // Beside each other, as two workers may.
    const swept = await Promise.all([shop.sweep(), shop.sweep(), shop.sweep()]);
    expect(swept.reduce((sum, given) => sum + given, 0)).toBeGreaterThanOrEqual(40);
    expect([...(await takenByLine(shop)).values()]).toEqual(Array(ORDERS).fill(1));
    expect(await shop.counts()).toMatchObject({ available: 5, allocated: ORDERS });
    const [letters] = await shop.rows(
      `SELECT count(*)::int AS sent FROM mail WHERE store_id = $1 AND letter = 'order.digital'`,
    );
    // One when it was paid, and one more of each that was short.
    expect(letters).toEqual({ sent: ORDERS + 40 });
  } finally {
    await shop.world.close();
  }
}, 300_000);

type Step =
  | { readonly do: 'order' | 'add' | 'void'; readonly count: number }
  | { readonly do: 'pay' | 'cancel' | 'refund' | 'fail' | 'sweep'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('order' as const, 'add' as const, 'void' as const),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constantFrom(
      'pay' as const,
      'pay' as const,
      'cancel' as const,
      'refund' as const,
      'fail' as const,
      'sweep' as const,
    ),
    at: fc.nat({ max: 5 }),
  }),
);

test('whatever happens in whatever order, a line has as many codes as it is owed, and no code is given twice', async () => {
  const shop = await createEpinShop();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const orders: string[] = [];
        for (const each of steps) await done(shop, orders, each);
        await takenByLine(shop);
        await shop.sweep();
        await takenByLine(shop);
        const { available } = await shop.counts();
        for (const id of orders) {
          const { payment, lines } = await shop.read(id);
          const [{ codes, codesShort, quantity, refundedUnits }] = lines;
          if (payment !== 'paid') expect([codes, codesShort]).toEqual([null, 0]);
          else if (available > 0) expect(codesShort).toBe(0);
          // What is given back is owed no more, and what was seen before stays given.
          if (payment === 'paid') expect(codesShort).toBe(Math.max(0, quantity - codes - refundedUnits.length));
        }
      }),
      { numRuns: 12 },
    );
  } finally {
    await shop.world.close();
  }
}, 300_000);

/** Tries a step; what the shop refuses changes nothing. */
async function done(shop: EpinShop, orders: string[], each: Step): Promise<void> {
  const { world, productId } = shop;
  if (each.do === 'order') orders.push((await shop.ordered(each.count)).id);
  if (each.do === 'add') await shop.add(each.count);
  if (each.do === 'void') await world.done('catalog.digital.codes.void', { productId, count: each.count });
  if (each.do === 'sweep') await shop.sweep();
  if (!('at' in each)) return;
  const orderId = orders[each.at % Math.max(1, orders.length)];
  if (orderId === undefined) return;
  if (each.do === 'pay') await shop.confirm(orderId);
  if (each.do === 'cancel') await world.run('order.cancel', { orderId, reason: 'customer' });
  const { lines, refunds } = await shop.read(orderId);
  const lineId = lines[0].id;
  if (each.do === 'refund')
    await world.run('order.refund.request', { orderId, lines: [{ lineId, quantity: 1 }], reason: 'Vazgeçti' });
  const open = refunds.find(({ state }: { state: string }) => state === 'requested');
  if (each.do === 'fail' && open) await world.done('order.refund.record', { refundId: open.id, outcome: 'failed' });
}
