// tier: all
import { Random } from '../chaos/random';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { Patience, patient } from '../world/patience';
import { prepareTemporal } from '../world/worker';

jest.setTimeout(patient(900_000));

const PRODUCTS = 120;
const STALE_EVERY = 10;

/** Time until the next kill, in ms: some come before a worker has begun, most amid its work. */
const NEXT_MS = { min: 1_500, max: 5_000 };

describe('a bulk act while its workers are killed', () => {
  let shop: Agents;
  beforeAll(async () => {
    shop = await worldWithAgents();
    await prepareTemporal(shop.world);
  });
  afterAll(() => shop.close());

  /** Kills one worker after another until something is so. @returns the number of kills */
  const killedUntil = async (random: Random, isSo: () => Promise<boolean>): Promise<number> => {
    for (let kills = 0; ; kills += 1) {
      const worker: CompiledWorker = startCompiledWorker(shop.world);
      // Its life is counted by its share of the machine: a busy one spends a long time on a start alone.
      const life = new Patience(NEXT_MS.min + random.next() * (NEXT_MS.max - NEXT_MS.min) * (1 + kills / 5));
      let isOver = await isSo();
      while (!isOver && !life.isOver) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isOver = await isSo();
      }
      await worker.kill();
      if (isOver) return kills;
    }
  };

  /** Reads the products whose price the proposal has changed, once for each change that the audit log tells of. */
  const changedBy = async (proposalId: string): Promise<string[]> => {
    const products: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { command: 'catalog.price.set', limit: 100, ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = await shop.world.read('audit.list', { query });
      for (const { cause, entityId } of items) if (cause?.proposalId === proposalId) products.push(entityId);
      if (nextCursor === null) return products;
      cursor = nextCursor;
    }
  };

  test('each price is recorded once, changed once, and taken back; what has moved is left out', async () => {
    const { world } = shop;
    const random = new Random('bulk');
    const ids: string[] = [];
    for (let nth = 1; nth <= PRODUCTS; nth += 1) ids.push((await shop.product(`Ürün ${nth}`, { price: nth * 100 })).id);
    const { proposalId } = await world.read('bulk.prices.change', { body: { ids, percent: 50 } });
    const stateOf = async () => (await shop.get(proposalId)).state;
    await killedUntil(random, async () => (await stateOf()) === 'submitted');
    const recorded = await world.read('proposals.get', { params: { prp: proposalId }, query: { limit: 200 } });
    expect(recorded.list.map(({ payload }: { payload: { targetId: string } }) => payload.targetId)).toEqual(ids);

    const moved = ids.filter((_, index) => index % STALE_EVERY === 0);
    for (const targetId of moved) await world.done('catalog.price.set', { targetId, price: 1 });
    await shop.approve(proposalId);
    await killedUntil(random, async () => (await stateOf()) === 'applied');
    const after = await shop.get(proposalId);
    expect(after).toMatchObject({ items: { applied: PRODUCTS - moved.length, skipped: moved.length } });

    const changed = await changedBy(proposalId);
    expect(changed).toHaveLength(PRODUCTS - moved.length);
    expect(new Set(changed).size).toBe(changed.length);
    const expectPrices = async (priceOf: (nth: number) => number): Promise<void> => {
      for (const [index, id] of ids.entries()) {
        const price = index % STALE_EVERY === 0 ? 1 : priceOf(index + 1);
        expect([id, (await shop.read(id)).price]).toEqual([id, price]);
      }
    };
    await expectPrices((nth) => nth * 150);

    const undo = await world.read('bulk.changes.undo', { body: { ids: [proposalId] } });
    await killedUntil(random, async () => (await shop.get(undo.proposalId)).state === 'applied');
    expect(await shop.get(undo.proposalId)).toMatchObject({ items: { applied: PRODUCTS - moved.length, skipped: 0 } });
    expect(new Set(await changedBy(undo.proposalId)).size).toBe(PRODUCTS - moved.length);
    await expectPrices((nth) => nth * 100);
  });
});
