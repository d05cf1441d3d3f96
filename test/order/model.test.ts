import fc from 'fast-check';
import { isFullRun, runsOf } from '../world/runs';
import { createWorld, type World } from '../world/world';
import { after, type Shop } from './model';
import { acts, callOf, known, Real, type Wish, wishOf } from './modelled';

interface Model {
  shop: Shop;
}

/** How often each call was done and refused: a model that meets nothing proves nothing. */
const met = new Map<string, number>();
const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);

describe('orders against their model', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  let steps = 0;
  const nextTag = (): string => {
    steps += 1;
    return `t${steps}`;
  };

  class Step implements fc.AsyncCommand<Model, Real> {
    private readonly tag = nextTag();

    constructor(private readonly wish: Wish) {}

    check({ shop }: Model): boolean {
      return callOf(this.wish, shop, this.tag) !== undefined;
    }

    async run(model: Model, real: Real): Promise<void> {
      const call = callOf(this.wish, model.shop, this.tag);
      if (!call) throw new Error('there is nothing to do');
      const expected = after(model.shop, call);
      const isDone = await real.call(call);
      count(`${call.do} ${isDone ? 'done' : 'refused'}`);
      const shop = expected ?? model.shop;
      const touched =
        'order' in call
          ? [call.order]
          : call.do === 'create' && isDone
            ? [call.tag]
            : shop.orders.map(({ tag }) => tag);
      expect({ call, isDone, ...(await real.shown(touched)) }).toEqual({
        ...{ call, isDone: expected !== undefined },
        ...known(shop, touched),
      });
      expect({ call, broken: await real.broken(shop.orders.map(({ tag }) => tag)) }).toEqual({ call, broken: [] });
      model.shop = shop;
    }

    toString(): string {
      return JSON.stringify(this.wish);
    }
  }

  const step = wishOf(acts).map((wish) => new Step(wish));
  const start: Wish[] = ['cod', 'transfer'].map((_, way) => ({
    do: 'create',
    at: [0, way * 2, 2, way + 1],
    apt: true,
  }));

  test('whatever is done to them, legal or not, in whatever order', async () => {
    const runs = fc.asyncProperty(fc.commands([step], { size: 'max', maxCommands: 100 }), async (drawn) => {
      const { real, shop } = await Real.begin(world);
      const model = { shop };
      for (const wish of start) await new Step(wish).run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), drawn);
      const all = model.shop.orders.map(({ tag }) => tag);
      expect(await real.shown(all)).toEqual(known(model.shop, all));
      count('runs');
    });
    await fc.assert(runs, { numRuns: runsOf(8), endOnFailure: !process.env.SHRINK });
    if (process.env.VERBOSE)
      process.stdout.write(`${JSON.stringify(Object.fromEntries([...met].toSorted()), null, 1)}\n`);
    const unmet = acts.filter((act) => !met.has(`${act} done`));
    // A few runs meet only some of it.
    if (isFullRun) expect(unmet).toEqual([]);
  }, 3_600_000);
});
