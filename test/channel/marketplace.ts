import {
  startTrendyolSimulator,
  type TrendyolSimulator,
  type TrendyolSimulatorOptions,
} from '../../src/simulator/trendyol/server';
import { eventually } from '../world/eventually';
import { noteOpen } from '../world/open-things';
import { createWorld, type World } from '../world/world';

export interface Marketplace {
  readonly world: World;
  readonly simulator: TrendyolSimulator;
  /** Starts a pull and returns its job's id. */
  pull(mode?: 'preview' | 'import'): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  job(jobId: string, query?: Record<string, unknown>): Promise<any>;
  /** Waits until the job is as it is asked for, and answers it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  until(jobId: string, reached: (job: any) => boolean): Promise<any>;
  /** Waits until the job waits for something, and answers it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  waiting(jobId: string): Promise<any>;
  /** Waits until the job has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  ended(jobId: string): Promise<any>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

const WITHIN_MS = 120_000;

const CREDENTIALS = { apiKey: 'demo-key', apiSecret: 'demo-secret' };

/** What an owner does before the marketplace can be reached. */
export async function connectTrendyol(world: World, config: Record<string, unknown> = {}): Promise<void> {
  const owner = { as: world.owner };
  const extension = 'trendyol';
  await world.done('extension.install', { extension }, owner);
  for (const [key, value] of Object.entries(CREDENTIALS))
    await world.done('secret.set', { extension, key, value }, owner);
  await world.done('extension.configure', { extension, config: { sellerId: '424242', ...config } }, owner);
  await world.done('extension.enable', { extension }, owner);
}

/** A store that is connected to a simulated marketplace of its own. */
export async function connectedMarketplace(
  options: TrendyolSimulatorOptions = {},
  requestsPer10Seconds = 0,
  environment: Record<string, string> = {},
): Promise<Marketplace> {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, ...options });
  const closeSimulator = noteOpen(() => simulator.close());
  const world = await createWorld({
    environment: {
      TEZGAH_TRENDYOL_URL: simulator.url,
      TEZGAH_TRENDYOL_PICTURES: new URL(simulator.url).origin,
      ...environment,
    },
  });
  await connectTrendyol(world, { requestsPer10Seconds });
  const job = (jobId: string, query = {}) =>
    world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: jobId }, query });
  const until: Marketplace['until'] = async (jobId, reached) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
    let state: any;
    const isReached = async () => {
      state = await job(jobId);
      return reached(state) ? { state } : undefined;
    };
    const reachedJob = await eventually(isReached, WITHIN_MS, 50).catch(async (error: unknown) => {
      const effects = await world.database
        .reader(world.storeId)
        .query('SELECT message, attempts, done_at, last_error FROM outbox');
      throw new Error(`the job is not as it was waited for: ${JSON.stringify({ state, effects })}`, { cause: error });
    });
    return reachedJob.state;
  };
  return {
    world,
    simulator,
    async pull(mode = 'import') {
      const { id } = await world.read('channel.catalog.pull', {
        as: world.developer,
        params: { ext: 'trendyol' },
        body: { mode },
      });
      return id;
    },
    job,
    until,
    waiting: (jobId) => until(jobId, ({ waitingFor }) => waitingFor !== null),
    ended: (jobId) => until(jobId, ({ finishedAt }) => finishedAt !== null),
    async count(table) {
      const [row] = await world.database
        .reader(world.storeId)
        .query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
      return row?.n ?? 0;
    },
    async close() {
      await world.close();
      await closeSimulator();
    },
  };
}
