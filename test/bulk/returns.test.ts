import fc from 'fast-check';
import { returnsIn } from '../order/returns';
import { type Agents, worldWithAgents } from '../proposal/agents';

describe('bulk acts upon returns', () => {
  let shop: Agents;
  let productId: string;
  let of: ReturnType<typeof returnsIn>;
  beforeAll(async () => {
    shop = await worldWithAgents();
    await shop.startWorker();
    ({ id: productId } = await shop.product('Fincan', { stock: 500, price: 10_000 }));
    of = returnsIn(shop.world);
  });
  afterAll(() => shop.close());

  /** A return of some pieces of an order that has arrived. */
  async function requested(quantity = 1): Promise<{ readonly returnId: string; readonly orderId: string }> {
    const order = await of.arrived(productId);
    const lineId = order.lines[0].id;
    return { orderId: order.id, returnId: await of.made(order.id, [{ lineId, quantity }]) };
  }
  async function recorded(act: string, body: object) {
    const { proposalId } = await shop.world.read(act, { as: shop.world.owner, body });
    return { proposalId, ...(await shop.until(proposalId, 'submitted')) };
  }
  async function applied(act: string, body: object) {
    const { proposalId } = await recorded(act, body);
    await shop.approve(proposalId);
    return shop.until(proposalId, 'applied', 'paused');
  }
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await of.read(id)).state as string));

  describe('bulk.returns.approve', () => {
    test('are approved, received and paid back, and what does not fit is left out with its reason', async () => {
      const returns = [await requested(1), await requested(2), await requested(3)];
      const ids = returns.map(({ returnId }) => returnId);
      const gone = await requested();
      await of.cancel(gone.returnId);

      const approved = await applied('bulk.returns.approve', { ids: [...ids, gone.returnId], carrier: 'yurtici' });
      expect(approved).toMatchObject({ state: 'applied', items: { applied: 3, skipped: 1 } });
      expect(approved.list[3]).toMatchObject({ state: 'skipped', problem: { code: 'invalid_state' } });
      expect(await statesOf(ids)).toEqual(['approved', 'approved', 'approved']);

      const received = await applied('bulk.returns.receive', { ids, condition: 'saleable' });
      expect(received).toMatchObject({ items: { applied: 3, skipped: 0 } });
      expect(await statesOf(ids)).toEqual(['received', 'received', 'received']);

      const { proposalId, list } = await recorded('bulk.returns.refund', { ids, reason: 'Ürün iadesi' });
      const owed = list.map(
        ({ upon }: { upon: { label: { en: string }; value: number }[] }) =>
          upon.find(({ label }) => label.en === 'To give back')?.value,
      );
      expect(owed.every((amount: number) => amount > 0)).toBe(true);
      await shop.approve(proposalId);
      await shop.until(proposalId, 'applied', 'paused');
      for (const [nth, { orderId }] of returns.entries())
        expect((await of.order(orderId)).refunds).toMatchObject([{ state: 'requested', amount: owed[nth] }]);
    });
  });

  describe('bulk.returns.refund', () => {
    test('a return is paid back once, whatever is asked for twice', async () => {
      const { returnId, orderId } = await requested(1);
      await applied('bulk.returns.approve', { ids: [returnId], carrier: 'yurtici' });
      await applied('bulk.returns.receive', { ids: [returnId], condition: 'damaged' });
      const [first, second] = [
        await recorded('bulk.returns.refund', { ids: [returnId], reason: 'Ürün iadesi' }),
        await recorded('bulk.returns.refund', { ids: [returnId], reason: 'Ürün iadesi' }),
      ];
      await shop.approve(first.proposalId);
      await shop.until(first.proposalId, 'applied', 'paused');
      await shop.approve(second.proposalId);
      const ended = await shop.until(second.proposalId, 'applied', 'paused');
      expect(ended.list).toMatchObject([{ problem: { code: expect.stringMatching(/^(?!internal)/) } }]);
      expect(ended.items.applied).toBe(0);
      const { refunds } = await of.order(orderId);
      expect(refunds).toHaveLength(1);
      const third = await recorded('bulk.returns.refund', { ids: [returnId], reason: 'Yeniden' });
      expect(third.list).toMatchObject([{ state: 'skipped', problem: { code: expect.any(String) } }]);
      // Nothing tells of whom a refused call is, so its words of a person are not kept.
      expect(JSON.stringify(third.list)).not.toContain('Yeniden');
    });
  });

  describe('bulk.returns.reject', () => {
    test('a withdrawal that stands is not rejected with the others', async () => {
      const { returnId } = await requested();
      const rejected = await recorded('bulk.returns.reject', {
        ids: [returnId],
        ground: 'late',
        text: 'Süresi geçti.',
      });
      expect(rejected.list).toMatchObject([{ state: 'skipped', problem: { code: 'withdrawal_stands' } }]);
    });
  });

  describe('bulk.returns.receive', () => {
    test('nothing is received twice, whatever the order of the receipts', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 }), async (pieces, before) => {
          const { returnId, orderId } = await requested(pieces);
          await of.approve(returnId);
          const [{ id: lineId }] = (await of.order(orderId)).lines;
          const early = Math.min(before, pieces);
          if (early > 0) await of.receive(returnId, [{ lineId, quantity: early, condition: 'saleable' }]);
          const { proposalId } = await shop.world
            .read('bulk.returns.receive', { as: shop.world.owner, body: { ids: [returnId], condition: 'saleable' } })
            .then((answer: { proposalId?: string }) => answer);
          if (early === pieces) expect(proposalId).toBeUndefined();
          else {
            await shop.until(proposalId as string, 'submitted');
            await shop.approve(proposalId as string);
            await shop.until(proposalId as string, 'applied', 'paused');
          }
          const { state, receipts } = await of.read(returnId);
          const came = receipts.flatMap(({ units }: { units: number[] }) => units);
          expect([state, came.length, new Set(came).size]).toEqual(['received', pieces, pieces]);
        }),
        { numRuns: 4 },
      );
    });
  });
});
