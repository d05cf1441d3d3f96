// tier: all
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { openPackages, type Placed } from './packages';

jest.setTimeout(300_000);

const PACKAGE = '/order/sellers/{sellerId}/shipment-packages/{packageId}';
const LIST = 'GET /order/sellers/{sellerId}/v2/orders';
const HANGS_MS = 8_000;

/** An act, as it is asked for, and as the marketplace counts and shows it. */
const acts = {
  preparing: { endpoint: `PUT ${PACKAGE}`, counted: 'Picking', body: () => ({}), from: undefined },
  split: {
    endpoint: `POST ${PACKAGE}/split-packages`,
    counted: 'split-packages',
    body: (lineId: string) => ({ groups: [[{ lineId, quantity: 1 }]] }),
    from: undefined,
  },
  unsupplied: {
    endpoint: `PUT ${PACKAGE}/items/unsupplied`,
    counted: 'unsupplied',
    body: (lineId: string) => ({
      lines: [{ lineId, quantity: 1 }],
      reason: 'out_of_stock',
      penaltyAcknowledged: true,
    }),
    from: 'Picking',
  },
} as const;
type Act = keyof typeof acts;

describe('an act upon a package whose worker is killed', () => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  beforeAll(async () => {
    packages = await openPackages();
  });
  afterEach(() => packages.simulator.faults.clear());
  afterAll(() => packages?.close());

  const processed = (endpoint: string): number => packages.simulator.stats().endpoints[endpoint]?.processed ?? 0;
  const faulted = (): number => packages.simulator.stats().faults.serverError ?? 0;
  const counted = async ({ packageId }: Placed, op: Act) =>
    (await packages.control('GET', '/orders/statistics')).operations[packageId]?.[acts[op].counted];
  const job = (id: string) =>
    packages.site.world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: id }, query: {} });

  async function asked(op: Act) {
    const placed = await packages.place(acts[op].from);
    const [line] = await packages.site.rows<{ id: string }>(
      "SELECT lines -> 0 ->> 'lineId' AS id FROM order_package WHERE package_id = $1",
      [placed.packageId],
    );
    const { body } = await packages.site.call('POST', `/v1/orders/${placed.orderId}/channel/${op}`, {
      token: packages.token,
      body: acts[op].body(line?.id ?? ''),
    });
    return { placed, jobId: body.id as string };
  }

  /** Kills the worker when it is where it is to be killed, and lets another one go on. @returns the job at its end */
  async function killed(jobId: string, isThere: () => boolean | Promise<boolean>) {
    const doomed = startCompiledWorker(packages.site.world);
    let heir: RunningWorker | undefined;
    try {
      await eventually(async () => await isThere(), 90_000, 20);
      await doomed.kill();
      packages.simulator.faults.clear();
      heir = await startTestWorker(packages.site.world);
      return await eventually(
        async () => {
          const found = await job(jobId);
          return found.finishedAt === null ? undefined : found;
        },
        120_000,
        100,
      );
    } finally {
      await doomed.kill();
      await heir?.stop();
    }
  }

  test.each(Object.keys(acts) as Act[])('while it looks is asked once by the next one: %s', async (op) => {
    const { placed, jobId } = await asked(op);
    const before = processed(LIST);
    packages.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint: LIST });
    expect(await killed(jobId, () => processed(LIST) > before)).toMatchObject({ state: 'succeeded' });
    expect(await counted(placed, op)).toEqual({ asked: 1, done: 1 });
  });

  test.each(Object.keys(acts) as Act[])('before it hears the answer is read back: %s', async (op) => {
    const { placed, jobId } = await asked(op);
    const { endpoint } = acts[op];
    const before = processed(endpoint);
    packages.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint });
    expect(await killed(jobId, () => processed(endpoint) > before)).toMatchObject({ state: 'succeeded' });
    expect(await counted(placed, op)).toEqual({ asked: 1, done: 1 });
  });

  test.each(Object.keys(acts) as Act[])('while it looks at what came of it is not asked again: %s', async (op) => {
    const { placed, jobId } = await asked(op);
    const { endpoint } = acts[op];
    const [acted, looked] = [processed(endpoint), processed(LIST)];
    packages.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 1_500 }, endpoint });
    let isActed = false;
    const done = await killed(jobId, () => {
      if (!isActed && processed(endpoint) > acted) {
        isActed = true;
        // Its answer is under way, and what is asked next hangs.
        packages.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint: LIST });
      }
      return isActed && processed(LIST) > looked + 1;
    });
    expect(done).toMatchObject({ state: 'succeeded' });
    expect(await counted(placed, op)).toEqual({ asked: 1, done: 1 });
    const rows = await packages.site.rows<{ state: string }>('SELECT state FROM order_package WHERE order_id = $1', [
      placed.orderId,
    ]);
    expect(rows).toHaveLength(op === 'preparing' ? 1 : op === 'split' ? 3 : 2);
  });

  test('whose question never arrived ends as unknown, and nobody asks a second time', async () => {
    const { placed, jobId } = await asked('split');
    const before = faulted();
    packages.simulator.faults.set({
      serverError: { rate: 1, status: 503 },
      slowAnswer: { rate: 1, delayMs: HANGS_MS },
      endpoint: acts.split.endpoint,
    });
    expect(await killed(jobId, () => faulted() > before)).toMatchObject({
      state: 'failed',
      error: { code: 'outcome_unknown' },
    });
    expect(await counted(placed, 'split')).toBeUndefined();
  });
});
