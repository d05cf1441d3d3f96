import type { RunningWorker } from '../../src/worker';
import { openPackages } from '../channel/packages';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

jest.setTimeout(240_000);

describe('bulk.claims.approve', () => {
  let shop: Awaited<ReturnType<typeof openPackages>>;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await openPackages();
    worker = await startTestWorker(shop.site.world);
    const product = { title: 'Bakır cezve', price: 10_000, stock: 100, barcode: 'B-1' };
    await shop.site.world.done('catalog.product.create', product);
  });
  afterAll(async () => {
    await worker?.stop();
    await shop?.close();
  });

  const list = async () =>
    (await shop.site.call('GET', '/v1/channel/trendyol/claims?limit=100', { token: shop.token })).body.items;
  /** A claim of a delivered package, as the store has heard of it. */
  async function claimed(): Promise<string> {
    const { packageId } = await shop.place('Delivered');
    const { claimId } = await shop.control('POST', '/claims', { packageId: Number(packageId) });
    await shop.site.rows(
      "UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE store_id = $1 AND task = 'claims'",
      [shop.site.world.storeId],
    );
    await list();
    return claimId;
  }
  const read = (proposalId: string) =>
    shop.site.world.read('proposals.get', { as: shop.site.world.owner, params: { prp: proposalId } });
  const until = (proposalId: string, ...states: readonly string[]) =>
    eventually(async () => {
      const proposal = await read(proposalId);
      return states.includes(proposal.state) ? proposal : undefined;
    }, 120_000);

  test('approves each claim once, tells the money of each before, and leaves out what nobody knows', async () => {
    const { world } = shop.site;
    const ids = [await claimed(), await claimed()];
    const { proposalId } = await world.read('bulk.claims.approve', {
      as: world.owner,
      body: { ids: [...ids, 'no-such-claim'], channel: 'trendyol' },
    });
    const recorded = await until(proposalId, 'submitted');
    expect(recorded).toMatchObject({ items: { total: 3, pending: 2, skipped: 1 } });
    expect(recorded.list[2]).toMatchObject({ state: 'skipped', problem: { code: 'not_found' } });
    for (const { upon } of recorded.list.slice(0, 2))
      expect(upon).toContainEqual(expect.objectContaining({ kind: 'money', value: 20_000 }));
    const timesDone = async () => {
      const { items } = await shop.control('GET', '/claims/statistics');
      return Object.values(items as Record<string, { done: number }>).map(({ done }) => done);
    };
    expect(await timesDone()).toEqual([]);

    await world.done('proposal.approve', { proposalId, hash: recorded.hash }, { as: world.owner });
    expect(await until(proposalId, 'applied', 'paused')).toMatchObject({ state: 'applied', items: { applied: 2 } });
    await eventually(async () => {
      const states = (await list())
        .filter(({ claimId }: { claimId: string }) => ids.includes(claimId))
        .flatMap(({ items }: { items: { state: string }[] }) => items.map(({ state }) => state));
      return states.length === 4 && states.every((state: string) => state === 'accepted');
    }, 120_000);
    // The marketplace has approved both pieces of each claim, and each of them once.
    expect(await timesDone()).toEqual([1, 1, 1, 1]);
  });
});
