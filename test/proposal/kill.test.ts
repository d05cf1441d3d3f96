// tier: all
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import getPort from 'get-port';
import { Client } from 'pg';
import type { LocalTemporal } from '../../src/embedded/temporal';
import { Random } from '../chaos/random';
import { type CompiledWorker, startCompiledWorker } from '../world/compiled-worker';
import { patient } from '../world/patience';
import { startTestTemporal } from '../world/temporal';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { approve, contentsOfShop, expectOnceAndInOrder, ITEMS, openShops, type Shop, type Sql } from './twelve';

const boundaries = ['before', 'inside', 'after'] as const;
type Deed = 'hang' | 'throw' | 'terminate';
type Points = Map<string, Deed>;

const pointAt = ({ proposalId }: Shop, seq: number, boundary: (typeof boundaries)[number]): string =>
  `${proposalId} ${seq} ${boundary}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A world with a connection past its isolation. */
async function openWorld(environment: Record<string, string> = {}) {
  const world = await createWorld({ environment });
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  const sql: Sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, values as unknown[])).rows as Row[];
  return {
    world,
    sql,
    async close() {
      await client.end();
      await world.close();
    },
  };
}

/** The compiled worker in a process of its own, which fails where `points` says. */
class DoomedWorker {
  private readonly worker: CompiledWorker;
  private ready = false;

  constructor(world: World, points: Points, onPoint: (deed: Deed, point: string, backend: number) => void) {
    this.worker = startCompiledWorker(world, {
      preload: path.join(__dirname, 'programs', 'failing-worker.cjs'),
      environment: {
        POINTS: JSON.stringify(Object.fromEntries(points)),
        // What hangs within its transaction keeps a connection, and all may hang in one worker.
        TEZGAH_DATABASE_POOL: '60',
      },
    });
    this.worker.process.on('message', () => {
      this.ready = true;
    });
    createInterface({ input: this.worker.process.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const told = /^(hang|throw|terminate) (\S+ \d+ \w+) (\d*)$/.exec(line);
      if (told) onPoint(told[1] as Deed, told[2] as string, Number(told[3]));
    });
  }

  async serving(): Promise<void> {
    await until(() => this.ready, 'the worker is not ready');
  }

  kill(): Promise<void> {
    return this.worker.kill();
  }
}

async function until(ask: () => boolean | Promise<boolean>, complaint: string, ms = 60_000): Promise<void> {
  const deadline = Date.now() + patient(ms);
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(complaint);
    await pause(25);
  }
}

/** Nothing moves in these shops, so no proposal has a reason to pause. */
async function notApplied(sql: Sql, shops: readonly Shop[]): Promise<number> {
  const left = await sql<{ state: string; why: string | null }>(
    `SELECT state, pause->>'message' AS why FROM proposal WHERE id = ANY($1) AND state <> 'applied'`,
    [shops.map(({ proposalId }) => proposalId)],
  );
  const paused = left.find(({ state }) => state === 'paused');
  if (paused) throw new Error(`${paused.why}. Workers run compiled: is dist/ older than src/? (npm run build)`);
  return left.length;
}

const allApplied = (sql: Sql, shops: readonly Shop[]): Promise<void> =>
  until(async () => (await notApplied(sql, shops)) === 0, 'not all proposals were applied', 90_000);

/** The last shop is the one that nothing happened to. */
async function expectAsUndisturbed(sql: Sql, shops: readonly Shop[]): Promise<void> {
  const undisturbed = await contentsOfShop(sql, shops.at(-1) as Shop);
  for (const shop of shops) {
    await expectOnceAndInOrder(sql, shop);
    expect(await contentsOfShop(sql, shop)).toEqual(undisturbed);
  }
}

interface StepMarker {
  readonly markerName?: string | null;
  readonly details?: Readonly<
    Record<string, { readonly payloads?: { readonly data?: Uint8Array | null }[] | null }>
  > | null;
}

/** True of a step that has moved an item: on a busy machine some wait, e.g. for a session of a killed worker, and move none. */
function hasMoved({ markerName, details }: StepMarker): boolean {
  const data = details?.result?.payloads?.[0]?.data;
  const status = data ? JSON.parse(Buffer.from(data).toString()).status : undefined;
  return markerName === 'core_local_activity' && status !== 'waiting';
}

/** How many steps of a running application the server has been told of, and when it was told last, in ms since the epoch. */
async function told(world: World, { proposalId }: Shop): Promise<{ steps: number; at: number }> {
  const { events } = await world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`).fetchHistory();
  const list = events ?? [];
  const last = list.findLast(({ workflowTaskCompletedEventAttributes: it }) => it);
  return {
    steps: list.filter(({ markerRecordedEventAttributes: it }) => it && hasMoved(it as StepMarker)).length,
    at: last ? Number(last.eventTime?.seconds) * 1_000 + (last.eventTime?.nanos ?? 0) / 1e6 : 0,
  };
}

/** A worker that gets no further is as good as dead: on a slow machine it lost what it holds to its silence. */
const STANDS_STILL_MS = 45_000;
const WORKERS_MAX = 8;

/**
 * Lets workers run into these points, one after the other, until all have been reached and `isEnough`; the last is killed there.
 * @returns the points at which the last one has died: behind those that only an earlier one has reached, a slow machine has gone on
 */
