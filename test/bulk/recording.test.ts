import type { BulkRecordingInput } from '../../src/bulk/contract';
import { recordNext } from '../../src/bulk/recording';
import { bulkWork } from '../../src/bulk/work';
import { type Agents, worldWithAgents } from '../proposal/agents';

let shop: Agents;
beforeEach(async () => {
  shop = await worldWithAgents();
});
afterEach(() => shop.close());

const change = (body: Readonly<Record<string, unknown>>) => shop.world.read('bulk.prices.change', { body });
const recordAll = async (proposalId: string) => {
  const input: BulkRecordingInput = { storeId: shop.world.storeId, proposalId };
  for (;;) if ((await recordNext(shop.world.platform.bus, input)).isOver) return shop.get(proposalId);
};

describe('bulk.record', () => {
  test('stops when the owner withdraws it, and is submitted by nobody else', async () => {
    const ids = [];
    for (let nth = 0; nth < 30; nth += 1) ids.push((await shop.product(`Ürün ${nth}`)).id);
    const { proposalId } = await change({ ids, percent: 10 });
    const input = { storeId: shop.world.storeId, proposalId };
    expect(await recordNext(shop.world.platform.bus, input)).toEqual({ planned: 25, isOver: false });
    const early = await shop.world.run('proposal.submit', { proposalId }, { as: shop.world.owner });
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await shop.world.done('proposal.withdraw', { proposalId }, { as: shop.world.owner });
    expect(await recordAll(proposalId)).toMatchObject({ state: 'withdrawn', items: { total: 25, dropped: 25 } });
    expect(await recordNext(shop.world.platform.bus, input)).toEqual({ planned: 0, isOver: true });
  });

  test('goes on where another worker has left it, and records each thing once', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 30; nth += 1) ids.push((await shop.product(`Ürün ${nth}`)).id);
    const { proposalId } = await change({ ids, percent: 10 });
    const { bus } = shop.world.platform;
    const input = { storeId: shop.world.storeId, proposalId };
    const both = await Promise.allSettled([recordNext(bus, input), recordNext(bus, input)]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    const proposal = await recordAll(proposalId);
    expect(proposal).toMatchObject({ state: 'submitted', items: { total: 30, pending: 30 } });
    expect(proposal.list.map(({ payload }: { payload: { targetId: string } }) => payload.targetId)).toEqual(ids);
  });
});

describe('bulk.giveUp', () => {
  test('withdraws an act that nobody records, with the reason', async () => {
    const { id } = await shop.product();
    const { proposalId } = await change({ ids: [id], percent: 10 });
    const { bus, database } = shop.world.platform;
    const why = { code: 'not_started', reason: 'It was not started.' } as const;
    await bulkWork.abandon({ bus, database }, shop.world.storeId, proposalId, why);
    await bulkWork.abandon({ bus, database }, shop.world.storeId, proposalId, why);
    expect(await shop.get(proposalId)).toMatchObject({ state: 'withdrawn', reason: 'It was not started.' });
    expect(await recordAll(proposalId)).toMatchObject({ state: 'withdrawn', items: { total: 0 } });
  });
});

describe('proposal.item.leaveOut', () => {
  test('shows what would be refused and why, and leaves out what moved meanwhile', async () => {
    const { id: sold } = await shop.product('Cezve');
    const { id: moved } = await shop.product('Fincan');
    const { id: archived } = await shop.product('Tepsi');
    await shop.world.done('catalog.product.archive', { productId: archived });
    const { proposalId, things } = await change({ ids: [archived, moved, sold], amount: -1_000 });
    expect(things).toBe(3);
    const proposal = await recordAll(proposalId);
    expect(proposal).toMatchObject({ state: 'submitted', items: { total: 3, pending: 2, skipped: 1 } });
    expect(proposal.list[0]).toMatchObject({ state: 'skipped', problem: { code: 'invalid_state' } });

    await shop.world.done('catalog.price.set', { targetId: moved, price: 99_900 });
    const { review } = await shop.world.read('proposals.get', { params: { prp: proposalId }, query: { fresh: true } });
    expect(review).toMatchObject({
      wouldPause: 0,
      summary: { waiting: 2, wouldPause: 0, wouldSkip: 1 },
      items: [
        { outcome: 'skips', reason: 'stale' },
        { outcome: 'applies', reason: null },
      ],
    });
    await shop.startWorker();
    await shop.approve(proposalId);
    const applied = await shop.until(proposalId, 'applied', 'paused');
    expect(applied).toMatchObject({ state: 'applied', items: { applied: 1, skipped: 2 } });
    expect(applied.list[1]).toMatchObject({
      state: 'skipped',
      skipReason: expect.stringContaining('999,00 TL now, 129,90 TL when proposed'),
    });
    expect(await shop.read(moved)).toMatchObject({ price: 99_900 });
    expect(await shop.read(sold)).toMatchObject({ price: 11_990 });
  });
});
