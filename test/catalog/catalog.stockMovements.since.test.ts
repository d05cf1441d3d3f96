import { setTimeout as sleep } from 'node:timers/promises';
import { numberMovements } from '../../activities/retention-store';
import { lockStock, sendMovement, sendMovements } from '../../src/catalog/stock/store';
import { lockOf } from '../../src/kernel/database/locks';
import type { Transaction } from '../../src/kernel/database/queryable';
import { newId } from '../../src/kernel/ids';
import { holding, untilWaiting } from '../world/held';
import { faultsOf, said } from '../world/story';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

interface Movement {
  readonly seq: number;
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly kind: string;
  readonly delta: number;
}

describe('catalog.stockMovements.since', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
  const since = (query: object, as = world.developer): Promise<{ items: Movement[]; seq: number; more: boolean }> =>
    world.read('catalog.stockMovements.since', { query: query as never, as });

  test('a connector that starts at nothing and keeps its watermark reads each movement of the store once', async () => {
    const other = { as: world.other.developer };
    await world.done('catalog.product.create', { title: 'Öteki', price: 1, stock: 7 }, other);
    expect(await since({})).toEqual({ items: [], seq: 0, more: false });
    const { id, variants } = await create({ stock: 3, variants: [{ title: 'S', stock: 4 }] });
    await world.done('catalog.stock.set', { targetId: variants[0].id, stock: null });
    const first = await since({ seq: 0, limit: 2 });
    expect(first).toMatchObject({ seq: 2, more: true });
    expect(first.items).toMatchObject([
      { seq: 1, productId: id, variantId: null, kind: 'initial', delta: 3 },
      { seq: 2, productId: id, variantId: variants[0].id, kind: 'initial', delta: 4 },
    ]);
    const second = await since({ seq: first.seq, limit: 2 });
    expect(second).toMatchObject({ items: [{ seq: 3, kind: 'untrack', delta: -4 }], seq: 3, more: false });
    expect(await since({ seq: second.seq })).toEqual({ items: [], seq: 3, more: false });
    expect(await since({ seq: 1 })).toMatchObject({ items: [{ seq: 2 }, { seq: 3 }] });
  });

  test('a page that ends with the last movement says that there are no more', async () => {
    const { seq: before } = await latest();
    const { id } = await create({ stock: 1 });
    await world.done('catalog.stock.adjust', { targetId: id, delta: 1 });
    expect(await since({ seq: before, limit: 1 })).toMatchObject({ items: [{}], more: true });
    expect(await since({ seq: before, limit: 2 })).toMatchObject({ items: [{}, {}], more: false });
  });

  test('a refused sale takes no number, and a dry run none', async () => {
    const { id } = await create({ stock: 1 });
    const { seq } = await latest();
    expect(await said(world.run('catalog.stock.adjust', { targetId: id, delta: -2 }))).toBe('422 stock_out_of_range');
    await world.run('catalog.stock.adjust', { targetId: id, delta: -1 }, { dryRun: true });
    await world.done('catalog.stock.adjust', { targetId: id, delta: -1 });
    expect((await since({ seq })).items).toMatchObject([{ seq: seq + 1, kind: 'adjust' }]);
  });

  test('a watermark that no movement has reached is of another ledger', async () => {
    await create({ stock: 3 });
    const { seq: last } = await latest();
    expect(await since({ seq: last })).toEqual({ items: [], seq: last, more: false });
    for (const seq of [last + 1, Number.MAX_SAFE_INTEGER])
      expect([await said(since({ seq })), await faultsOf(since({ seq }))]).toEqual([
        '400 invalid_request',
        ['/query/seq'],
      ]);
    for (const wrong of [{ seq: -1 }, { seq: 1e300 }, { seq: 1, limit: 0 }, { limit: 101 }, { cursor: 'x' }])
      expect([wrong, await said(since(wrong))]).toEqual([wrong, '400 invalid_request']);
  });

  async function latest() {
    let page = await since({});
    while (page.more) page = await since({ seq: page.seq });
    return page;
  }

  test('nobody who moves stock waits for another who does, or for whoever numbers the ledger', async () => {
    const { id } = await create({ stock: 5 });
    const { id: other } = await create({ stock: 5 });
    const { seq: before } = await latest();
    const release = await holding(world, `SELECT pg_advisory_xact_lock(${lockOf('ledger', '$1')})`, [world.storeId]);
    const ids: string[] = [];
    await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      const { stock } = await lockStock(tx, world.storeId, id);
      ids.push(sold(tx, world, id, stock));
      await tx.query('SELECT 1');
      // Commits while the other one is still under way.
      ids.unshift((await world.done('catalog.stock.adjust', { targetId: other, delta: -1 })).movementId);
      return { keep: true, value: undefined };
    });
    const reading = since({ seq: before });
    await untilWaiting(world);
    await release();
    expect((await reading).items.map(({ id: movementId, seq }) => [movementId, seq])).toEqual([
      [expect.any(String), before + 1],
      [expect.any(String), before + 2],
    ]);
    expect(new Set((await reading).items.map(({ id: movementId }) => movementId))).toEqual(new Set(ids));
  });

  test('numbers stay: a movement that is committed later comes behind those that were read, and none is left out', async () => {
    const { id } = await create({ stock: 5 });
    const { id: other } = await create({ stock: 5 });
    const { seq: before } = await latest();
    let late = '';
    const read: Movement[] = [];
    await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      const { stock } = await lockStock(tx, world.storeId, id);
      late = sold(tx, world, id, stock);
      await tx.query('SELECT 1');
      await world.done('catalog.stock.adjust', { targetId: other, delta: -1 });
      read.push(...(await since({ seq: before })).items);
      return { keep: true, value: undefined };
    });
    expect(read).toMatchObject([{ seq: before + 1, productId: other }]);
    expect(await since({ seq: before + 1 })).toMatchObject({ items: [{ seq: before + 2, id: late }], more: false });
  });

  test('a ledger that nobody reads is numbered by the sweep, and whole when somebody does', async () => {
    const store = await createWorld();
    try {
      const { id } = await store.done('catalog.product.create', { title: 'Çay', price: 1, stock: 5_000 });
      const movements = Array.from({ length: 1_500 }, (_, index) => ({
        id: newId('stm'),
        productId: id,
        variantId: null,
        kind: 'adjust' as const,
        delta: -1,
        before: 5_000 - index,
        after: 4_999 - index,
        reason: null,
      }));
      await store.database.transaction(store.storeId, async (tx) => {
        unwatched(tx);
        sendMovements(tx, store.storeId, movements, new Date());
        return { keep: true, value: undefined };
      });
      const numbered = [await numberMovements(store.database.maintenance, 400)];
      const list = await store.read('catalog.stockMovements.list', { query: { targetId: id, limit: 2 } });
      expect(list.items).toMatchObject([
        { seq: 1_501, after: 3_500 },
        { seq: 1_500, after: 3_501 },
      ]);
      numbered.push(await numberMovements(store.database.maintenance, 400));
      expect(numbered).toEqual([400, 0]);
      const page = await store.read('catalog.stockMovements.since', { query: { seq: 399, limit: 2 } });
      expect(page.items).toMatchObject([{ after: 4_601 }, { after: 4_600 }]);
    } finally {
      await store.close();
    }
  });

  test('a reader behind twenty writers with delays and rollbacks never skips a row', async () => {
    const store = await createWorld();
    try {
      const products = await Promise.all(
        Array.from(
          { length: 20 },
          async () =>
            (await store.done('catalog.product.create', { title: 'Çay', price: 1, stock: 1000 })).id as string,
        ),
      );
      const read = (seq: number) => store.read('catalog.stockMovements.since', { query: { seq, limit: 7 } });
      const seen: Movement[] = [];
      let writing = true;
      const reader = (async () => {
        for (let seq = 0; ; ) {
          const done = !writing;
          const page = await read(seq);
          seen.push(...page.items);
          seq = page.seq;
          if (done && page.items.length === 0) return;
        }
      })();
      const committed = new Set<string>();
      const random = lcg(7);
      await Promise.all(
        products.map(async (productId) => {
          for (let round = 0; round < 15; round += 1) {
            const keep = random() > 0.3;
            const delays = [random() * 8, random() * 8];
            const id = newId('stm');
            await store.database.transaction(store.storeId, async (tx) => {
              unwatched(tx);
              const { stock: before } = await lockStock(tx, store.storeId, productId);
              await sleep(delays[0]);
              const after = (before as number) - 1;
              sendMovement(
                tx,
                store.storeId,
                { id, productId, variantId: null, kind: 'adjust', delta: -1, before, after, reason: null },
                new Date(),
              );
              await tx.query('SELECT 1');
              await sleep(delays[1]);
              return { keep, value: undefined };
            });
            if (keep) committed.add(id);
          }
        }),
      );
      writing = false;
      await reader;
      const adjusted = seen.filter(({ kind }) => kind === 'adjust').map(({ id }) => id);
      expect(adjusted).toHaveLength(committed.size);
      expect(new Set(adjusted)).toEqual(committed);
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
      for (const productId of products) {
        const { stock } = await store.read('catalog.products.get', { params: { prd: productId } });
        expect(stock).toBe(
          seen.filter((row) => row.productId === productId).reduce((sum, { delta }) => sum + delta, 0),
        );
      }
    } finally {
      await store.close();
    }
  });
});

/** Sells one of a locked product, with no trace. @returns the movement's id */
function sold(tx: Transaction, { storeId }: World, productId: string, before: number | null): string {
  const id = newId('stm');
  const after = (before as number) - 1;
  sendMovement(
    tx,
    storeId,
    { id, productId, variantId: null, kind: 'adjust', delta: -1, before, after, reason: null },
    new Date(),
  );
  return id;
}

/** Repeatable random numbers in [0, 1). */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
