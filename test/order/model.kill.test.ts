// tier: all
import { once } from 'node:events';
import fc from 'fast-check';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { control } from '../provider/payments';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { runsOf } from '../world/runs';
import { prepareTemporal } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { REFUND, takingCards } from './card';
import { after, type Call, type Shop } from './model';
import { acts, callOf, known, Real, type Ways, type Wish, wishOf } from './modelled';

/** Orders whose lives go on at once. */
const LANES = 4;
const STEPS_MAX = 22;
const KILLS_MAX = 6;
const SETTLES_MS = 60_000;

const goodsOnly: Shop['carts'] = [['cezve'], ['cezve', 'hediye'], ['cezve', 'cezve']];
/** Codes are given to all that wait for some: one lane alone sells what has them. */
const withCodes: Shop['carts'] = [['kod'], ['cezve', 'kod'], ['cezve']];
const methods: Shop['methods'] = ['transfer', 'card', 'cod', 'card'];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let world: World;
let simulator: Awaited<ReturnType<typeof startIyzicoSimulator>>;
let worker: CompiledWorker;
let ready: Promise<unknown>;
beforeAll(async () => {
  simulator = await startIyzicoSimulator({ limited: false });
  world = await createWorld({ environment: { TEZGAH_IYZICO_URL: simulator.url } });
  await prepareTemporal(world);
});
afterAll(async () => {
  await worker?.kill();
  await world.close();
  await simulator.close();
});

const startWorker = (): void => {
  worker = startCompiledWorker(world, { environment: { TEZGAH_IYZICO_URL: simulator.url } });
  ready = once(worker.process, 'message');
};

const refundsByBank = (state: string): Promise<{ id: string; amount: string }[]> =>
  world.database
    .reader(world.storeId)
    .query(`SELECT id, amount FROM order_refund WHERE method = 'provider' AND state = $1 ORDER BY id`, [state]);

const given = (): number => simulator.stats().endpoints[REFUND]?.processed ?? 0;

/** When a worker is killed: so long after money is to be given back, or after the bank has given it, and has not said so yet. */
interface Moment {
  readonly isGiven: boolean;
  readonly delayMs: number;
}
const UNSAID_MS = 1_000;
const unsaid: Moment = { isGiven: true, delayMs: 0 };
const moment = fc.record({ isGiven: fc.boolean(), delayMs: fc.nat(600) });

/** Kills the worker at these moments, one after the other; another one follows. */
async function killing(moments: readonly Moment[], isOver: () => boolean): Promise<number> {
  let kills = 0;
  for (const { isGiven, delayMs } of moments) {
    await ready;
    const before = given();
    const isTime = async () => (isGiven ? given() > before : (await refundsByBank('requested')).length > 0);
    while (!(await isTime())) {
      if (isOver()) return kills;
      await pause(20);
    }
    await pause(delayMs);
    await worker.kill();
    kills += 1;
    startWorker();
  }
  return kills;
}

let sweeps = 0;
/** The sweep of codes, as the worker runs it. */
async function sweep(): Promise<void> {
  sweeps += 1;
  const handle = await world.platform.temporal.workflow.start('epinFulfilment', {
    workflowId: `epin-fulfilment/${world.storeId}/${sweeps}`,
    taskQueue: world.config.taskQueue,
  });
  await handle.result();
}

/** One shop against its model. What a worker does is waited for, however often it is killed meanwhile. */
class Lane {
  steps = 0;

  constructor(
    private readonly name: string,
    private readonly real: Real,
    private shop: Shop,
  ) {}

  static async begin(name: string, ways: Ways): Promise<Lane> {
    const { real, shop } = await Real.begin(world, ways);
    return new Lane(name, real, shop);
  }

  async run(wishes: readonly Wish[]): Promise<void> {
    for (const wish of wishes) {
      this.steps += 1;
      const call = callOf(wish, this.shop, `${this.name}${this.steps}`);
      if (call) await this.step(call);
    }
    const all = this.shop.orders.map(({ tag }) => tag);
    expect(await this.real.shown(all)).toEqual(known(this.shop, all));
  }

  private async step(call: Call): Promise<void> {
    const expected = after(this.shop, call);
    const isDone = await this.real.call(call);
    this.shop = expected ?? this.shop;
    const all = this.shop.orders.map(({ tag }) => tag);
    await eventually(() => this.real.isSettled(all), SETTLES_MS, 100);
    expect({ call, isDone, ...(await this.real.shown(all)) }).toEqual({
      ...{ call, isDone: expected !== undefined },
      ...known(this.shop, all),
    });
    expect({ call, broken: await this.real.broken(all) }).toEqual({ call, broken: [] });
  }
}

/** An order that is paid by card, and money of it that is given back. */
const begins: readonly Wish[] = [
  { do: 'create', at: [0, 2, 2, 1], apt: true },
  { do: 'refund', at: [0, 0, 1, 2], apt: true },
];

test('orders whose worker is killed again and again live as their model does', async () => {
  const charge = await takingCards(world);
  simulator.faults.set({ slowAnswer: { rate: 1, delayMs: UNSAID_MS }, endpoint: REFUND });
  const ways = Array.from({ length: LANES }, (_, lane) => ({
    ...{ methods, charge, sweep },
    carts: lane === 0 ? withCodes : goodsOnly,
  }));
  const wishes = (lane: number) =>
    fc.array(wishOf(acts.filter((act) => lane === 0 || (act !== 'add' && act !== 'sweep'))), {
      minLength: STEPS_MAX / 2,
      maxLength: STEPS_MAX,
    });
  const drawn = fc.tuple(
    fc.array(moment, { minLength: KILLS_MAX - 1, maxLength: KILLS_MAX - 1 }),
    ...ways.map((_, lane) => wishes(lane)),
  );
  const runs = fc.asyncProperty(drawn, async ([moments, ...lives]) => {
    startWorker();
    const lanes = await Promise.all(ways.map((each, lane) => Lane.begin(`${'abcd'[lane]}`, each)));
    let isOver = false;
    const kills = killing([unsaid, ...moments], () => isOver);
    try {
      await Promise.all(lanes.map((lane, at) => lane.run([...begins, ...(lives[at] as Wish[])])));
    } finally {
      isOver = true;
    }
    const count = await kills;
    await worker.kill();
    if (process.env.VERBOSE)
      process.stdout.write(`${count} kills, ${lanes.map(({ steps }) => steps).join(' + ')} steps\n`);
    expect(count).toBeGreaterThan(0);
  });
  await fc.assert(runs, { numRuns: runsOf(1), endOnFailure: !process.env.SHRINK });
  await expectOnceAtTheBank();
}, 300_000);

/** What the bank gave back is what refunds say, each of them once. */
async function expectOnceAtTheBank(): Promise<void> {
  const told = await refundsByBank('succeeded');
  interface Given {
    readonly refunds: readonly { readonly conversationId: string; readonly price: string }[];
  }
  const done = ((await control(simulator, 'GET', '/payments')) as Given[])
    .flatMap(({ refunds }) => refunds)
    .filter(({ conversationId }) => conversationId.startsWith('rfn'))
    .map(({ conversationId, price }) => ({
      id: conversationId.replace(/x\d+$/, ''),
      amount: String(Math.round(Number(price) * 100)),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(done).toEqual(told.map(({ id, amount }) => ({ id: id.replace('_', ''), amount: String(amount) })));
  expect(done.length).toBeGreaterThanOrEqual(LANES);
}
