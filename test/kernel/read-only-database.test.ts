// tier: all
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres';
import { DatabaseAway } from '../../src/kernel/database/connection';
import { newUlid } from '../../src/kernel/ids';
import { anyFreePort } from '../../src/supervisor/ports';
import { openShopsOf, type Shops, shopEnvironment } from '../storefront/shops';
import { temporaryFolder } from '../supervisor/support';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { makeTemplate } from '../world/services';
import { testServices } from '../world/world';

jest.setTimeout(300_000);

describe('a Postgres that only reads, as a primary that became a standby', () => {
  const folder = temporaryFolder();
  const cluster = path.join(folder, 'cluster');
  let postgres: EmbeddedPostgres;
  let port: number;
  let site: Site;
  let shops: Shops;
  let token: string;

  const start = async () => {
    postgres = await startEmbeddedPostgres({ dataFolder: folder, port, durable: false });
  };
  /** The same server with the same rows, which follows some other one from now on. */
  const demote = async () => {
    await postgres.stop();
    writeFileSync(path.join(cluster, 'standby.signal'), '');
    await start();
  };
  const promote = async () => {
    await postgres.stop();
    rmSync(path.join(cluster, 'standby.signal'));
    await start();
  };

  beforeAll(async () => {
    port = await anyFreePort();
    await start();
    await makeTemplate(postgres);
    process.env.TEZGAH_TEST_SERVICES = JSON.stringify({ ...testServices(), postgresUrl: postgres.url });
    site = await openSite({ environment: shopEnvironment });
    shops = await openShopsOf(site.world);
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
  });
  afterAll(async () => {
    await shops?.close();
    await site?.close();
    await postgres?.stop();
  });

  const read = () => site.call('GET', '/v1/catalog/products', { token });
  const write = (key = newUlid()) =>
    site.call('POST', '/v1/commands', {
      token,
      body: {
        command: 'catalog.category.create',
        storeId: site.world.storeId,
        payload: { name: `Fincan ${key}` },
        idempotencyKey: key,
      },
    });
  const shown = async () => (await shops.get('/')).status;
  const storefrontReady = async () => (await shops.get('/readyz')).status;

  test('refuses changes with 503 and a time to come back, shows what is there, and takes changes once it is the primary', async () => {
    const key = newUlid();
    expect(await write()).toMatchObject({ status: 200 });
    const before = await shown();
    await demote();
    // Connections of before are found to be over, each by a call of its own.
    await eventually(async () => (await read()).status === 200, 60_000);

    for (const { status, body, headers } of await Promise.all([write(key), write(), write()])) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    for (const place of ['/readyz', '/v1/health']) {
      const { status, headers, body } = await site.call('GET', place);
      expect([place, status, body.parts.database]).toEqual([place, 503, 'failing']);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await read()).toMatchObject({ status: 200 });
    // Shops only read.
    expect([await storefrontReady(), await shown()]).toEqual([200, before]);

    await promote();
    await eventually(async () => (await site.call('GET', '/readyz')).status === 200, 60_000);
    const done = await write(key);
    expect(done).toMatchObject({ status: 200 });
    expect((await write(key)).body).toEqual(done.body);
    expect([await storefrontReady(), await shown()]).toEqual([200, before]);
  });

  test('is told to whoever writes, in whichever way', async () => {
    const { database, storeId } = site.world;
    await demote();
    await eventually(async () => (await read()).status === 200, 60_000);
    const ways: Record<string, () => Promise<unknown>> = {
      transaction: () =>
        database.transaction(storeId, async (it) => ({ keep: true, value: await it.query('SELECT 1') })),
      'sent, not waited for': () =>
        database.transaction(storeId, async (it) => {
          it.send('SELECT 1');
          return { keep: true, value: undefined };
        }),
      writer: () => database.writer(storeId).query('SELECT 1'),
      systemWriter: () => database.systemWriter.query('SELECT 1'),
      maintenance: () => database.maintenance.query('SELECT 1'),
    };
    for (const [way, ask] of Object.entries(ways)) {
      const failure = await ask().catch((error: unknown) => error);
      expect([way, failure]).toEqual([way, expect.any(DatabaseAway)]);
    }
    await promote();
    await eventually(async () => (await write()).status === 200, 60_000);
  });

  test('a reader that would write is a fault of ours, wherever it reads', async () => {
    const { database, storeId } = site.world;
    const failure = await database
      .reader(storeId)
      .query('UPDATE store SET name = name')
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(DatabaseAway);
    expect(failure).toMatchObject({ code: '25006' });
  });
});