async function runInto(
  world: World,
  points: readonly string[],
  isEnough: (reachedAt: ReadonlyMap<string, number>) => boolean | Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const reachedAt = new Map<string, number>();
  for (let tries = 0; tries < WORKERS_MAX; tries += 1) {
    let lastAt = Date.now();
    const diedAt = new Set<string>();
    const worker = new DoomedWorker(world, new Map(points.map((point) => [point, 'hang'])), (_, point) => {
      lastAt = Date.now();
      reachedAt.set(point, lastAt);
      diedAt.add(point);
    });
    try {
      await worker.serving();
      lastAt = Date.now();
      for (; Date.now() - lastAt < STANDS_STILL_MS; await pause(100))
        if (reachedAt.size === points.length && (await isEnough(reachedAt))) return diedAt;
    } finally {
      await worker.kill();
    }
  }
  const missing = points.filter((point) => !reachedAt.has(point));
  throw new Error(`not reached: ${missing.join(', ') || 'none, but not enough was told'}`);
}

describe('a proposal of twelve items whose worker dies', () => {
  test('at each item: before its transaction, before the commit, after it, and after its completion was reported', async () => {
    const { world, sql, close } = await openWorld();
    try {
      const shops = await openShops(world, ITEMS * 4 + 1);
      const rows = boundaries.map((_, row) => shops.slice(row * ITEMS, (row + 1) * ITEMS));
      for (const [row, boundary] of boundaries.entries()) {
        const those = rows[row] as Shop[];
        await Promise.all(those.map((shop) => approve(world, shop)));
        const points = those.map((shop, index) => pointAt(shop, index + 1, boundary));
        const diedAt = await runInto(world, points, () => true);
        const steps = await Promise.all(those.map(async (shop) => (await told(world, shop)).steps));
        // The step that it died in was told of by nobody.
        expect(steps.filter((count, index) => diedAt.has(points[index] as string) && count > index)).toEqual([]);
      }
      const reported = shops.slice(boundaries.length * ITEMS, -1);
      await Promise.all(reported.map((shop) => approve(world, shop)));
      // A task that lasts tells the server at 80 % of its ten seconds what it has done so far.
      await runInto(
        world,
        reported.map((shop, index) => pointAt(shop, index + 2, 'before')),
        async (reachedAt) => {
          const answers = await Promise.all(reported.map((shop) => told(world, shop)));
          return answers.every(({ steps, at }, index) => {
            const point = pointAt(reported[index] as Shop, index + 2, 'before');
            return steps > 0 && at > (reachedAt.get(point) as number);
          });
        },
      );

      const next = await startTestWorker(world);
      try {
        await approve(world, shops.at(-1) as Shop);
        await allApplied(sql, shops);
      } finally {
        await next.stop();
      }
      await expectAsUndisturbed(sql, shops);
    } finally {
      await close();
    }
  }, 240_000);
});

test('a hundred random failures, among them killed workers, cut connections and a killed Temporal', async () => {
  const SHOPS = 14;
  const KILLS = 2;
  // Some are overtaken: a kill between a commit and the point after it.
  const POINTS = 110;
  const random = new Random(process.env.SEED ?? '4');
  const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-kill-'));
  const port = await getPort();
  const temporal = (): Promise<LocalTemporal> => startTestTemporal({ folder, port });
  let server = await temporal();
  const { world, sql, close } = await openWorld({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
  const workers: DoomedWorker[] = [];
  const fired = new Map<string, Deed>();
  try {
    const shops = await openShops(world, SHOPS + 1);
    const points: Points = new Map();
    for (let hangs = 0; points.size < POINTS; ) {
      const boundary = random.pick(boundaries);
      // The thirteenth step finds no item and ends the proposal.
      const point = pointAt(random.pick(shops.slice(0, SHOPS)), random.int(1, ITEMS + 1), boundary);
      if (points.has(point)) continue;
      const deed = hangs < KILLS ? 'hang' : boundary === 'inside' && random.chance(0.7) ? 'terminate' : 'throw';
      if (deed === 'hang') hangs += 1;
      points.set(point, deed);
    }
    const doings: Promise<unknown>[] = [];
    const spawnWorker = (place: number): void => {
      const left = new Map([...points].filter(([point]) => !fired.has(point)));
      const worker = new DoomedWorker(world, left, (deed, point, backend) => {
        fired.set(point, deed);
        if (deed === 'terminate') doings.push(sql('SELECT pg_terminate_backend($1)', [backend]));
        if (deed === 'hang') doings.push(worker.kill().then(() => spawnWorker(place)));
      });
      workers[place] = worker;
    };
    spawnWorker(0);
    spawnWorker(1);
    await Promise.all(workers.map((worker) => worker.serving()));
    await Promise.all(shops.slice(0, SHOPS).map((shop) => approve(world, shop)));

    await until(
      async () => (await notApplied(sql, shops)) < 0 || fired.size >= POINTS / 4,
      'a quarter of the points was not reached',
    );
    await server.stop(0);
    const cut = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(cut.length).toBeGreaterThan(2);
    server = await temporal();
    await allApplied(sql, shops.slice(0, SHOPS));
    await Promise.all(doings);
    await approve(world, shops.at(-1) as Shop);
    await allApplied(sql, shops);
    await expectAsUndisturbed(sql, shops);
    expect(fired.size).toBeGreaterThanOrEqual(100);
    expect([...fired.values()].filter((deed) => deed === 'hang').length).toBeGreaterThan(0);
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await close();
    await server.stop(0);
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
