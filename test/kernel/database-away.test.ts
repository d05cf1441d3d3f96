import { channelJob } from '../../src/channel/contract/job';
import { DatabaseAway } from '../../src/kernel/database/connection';
import { newUlid } from '../../src/kernel/ids';
import { connectedMarketplace } from '../channel/marketplace';
import { openSite, type Site } from '../surfaces/site';
import { slowTest } from '../world/slow-test';
import { startTestWorker } from '../world/worker';
import type { World } from '../world/world';

/** Where the system itself says that there is no way to Postgres, each time in other words. */
const NOWHERE: Readonly<Record<string, string>> = {
  'its name is not known': 'no-such-host.invalid',
  'its network cannot be reached': '255.255.255.255',
  'its address needs an interface': 'fe80::1',
  'its socket is not there': '/no-such-folder',
};

/** New connections go elsewhere, and those that are open end. @returns what leads them back */
async function misled(world: World, host: string): Promise<() => void> {
  const { options } = (world.database as unknown as { pool: { options: { connectionString: string } } }).pool;
  const right = options.connectionString;
  const wrong = new URL(right);
  wrong.searchParams.set('host', host);
  options.connectionString = wrong.toString();
  await world.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tezgah-test'`,
  );
  return () => {
    options.connectionString = right;
  };
}

describe('a Postgres that cannot be reached', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
  });
  afterAll(() => site.close());

  const read = () => site.call('GET', '/v1/catalog/products', { token });
  const write = () =>
    site.call('POST', '/v1/commands', {
      token,
      body: {
        command: 'catalog.category.create',
        storeId: site.world.storeId,
        payload: { name: `Fincan ${newUlid()}` },
        idempotencyKey: newUlid(),
      },
    });

  test.each(Object.keys(NOWHERE))('because %s is 503 and when to come back', async (why) => {
    const goBack = await misled(site.world, NOWHERE[why] as string);
    try {
      const health = site.call('GET', '/v1/health');
      for (const { status, body, headers } of await Promise.all([read(), write()])) {
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      expect(await health).toMatchObject({ status: 503, body: { status: 'unavailable' } });
      expect(Number((await health).headers.get('Retry-After'))).toBeGreaterThan(0);
    } finally {
      goBack();
    }
    expect(await read()).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 200 });
  });

  test('is told from a fault of a statement, which costs no connection', async () => {
    const { database, storeId } = site.world;
    const db = database.reader(storeId);
    // Which of the connections a statement gets is up to the pool.
    const pids = async () => {
      const own = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user';
      return (await db.query<{ pid: number }>(own)).map(({ pid }) => pid);
    };
    const circular: unknown[] = [];
    circular.push({ circular });
    for (const fault of [() => db.query('SELECT 1 / 0'), () => db.query('SELECT $1::json', [{ circular }])]) {
      const before = await pids();
      const error = await fault().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(DatabaseAway);
      expect(await pids()).toEqual(expect.arrayContaining(before));
    }
  });
});

slowTest(
  'a job outlasts a Postgres that cannot be found for more tries than a fault of its own would have',
  async () => {
    const shop = await connectedMarketplace({ products: 400, latencyMs: 500 });
    const worker = await startTestWorker(shop.world);
    const triesMoreThan = 5;
    try {
      const jobId = await shop.pull();
      while ((await shop.job(jobId)).progress.done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      const goBack = await misled(shop.world, NOWHERE['its network cannot be reached'] as string);
      const handle = shop.world.platform.temporal.workflow.getHandle(channelJob.workflowId(jobId));
      const tries = async () => {
        const { raw, status } = await handle.describe();
        expect(status.name).toBe('RUNNING');
        return raw.pendingActivities?.[0]?.attempt ?? 0;
      };
      try {
        while ((await tries()) <= triesMoreThan) await new Promise((resolve) => setTimeout(resolve, 200));
      } finally {
        goBack();
      }
      expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: 400 } });
    } finally {
      await worker.stop();
      await shop.close();
    }
  },
  180_000,
);
