import fc from 'fast-check';
import { numberMovements } from '../../activities/retention-store';
import { lockStock, sendMovement } from '../../src/catalog/stock/store';
import type { Transaction } from '../../src/kernel/database/queryable';
import { newId } from '../../src/kernel/ids';
import { runsOf } from '../world/runs';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

jest.setTimeout(240_000);

const RUNS = runsOf(20);
const ITEMS = 4;

/** What one of a few writers does next, each of an item of its own, or a reader. */
const steps = fc.array(
  fc.record({
    item: fc.nat(ITEMS - 1),
    act: fc.constantFrom('move', 'move', 'commit', 'commit', 'rollback', 'since', 'list', 'sweep'),
  }),
  { minLength: 6, maxLength: 30 },
);

/** A transaction that stands still between what it is told to do. */
interface Writer {
  move(): Promise<string>;
  end(keep: boolean): Promise<void>;
}

function open(world: World, productId: string): Writer {
  const orders: { work(tx: Transaction): Promise<unknown>; done(): void }[] = [];
  let next = () => {};
  let ended = false;
  let kept = false;
  const order = (work: (tx: Transaction) => Promise<unknown>) =>
    new Promise<void>((done) => {
      orders.push({ work, done });
      next();
    });
  const transaction = world.database.transaction(world.storeId, async (tx) => {
    unwatched(tx);
    while (!ended) {
      for (const { work, done } of orders.splice(0)) {
        await work(tx);
        done();
      }
      if (!ended && orders.length === 0)
        await new Promise<void>((resolve) => {
          next = resolve;
        });
    }
    return { keep: kept, value: undefined };
  });
  return {
    async move() {
      const id = newId('stm');
      await order(async (tx) => {
        const { stock } = await lockStock(tx, world.storeId, productId);
        const before = stock as number;
        const movement = {
          id,
          productId,
          variantId: null,
          kind: 'adjust',
          delta: -1,
          before,
          after: before - 1,
        } as const;
        sendMovement(tx, world.storeId, { ...movement, reason: null }, new Date());
        await tx.query('SELECT 1');
      });
      return id;
    },
    async end(keep) {
      await order(async () => {
        ended = true;
        kept = keep;
      });
      await transaction;
    },
  };
}

describe('the numbers of the stock ledger', () => {
  let world: World;
  let products: string[];
  beforeAll(async () => {
    world = await createWorld();
    const created = Array.from({ length: ITEMS }, () =>
      world.done('catalog.product.create', { title: 'Çay', price: 1, stock: 100_000 }),
    );
    products = (await Promise.all(created)).map(({ id }) => id);
  });
  afterAll(() => world.close());

  const since = (seq: number, limit = 3) => world.read('catalog.stockMovements.since', { query: { seq, limit } });

  test('are without holes, stay, and follow what was committed, however writers and readers meet', async () => {
    let watermark = 0;
    /** Every movement that was read, by its number. */
    const read = new Map<number, string>();
    const readOn = async (): Promise<void> => {
      const { items, seq } = await since(watermark);
      for (const item of items) {
        expect([item.seq, read.get(item.seq)]).toEqual([read.size + 1, undefined]);
        read.set(item.seq, item.id);
      }
      watermark = seq;
    };
    const readAll = async (): Promise<void> => {
      for (let before = -1; before < read.size; ) {
        before = read.size;
        await readOn();
      }
    };
    await readAll();
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const before = read.size;
        const writers = new Map<number, { readonly writer: Writer; readonly moved: string[] }>();
        const committed: string[] = [];
        /** Pairs of which the first was committed when the second was written. */
        const follows: [first: string, second: string][] = [];
        const end = async (item: number, keep: boolean): Promise<void> => {
          const found = writers.get(item);
          writers.delete(item);
          await found?.writer.end(keep);
          if (keep) committed.push(...(found?.moved ?? []));
        };
        try {
          for (const { item, act } of list) {
            if (act === 'since') await readOn();
            else if (act === 'sweep') await numberMovements(world.database.maintenance, 2);
            else if (act === 'list')
              await world.read('catalog.stockMovements.list', { query: { targetId: products[item] as string } });
            else if (act !== 'move') await end(item, act === 'commit');
            else {
              const found = writers.get(item) ?? { writer: open(world, products[item] as string), moved: [] };
              writers.set(item, found);
              const earlier = [...committed, ...found.moved];
              const id = await found.writer.move();
              found.moved.push(id);
              follows.push(...earlier.map((first): [string, string] => [first, id]));
            }
          }
        } finally {
          for (const item of [...writers.keys()]) await end(item, true);
        }
        await readAll();
        const places = new Map([...read].map(([seq, id]) => [id, seq]));
        expect(new Set([...read.values()].slice(before))).toEqual(new Set(committed));
        const wrong = follows.filter(
          ([first, second]) => places.has(second) && (places.get(first) as number) > (places.get(second) as number),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS, seed: Number(process.env.SEED ?? 7), endOnFailure: true },
    );
  });
});
