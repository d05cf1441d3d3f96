import fc from 'fast-check';
import { createWorld, type World } from '../world/world';

interface Movement {
  readonly productId: string;
  readonly variantId: string | null;
  readonly kind: string;
  readonly delta: number;
  readonly before: number | null;
  readonly after: number | null;
}

describe('the ledger of stock', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
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
          // What is sold by variant has no stock as a whole that could be sold.
          const idle = target === id && model.size > 1;
          if (action.kind === 'set') {
            const { status } = await world.run('catalog.stock.set', { targetId: target, stock: action.stock });
            expect(status).toBe(idle ? 409 : 200);
            if (!idle) model.set(target, action.stock);
          } else {
            const { status } = await world.run('catalog.stock.adjust', { targetId: target, delta: action.delta });
            const possible = !idle && current !== null && current + action.delta >= 0;
            expect(status).toBe(idle ? 409 : possible ? 200 : 422);
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
