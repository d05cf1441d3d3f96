import type { RunningWorker } from '../../src/worker';
import { type CargoShop, cargoShop } from '../order/parcels';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

jest.setTimeout(120_000);

describe('bulk.orders.book', () => {
  let shop: CargoShop;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await cargoShop();
    worker = await startTestWorker(shop.world);
  });
  afterAll(async () => {
    await worker?.stop();
    await shop?.close();
  });

  /** The cheapest offer for an order, as a caller accepts it. */
  async function offerOf(orderId: string) {
    const { rev } = await shop.order(orderId);
    const { reference, lines, offers } = await shop.offers(orderId);
    const [{ offerId, carrier, service, price }] = offers;
    return { orderId, reference, offerId, carrier, service, price, lines, expectedRev: rev };
  }
  const book = (ids: readonly string[], offers: readonly object[]) =>
    shop.world.read('bulk.orders.book', { body: { ids, extension: 'geliver', offers } });
  const read = (proposalId: string) =>
    shop.world.read('proposals.get', { as: shop.world.owner, params: { prp: proposalId } });
  const until = (proposalId: string, ...states: readonly string[]) =>
    eventually(async () => {
      const proposal = await read(proposalId);
      return states.includes(proposal.state) ? proposal : undefined;
    }, 60_000);
  const approve = async (proposalId: string) => {
    const { hash } = await read(proposalId);
    await shop.world.done('proposal.approve', { proposalId, hash }, { as: shop.world.owner });
  };

  test('books each parcel once by the accepted offer, and leaves out what moved since it was asked for', async () => {
    const [first, moved, second] = [await shop.paid(), await shop.paid(), await shop.paid()];
    const offers = [await offerOf(first), await offerOf(moved), await offerOf(second)];
    await shop.world.done('order.ship', { orderId: moved, carrier: 'yurtici' });
    const asked = shop.asks();
    const { proposalId } = await book([first, moved, second], offers);
    const recorded = await until(proposalId, 'submitted');
    expect(recorded).toMatchObject({ items: { total: 3, pending: 2, skipped: 1 } });
    expect(recorded.list[1]).toMatchObject({ state: 'skipped', problem: { code: 'rev_conflict' } });
    expect([shop.asks(), shop.bookedAt()]).toEqual([asked, 0]);

    await approve(proposalId);
    expect(await until(proposalId, 'applied', 'paused')).toMatchObject({ state: 'applied', items: { applied: 2 } });
    for (const [id, offer] of [
      [first, offers[0]],
      [second, offers[2]],
    ] as const)
      expect(await shop.ended(id)).toMatchObject({ state: 'booked', extension: 'geliver', price: offer?.price });
    expect(shop.bookedAt()).toBe(2);
  });

  test('an order that is sent between the preview and its turn is left out, and the rest goes on', async () => {
    const [first, second] = [await shop.paid(), await shop.paid()];
    const before = shop.bookedAt();
    const { proposalId } = await book([first, second], [await offerOf(first), await offerOf(second)]);
    await until(proposalId, 'submitted');
    await shop.world.done('order.ship', { orderId: first, carrier: 'yurtici' });
    await approve(proposalId);
    const applied = await until(proposalId, 'applied', 'paused');
    expect(applied).toMatchObject({ state: 'applied', items: { applied: 1, skipped: 1 } });
    expect(applied?.list.map(({ state }: { state: string }) => state)).toEqual(['skipped', 'applied']);
    expect(await shop.ended(second)).toMatchObject({ state: 'booked' });
    expect(shop.bookedAt()).toBe(before + 1);
  });

  test('refuses an offer of no selected order, two for one order, and an order without one', async () => {
    const [first, second] = [await shop.paid(), await shop.paid()];
    const [offer, other] = [await offerOf(first), await offerOf(second)];
    const refused = async (ids: readonly string[], offers: readonly object[]) => {
      const { code, errors } = await book(ids, offers);
      return [code, errors?.[0]?.pointer];
    };
    expect(await refused([first], [offer, other])).toEqual(['invalid_request', '/offers/1/orderId']);
    expect(await refused([first], [offer, offer])).toEqual(['invalid_request', '/offers/1/orderId']);
    expect(await refused([first, second], [offer])).toEqual(['invalid_request', '/ids/1']);
    // An offer of another order is refused in the table, and books nothing.
    const { proposalId } = await book([first], [{ ...other, orderId: first, expectedRev: offer.expectedRev }]);
    expect((await until(proposalId, 'submitted')).list).toMatchObject([
      { state: 'skipped', problem: { code: 'invalid_request' } },
    ]);
  });
});
