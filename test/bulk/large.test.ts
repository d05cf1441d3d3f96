import type { BulkRecordingInput } from '../../src/bulk/contract';
import { recordNext } from '../../src/bulk/recording';
import { PROPOSAL_ITEMS_MAX } from '../../src/kernel/declaration/principal';
import { type Agents, worldWithAgents } from '../proposal/agents';

const PRODUCTS = PROPOSAL_ITEMS_MAX + 10;

let shop: Agents;
afterEach(() => shop.close());

const recordAll = async (proposalId: string) => {
  const input: BulkRecordingInput = { storeId: shop.world.storeId, proposalId };
  for (;;) if ((await recordNext(shop.world.platform.bus, input)).isOver) return shop.get(proposalId);
};
const page = (prp: string, query: Readonly<Record<string, unknown>>) =>
  shop.world.read('proposals.get', { params: { prp }, query });
const undo = (proposalId: string) => shop.world.read('bulk.changes.undo', { body: { ids: [proposalId] } });

/** Makes products, with a few whose price is far below the others. @returns their identifiers */
async function products(count: number, cheap = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1)
    ids.push((await shop.product(`Ürün ${nth}`, { price: nth < cheap ? 100 : 10_000 })).id);
  return ids;
}

describe('a bulk act of more items than a review runs', () => {
  test('is counted as it was recorded, read by pages, approved by its own hash, and taken back as one', async () => {
    shop = await worldWithAgents();
    const ids = await products(PRODUCTS, 2);
    const { id: archived } = await shop.product('Tepsi');
    await shop.world.done('catalog.product.archive', { productId: archived });
    const { proposalId, things } = await shop.world.read('bulk.prices.change', {
      body: { ids: [...ids, archived], amount: 90 },
    });
    expect(things).toBe(PRODUCTS + 1);
    expect(await recordAll(proposalId)).toMatchObject({
      state: 'submitted',
      items: { total: PRODUCTS + 1, pending: PRODUCTS, skipped: 1 },
    });

    // The review names the two whose price nearly doubles, and counts the rest.
    const { review, hash, list, nextCursor } = await page(proposalId, { fresh: true, limit: 1 });
    expect(review).toMatchObject({ hash, wouldPause: 0 });
    expect(review.items).toMatchObject([1, 2].map((seq) => ({ seq, risks: [{ kind: 'amount', percent: 90 }] })));
    expect(review.summary).toMatchObject({
      ...{ total: PRODUCTS + 1, waiting: PRODUCTS, skipped: 1, wouldPause: 0, risky: 2 },
      amounts: [{ field: 'price', count: PRODUCTS, percentMin: 0.9, percentMedian: 0.9, percentMax: 90 }],
      commands: [{ command: 'catalog.price.set', count: PRODUCTS }],
      warnings: [{ kind: 'amount', count: 2 }],
    });
    expect([list.length, nextCursor === null]).toEqual([1, false]);

    // Its reader goes to any item, and to those that are left out.
    const outOfTurn = await page(proposalId, { state: 'skipped' });
    expect(outOfTurn.list.map(({ payload }: never) => (payload as { targetId: string }).targetId)).toEqual([archived]);
    const { list: begun } = await page(proposalId, { from: outOfTurn.list[0].id, limit: 2 });
    expect(begun.map(({ seq }: never) => seq)).toEqual([PRODUCTS + 1]);

    const [moved, sold] = [ids[0] as string, ids[5] as string];
    await shop.world.done('catalog.price.set', { targetId: moved, price: 99_900 });
    await shop.startWorker();
    expect(await shop.route('proposals.apply', proposalId, { hash: review.hash })).toMatchObject({ status: 200 });
    const applied = await shop.until(proposalId, 'applied', 'paused');
    expect(applied).toMatchObject({ state: 'applied', items: { applied: PRODUCTS - 1, skipped: 2 } });

    // One price has been changed again since: the rest is taken back by one call, without another look.
    await shop.world.done('catalog.price.set', { targetId: sold, price: 55_500 });
    const { proposalId: undoing, things: taken } = await undo(proposalId);
    expect(taken).toBe(PRODUCTS - 1);
    const undone = await shop.until(undoing, 'applied', 'paused');
    expect(undone).toMatchObject({ state: 'applied', items: { applied: PRODUCTS - 2, skipped: 1 } });
    expect(undone.decidedBy).toBe(shop.world.owner.id);
    const pricesNow = await Promise.all([moved, sold, ids[1] as string, ids[7] as string].map((id) => shop.read(id)));
    expect(pricesNow.map(({ price }) => price)).toEqual([99_900, 55_500, 100, 10_000]);
    const { list: left } = await page(undoing, { state: 'skipped' });
    expect(left).toMatchObject([{ problem: { code: 'invalid_state', detail: 'It has been changed again since.' } }]);
  });
});

describe('bulk.changes.undo', () => {
  test('takes each change back once, at whichever door', async () => {
    shop = await worldWithAgents();
    const { world } = shop;
    const { id, variants } = await shop.product('Fincan', {
      variants: [
        { title: 'Ak', price: 12_990 },
        { title: 'Kara', price: 14_990 },
      ],
    });
    const { id: other } = await shop.product('Cezve');
    const { proposalId } = await world.read('bulk.prices.change', { body: { ids: [id, other], percent: 10 } });
    await recordAll(proposalId);
    await shop.startWorker();
    await shop.approve(proposalId);
    const { items } = await shop.until(proposalId, 'applied', 'paused');
    expect(items).toMatchObject({ applied: variants.length + 2, skipped: 0 });

    // One of them is taken back alone, as the log serves it.
    const { items: log } = await world.read('audit.list', { query: { entity: other, command: 'catalog.price.set' } });
    const [{ inverse }] = log;
    await world.done(inverse.command, inverse.payload, { as: world.owner, key: inverse.idempotencyKey });

    const { proposalId: undoing } = await undo(proposalId);
    expect(await shop.until(undoing, 'applied', 'paused')).toMatchObject({
      items: { total: variants.length + 1, applied: variants.length + 1 },
    });
    const back = await shop.read(id);
    expect([back.price, ...back.variants.map(({ price }: { price: number }) => price)]).toEqual([
      12_990, 12_990, 14_990,
    ]);
    // The log tells of each that it was taken back, and a second undo finds nothing.
    const { items: rows } = await world.read('audit.list', { query: { proposal: proposalId, outcome: 'done' } });
    const runs = rows.flatMap(({ inverse }: never) => (inverse ? [(inverse as { firstRun: object }).firstRun] : []));
    expect(runs).toHaveLength(variants.length + 2);
    for (const run of runs) expect(run).toMatchObject({ outcome: 'done' });
    expect(await undo(proposalId)).toMatchObject({ status: 409, code: 'invalid_state' });
  });

  test('is refused for a proposal of an agent', async () => {
    shop = await worldWithAgents();
    const { proposalId } = await shop.proposedPrice();
    expect(await undo(proposalId)).toMatchObject({ status: 409, code: 'invalid_state' });
  });
});
