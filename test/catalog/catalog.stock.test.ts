import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { lockStock, sendMovement } from '../../src/catalog/stock/store';
import { newId } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';

interface Movement {
  readonly seq: number;
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly kind: string;
  readonly delta: number;
  readonly before: number | null;
  readonly after: number | null;
}

const STOCK_MAX = 1_000_000_000;

describe('stock', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
  const since = (seq: number, limit = 100): Promise<{ items: Movement[]; seq: number; more: boolean }> =>
    world.read('catalog.stockMovements.since', { query: { seq, limit } });
  const ledgerOf = async (targetId: string): Promise<Movement[]> => {
    const items: Movement[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await world.read('catalog.stockMovements.list', {
        query: { targetId, ...(cursor ? { cursor } : {}) },
      });
      items.push(...page.items);
      if (page.nextCursor === null) return items.reverse();
      cursor = page.nextCursor;
    }
  };
  const codeOf = async (command: string, payload: object) => {
    const { status, body } = await world.run(command, payload);
    return [status, (body as { code?: string }).code, (body as { currentStock?: number | null }).currentStock];
  };

  test('is adjusted, set, tracked and untracked, each with a ledger row', async () => {
    const { id } = await create();
    expect(await codeOf('catalog.stock.adjust', { targetId: id, delta: 1 })).toEqual([
      422,
      'stock_untracked',
      undefined,
    ]);
    expect(await world.done('catalog.stock.set', { targetId: id, stock: 5 })).toMatchObject({ before: null, stock: 5 });
    expect(await world.done('catalog.stock.adjust', { targetId: id, delta: -5, reason: 'sayım' })).toMatchObject({
      before: 5,
      stock: 0,
    });
    expect(await codeOf('catalog.stock.adjust', { targetId: id, delta: -1 })).toEqual([422, 'stock_out_of_range', 0]);
    expect(await world.done('catalog.stock.set', { targetId: id, stock: 0 })).toMatchObject({ movementId: null });
    expect(await world.done('catalog.stock.set', { targetId: id, stock: STOCK_MAX })).toMatchObject({
      stock: STOCK_MAX,
    });
    expect(await codeOf('catalog.stock.adjust', { targetId: id, delta: STOCK_MAX })).toEqual([
      422,
      'stock_out_of_range',
      STOCK_MAX,
    ]);
    expect(await world.done('catalog.stock.set', { targetId: id, stock: null })).toMatchObject({
      before: STOCK_MAX,
      stock: null,
    });
    expect((await ledgerOf(id)).map(({ kind, delta, before, after }) => [kind, delta, before, after])).toEqual([
      ['track', 5, null, 5],
      ['adjust', -5, 5, 0],
      ['set', STOCK_MAX, 0, STOCK_MAX],
      ['untrack', -STOCK_MAX, STOCK_MAX, null],
    ]);
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ rev: 1, stock: null });
  });

  test('expectedStock compares and sets', async () => {
    const { id } = await create({ stock: 3 });
    expect(await codeOf('catalog.stock.adjust', { targetId: id, delta: 1, expectedStock: 2 })).toEqual([
      409,
      'stock_conflict',
      3,
    ]);
    expect(await codeOf('catalog.stock.set', { targetId: id, stock: 1, expectedStock: null })).toEqual([
      409,
      'stock_conflict',
      3,
    ]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => world.run('catalog.stock.adjust', { targetId: id, delta: 1, expectedStock: 3 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('numbers beyond their columns are 400, not 500', async () => {
    const { id } = await create({ stock: 3 });
    for (const payload of [
      { delta: 2 ** 31 },
      { delta: -(2 ** 53) },
      { delta: 0.5 },
      { delta: 1, expectedStock: 2 ** 40 },
    ]) {
      await expect(world.run('catalog.stock.adjust', { targetId: id, ...payload })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    for (const query of [{ seq: -1 }, { seq: 1e300 }, { seq: 1, limit: 0 }, { limit: 101 }]) {
      await expect(world.read('catalog.stockMovements.since', { query })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  test('a watermark that no movement has reached is refused with the last one, and the last one is not', async () => {
    await create({ stock: 3 });
    const { items } = await world.read('catalog.stockMovements.since', { query: { seq: 0, limit: 100 } });
    let last = items.at(-1).seq as number;
    for (let page = await since(last); page.items.length > 0; page = await since(last)) last = page.seq;
    expect(await since(last)).toEqual({ items: [], seq: last, more: false });
    for (const seq of [last + 1, Number.MAX_SAFE_INTEGER])
      await expect(since(seq)).rejects.toMatchObject({
        code: 'invalid_request',
        options: { errors: [{ pointer: '/query/seq', message: `is beyond the last movement, ${last}` }] },
      });
    const none = { as: world.other.owner, query: { seq: 0 } };
    expect(await world.read('catalog.stockMovements.since', none)).toEqual({ items: [], seq: 0, more: false });
  });

  test('the ledger of what is not there is not found, and that of what never moved is empty', async () => {
    const { id } = await create();
    expect(await ledgerOf(id)).toEqual([]);
    const { id: varied } = await create({ variants: [{ title: 'S' }] });
    const [variant] = (await world.read('catalog.products.get', { params: { prd: varied } })).variants;
    expect(await ledgerOf(variant.id)).toEqual([]);
    for (const targetId of [newId('prd'), newId('var')])
      await expect(ledgerOf(targetId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      world.read('catalog.stockMovements.list', { as: world.other.owner, query: { targetId: id } }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('adds up: any sequence of commands leaves the stock that a model has, and the ledger sums to it', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('adjust' as const), item: fc.nat(3), delta: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ kind: fc.constant('set' as const), item: fc.nat(3), stock: fc.option(fc.nat(20)) }),
      fc.record({
        kind: fc.constant('variants' as const),
        keep: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        add: fc.option(fc.nat(9)),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const { id, variants } = await create({ stock: 4, variants: [{ title: 'S', stock: 2 }, { title: 'M' }] });
        const model = new Map<string, number | null>([
          [id, 4],
          [variants[0].id, 2],
          [variants[1].id, null],
        ]);
        for (const action of steps) {
          const items = [...model.keys()];
          if (action.kind === 'variants') {
            const kept = items.slice(1).filter((_, index) => action.keep[index % 3]);
            const wanted = [
              ...kept.map((variant) => ({ id: variant, title: 'V' })),
              ...(action.add === null ? [] : [{ title: 'Yeni', stock: action.add }]),
            ];
            const done = await world.done('catalog.product.setVariants', { productId: id, variants: wanted });
            const next = done.variants.map((variant: { id: string }) => [
              variant.id,
              model.has(variant.id) ? model.get(variant.id) : action.add,
            ]);
            const own = model.get(id) as number | null;
            model.clear();
            for (const [key, value] of [[id, own], ...next]) model.set(key as string, value as number | null);
            continue;
          }
          const target = items[action.item % items.length] as string;
          const current = model.get(target) ?? null;
          if (action.kind === 'set') {
            await world.done('catalog.stock.set', { targetId: target, stock: action.stock });
            model.set(target, action.stock);
          } else {
            const { status } = await world.run('catalog.stock.adjust', { targetId: target, delta: action.delta });
            const possible = current !== null && current + action.delta >= 0;
            expect(status).toBe(possible ? 200 : 422);
            if (possible) model.set(target, (current as number) + action.delta);
          }
        }
        const product = await world.read('catalog.products.get', { params: { prd: id } });
        const actual = new Map([
          [id, product.stock],
          ...product.variants.map((variant: { id: string; stock: number | null }) => [variant.id, variant.stock]),
        ] as [string, number | null][]);
        expect(actual).toEqual(model);
        expect(sums(await ledgerOf(id))).toEqual(
          new Map([...model].filter(([, stock]) => stock).map(([key, stock]) => [key, stock])),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('adds up under concurrency: variants come and go while others sell', async () => {
    const { id, variants } = await create({
      stock: 50,
      variants: [
        { title: 'S', stock: 50 },
        { title: 'M', stock: 50 },
      ],
    });
    const [s, m] = variants.map((variant: { id: string }) => variant.id);
    const replies = await Promise.all([
      ...Array.from({ length: 60 }, (_, index) =>
        world.run('catalog.stock.adjust', { targetId: [id, s, m][index % 3], delta: -1 - (index % 2) }),
      ),
      ...Array.from({ length: 6 }, (_, index) =>
        world.run('catalog.stock.set', { targetId: [id, s][index % 2], stock: 40 + index }),
      ),
      world.run('catalog.product.setVariants', {
        productId: id,
        variants: [
          { title: 'L', stock: 9 },
          { id: s, title: 'S' },
        ],
      }),
    ]);
    for (const { status } of replies) expect([200, 404, 409]).toContain(status);
    expect(replies.at(-1)?.status).toBe(200);
    const product = await world.read('catalog.products.get', { params: { prd: id } });
    const ledger = await ledgerOf(id);
    const expected = new Map([
      [id, product.stock],
      ...product.variants.map((variant: { id: string; stock: number }) => [variant.id, variant.stock]),
    ] as [string, number][]);
    expect(sums(ledger)).toEqual(expected);
    for (const item of expected.keys()) {
      const rows = ledger.filter(({ productId, variantId }) => (variantId ?? productId) === item);
      rows.slice(1).forEach((row, index) => {
        expect(row.before).toBe(rows[index]?.after);
      });
    }
    expect(ledger.filter(({ variantId, kind }) => variantId === m && kind === 'removed')).toHaveLength(1);
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

  test('a stock command that is repeated with its key has one effect', async () => {
    const { id } = await create({ stock: 10 });
    const key = newId('x').slice(2);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.run('catalog.stock.adjust', { targetId: id, delta: -1 }, { key })),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).stock).toBe(9);
  });
});

/** Stock by item as the ledger has it, without those at zero. */
function sums(ledger: readonly Movement[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { productId, variantId, delta } of ledger) {
    const item = variantId ?? productId;
    totals.set(item, (totals.get(item) ?? 0) + delta);
  }
  return new Map([...totals].filter(([, total]) => total !== 0));
}

/** Repeatable random numbers in [0, 1). */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
