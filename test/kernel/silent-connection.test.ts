import { Client } from 'pg';
import { tokenDigest } from '../../src/access/token/secret';
import { leasesOver } from '../../src/kernel/bus/credential-lease';
import { newUlid } from '../../src/kernel/ids';
import { OutboxDispatcher } from '../../src/kernel/work/outbox';
import type { OutboxRow } from '../../src/kernel/work/outbox-store';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { runtimeUrl } from '../world/services';
import { type SilentProxy, startSilentProxy } from '../world/silent-proxy';
import { slowTest } from '../world/slow-test';

/** The messages of Postgres' protocol, one by one. */
interface Wire {
  parse(query: { name: string; text: string; types: readonly number[] }): void;
  bind(config: object): void;
  execute(config: object): void;
  flush(): void;
}

/** Far above what a silent connection may cost, and far below what TCP itself takes to give up. */
const BOUND_MS = 30_000;

describe('a connection to Postgres that falls silent', () => {
  let proxy: SilentProxy;
  let site: Site;
  let token: string;
  beforeAll(async () => {
    proxy = await startSilentProxy();
    site = await openSite({ through: proxy.through, environment: { TEZGAH_DATABASE_POOL: '8' } });
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']));
  });
  afterAll(async () => {
    await site.close();
    await proxy.close();
  });

  const list = () => site.call('GET', '/v1/catalog/products', { token });
  const timed = async <T>(work: Promise<T>): Promise<{ value: T; ms: number }> => {
    const started = performance.now();
    const value = await work;
    return { value, ms: performance.now() - started };
  };

  test('under the credential look-up costs its caller seconds, and the others nothing', async () => {
    await Promise.all(Array.from({ length: 16 }, list));
    await leasesOver();
    const struck = proxy.loseQuestion(tokenDigest(token).toString('hex'));
    const first = timed(list());
    await struck;
    const others = await timed(Promise.all(Array.from({ length: 20 }, list)));
    expect(others.value.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await Promise.race([first, 'waits'])).toBe('waits');
    const { value, ms } = await first;
    expect(value.status).toBe(200);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  test('under a read and the look-up in front of it costs nobody the answer', async () => {
    const { id } = await site.world.done('catalog.product.create', { title: 'Tepsi', price: 100 });
    await list();
    await leasesOver();
    const struck = proxy.loseQuestion(id);
    const reading = site.call('GET', `/v1/catalog/products/${id}`, { token });
    await struck;
    expect((await reading).body).toMatchObject({ id });
  });

  test('in the middle of a command is noticed long before its limit, and the command runs once', async () => {
    const { body } = await site.call('POST', '/v1/commands', {
      token,
      body: envelopeOf('catalog.product.create', { title: 'Bardak', price: 100, stock: 5 }),
    });
    const struck = proxy.loseQuestion('sayım 4242');
    const adjusting = timed(
      site.call('POST', '/v1/commands', {
        token,
        body: envelopeOf('catalog.stock.adjust', { targetId: body.result.id, delta: 4242, reason: 'sayım 4242' }),
      }),
    );
    await struck;
    const { value, ms } = await adjusting;
    expect(value.body).toMatchObject({ result: {} });
    expect(value.status).toBe(200);
    expect(ms).toBeLessThan(BOUND_MS);
    const product = await site.call('GET', `/v1/catalog/products/${body.result.id}`, { token });
    expect(product.body.stock).toBe(4247);
  });

  test('with the answer to COMMIT does not run the command twice', async () => {
    const struck = proxy.loseAnswer('COMMIT');
    const creating = timed(
      site.call('POST', '/v1/commands', {
        token,
        body: envelopeOf('catalog.category.create', { name: 'Fincanlar' }),
      }),
    );
    await struck;
    const { value, ms } = await creating;
    expect(value.status).toBe(200);
    expect(ms).toBeLessThan(BOUND_MS);
    const rows = await site.rows(`SELECT 1 FROM catalog_category WHERE name = 'Fincanlar'`);
    expect(rows).toHaveLength(1);
  });

  test('is noticed when its backend is gone, too: nobody hears of that either', async () => {
    const struck = proxy.loseQuestion('Sürahi');
    const creating = timed(
      site.call('POST', '/v1/commands', { token, body: envelopeOf('catalog.category.create', { name: 'Sürahi' }) }),
    );
    await struck;
    await site.world.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tezgah-test'`,
    );
    const { value, ms } = await creating;
    expect([200, 503]).toContain(value.status);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  test('in the middle of the statements that travel together frees what the first of them have locked', async () => {
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Sahan', price: 100, stock: 1 });
    const lock = 'SELECT FROM catalog_product WHERE store_id = $1 AND id = $2 FOR UPDATE';
    const struck = proxy.loseQuestion('sahanın sonu');
    const cut = world.database.transaction(world.storeId, async (tx) => {
      tx.send(lock, [world.storeId, id]);
      // More than arrives at once.
      for (let part = 0; part < 40; part += 1) tx.send('SELECT length($1)', ['x'.repeat(20_000)]);
      await tx.query('SELECT $1', ['sahanın sonu']);
      return { keep: false, value: undefined };
    });
    cut.catch(() => {});
    await struck;
    const holders = () =>
      site.rows(
        `SELECT FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'ClientRead' AND xact_start IS NOT NULL`,
      );
    while ((await holders()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { value, ms } = await timed(
      site.call('POST', '/v1/commands', {
        token,
        body: envelopeOf('catalog.stock.adjust', { targetId: id, delta: 1, reason: 'sayım' }),
      }),
    );
    expect(value.status).toBe(200);
    expect(ms).toBeLessThan(8_000);
    await expect(cut).rejects.toThrow();
  });

  slowTest('whose process is gone is ended by who waits for its lock in vain', async () => {
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Kepçe', price: 100, stock: 1 });
    const client = new Client({
      connectionString: runtimeUrl(world.superuserUrl),
      application_name: 'tezgah-worker',
    });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(`SELECT set_config('app.store_id', '${world.storeId}', false)`);
      const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
      await client.query('BEGIN');
      // The end of what it sends never comes.
      const { connection } = client as unknown as { connection: Wire };
      connection.parse({ name: '', text: `SELECT FROM catalog_product WHERE id = '${id}' FOR UPDATE`, types: [] });
      connection.bind({});
      connection.execute({});
      connection.flush();
      const locks = `SELECT FROM pg_locks WHERE pid = $1 AND locktype = 'transactionid' AND granted`;
      await eventually(async () => (await site.rows(locks, [pid])).length > 0);
      const body = envelopeOf('catalog.stock.adjust', { targetId: id, delta: 1, reason: 'sayım' });
      const adjust = () => timed(site.call('POST', '/v1/commands', { token, body }));
      const first = await adjust();
      expect(first.value.status).toBe(503);
      const { value, ms } = await adjust();
      expect(value.status).toBe(200);
      expect(ms).toBeLessThan(5_000);
    } finally {
      await client.end();
    }
  });

  test('a statement that takes long is not mistaken for one', async () => {
    const { value } = await timed(
      site.world.database.reader(site.world.storeId).query('SELECT pg_sleep(5)::text AS slept'),
    );
    expect(value).toEqual([{ slept: '' }]);
  });

  describe('under the claim of the outbox', () => {
    const delivered: string[] = [];
    let outbox: OutboxDispatcher;
    beforeAll(() => {
      outbox = new OutboxDispatcher({
        system: site.world.database.systemWriter,
        async deliver({ workflowId }: OutboxRow) {
          // One delivery that hangs holds up nobody else's.
          if (workflowId === 'test/hangs') await new Promise((resolve) => setTimeout(resolve, 4_000));
          delivered.push(workflowId);
        },
        isRefusal: () => false,
        abandon: async () => {},
        onError: () => {},
        onAbandoned: () => {},
      });
    });
    afterAll(() => outbox.stop());

    const queue = (workflowId: string) =>
      site.rows(`INSERT INTO outbox (id, store_id, workflow_id, message) VALUES ($1, $2, $3, '{}')`, [
        `out_${newUlid()}`,
        site.world.storeId,
        workflowId,
      ]);
    const until = async (workflowId: string) => {
      const end = Date.now() + BOUND_MS;
      while (!delivered.includes(workflowId) && Date.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(delivered).toContain(workflowId);
    };

    test('does not keep what is queued later', async () => {
      await queue('test/hangs');
      outbox.kick();
      await queue('test/beside');
      outbox.kick();
      await until('test/beside');
      expect(delivered).not.toContain('test/hangs');

      const struck = proxy.loseQuestion();
      await queue('test/silent');
      outbox.kick();
      await struck;
      await until('test/silent');
    });

    test('does not keep what was claimed, although the answer was lost', async () => {
      const struck = proxy.loseAnswer('clm_');
      await queue('test/unheard');
      outbox.kick();
      await struck;
      await until('test/unheard');
    });

    test('is told from an answer that comes late, and which is waited for', async () => {
      await site.rows(`
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2.5); RETURN NEW; END $$`);
      await site.rows(`
        CREATE TRIGGER linger BEFORE UPDATE ON outbox FOR EACH ROW WHEN (OLD.claim IS NULL AND NEW.claim IS NOT NULL)
        EXECUTE FUNCTION linger()`);
      try {
        await queue('test/late');
        outbox.kick();
        await until('test/late');
        expect(await site.rows(`SELECT attempts FROM outbox WHERE workflow_id = 'test/late'`)).toEqual([
          { attempts: 1 },
        ]);
      } finally {
        await site.rows('DROP FUNCTION linger() CASCADE');
      }
    });
  });

  const envelopeOf = (command: string, payload: unknown) => ({
    command,
    storeId: site.world.storeId,
    payload,
    idempotencyKey: newUlid(),
  });
});
