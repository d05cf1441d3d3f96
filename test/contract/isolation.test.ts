import type { Client } from 'pg';
import { RUNTIME_ROLE } from '../../src/kernel/database/roles';
import { registry } from '../../src/registry';
import { openSite, type Site } from '../surfaces/site';

/** Two stores in one database: what one of them can see and do of the other's. */
describe('stores are apart', () => {
  let site: Site;
  let tables: { name: string; forced: boolean; owner: string; storeColumn: boolean }[];
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    await site.mint('agent');
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kategori' });
    const { id: productId, variants } = await world.done('catalog.product.create', {
      title: 'Ürün',
      price: 100,
      barcode: '8690000000001',
      categoryId,
      variants: [{ title: 'S', stock: 3 }],
    });
    const { id: collectionId } = await world.done('catalog.collection.create', { title: 'Koleksiyon' });
    await world.done('catalog.collection.setProducts', { collectionId, productIds: [productId] });
    const { owner } = world;
    await world.done('extension.install', { extension: 'trendyol' }, { as: owner });
    await world.done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'anahtar' }, { as: owner });
    await world.done('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId, variantId: variants[0].id }],
    });
    await site.login();
    tables = await site.rows(
      `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced, pg_get_userbyid(c.relowner) AS owner,
         EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'store_id' AND NOT a.attisdropped) AS "storeColumn"
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );
  });
  afterAll(() => site.close());

  const storeColumnOf = (table: string): string => (table === 'store' ? 'id' : 'store_id');

  /** As the product runs: its role, set to the second store. */
  async function asOther<T>(work: (client: Client) => Promise<T>, storeId = site.world.other.storeId): Promise<T> {
    const { Client: PgClient } = await import('pg');
    const client = new PgClient({ connectionString: site.world.superuserUrl });
    await client.connect();
    try {
      await client.query(`SET ROLE ${RUNTIME_ROLE}`);
      await client.query(`SELECT set_config('app.store_id', $1, false)`, [storeId]);
      return await work(client);
    } finally {
      await client.end();
    }
  }

  test('every table with a store’s rows has row-level security, forced; the runtime role owns nothing', async () => {
    const isolated = tables.filter(({ name, storeColumn }) => storeColumn || name === 'store');
    expect(isolated.length).toBeGreaterThan(20);
    expect(isolated.filter(({ forced }) => !forced).map(({ name }) => name)).toEqual([]);
    // A table without a store is a decision: each stands here.
    const shared = tables.filter(({ name, storeColumn }) => !storeColumn && name !== 'store').map(({ name }) => name);
    expect(shared.filter((name) => name !== 'schema_migration' && name !== 'migrations')).toEqual([
      'call_count',
      'digest_keys',
      'login',
      'login_factor',
      'login_failure',
      'login_passkey',
      'login_recovery_code',
      'overdue_watch',
      'passkey_challenge',
      'password_link',
      'sealing_key',
      'setup_link',
      'upkeep_failure',
    ]);
    expect(tables.filter(({ owner }) => owner === RUNTIME_ROLE)).toEqual([]);
    expect(
      await site.rows(
        `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin FROM pg_roles WHERE rolname = '${RUNTIME_ROLE}'`,
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false }]);
  });

  test('the product logs in as nobody: giving its role back gives it nothing', async () => {
    const { Client: PgClient } = await import('pg');
    const client = new PgClient({ connectionString: site.world.config.databaseUrl });
    await client.connect();
    try {
      await client.query('RESET ROLE');
      const { rows } = await client.query(
        `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
           EXISTS (SELECT 1 FROM pg_class WHERE pg_has_role(current_user, relowner, 'MEMBER') AND relnamespace = 'public'::regnamespace) AS owns
         FROM pg_roles WHERE rolname = current_user`,
      );
      expect(rows).toEqual([
        { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: false },
      ]);
      expect((await client.query('SELECT 1 FROM store')).rows).toEqual([]);
      const { username } = new URL(site.world.superuserUrl);
      await expect(client.query(`SET ROLE "${username}"`)).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('CREATE TABLE public.mine (id text)')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
    expect(await site.world.database.loginIsPrivileged()).toBe(false);
  });

  test('views do not go around it, and definer functions have a fixed search path', async () => {
    const views = await site.rows(
      `SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm')
         AND NOT coalesce(c.reloptions::text LIKE '%security_invoker=true%', false)`,
    );
    expect(views).toEqual([]);
    const loose = await site.rows(
      `SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
         AND NOT coalesce(array_to_string(p.proconfig, ',') LIKE '%search_path=public, pg_temp%', false)`,
    );
    expect(loose).toEqual([]);
  });

  test('the audit trail is append-only for the product', async () => {
    const granted = await site.rows<{ privilege: string }>(
      `SELECT privilege_type AS privilege FROM information_schema.role_table_grants
       WHERE grantee = '${RUNTIME_ROLE}' AND table_name IN ('audit_row', 'audit_entity', 'audit_generation', 'command_outcome') AND privilege_type NOT IN ('SELECT', 'INSERT')`,
    );
    expect(granted).toEqual([]);
  });

  test('set to one store, no row of the other is visible or writable in any table', async () => {
    const first = site.world.storeId;
    let tested = 0;
    for (const { name } of tables.filter(({ storeColumn, name: table }) => storeColumn || table === 'store')) {
      const column = storeColumnOf(name);
      const [row] = await site.rows<{ row: object }>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE ${column} = $1 LIMIT 1`,
        [first],
      );
      const columns = await site.rows<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
        [name],
      );
      const list = columns.map((each) => `"${each.name}"`).join(', ');
      await asOther(async (client) => {
        const tried = async (sql: string, values: unknown[] = []): Promise<string | number> =>
          client.query(sql, values).then(
            ({ rowCount }) => rowCount ?? 0,
            (error: { code: string }) => error.code,
          );
        const ownOnly = [0, '42501'];
        expect([name, await tried(`SELECT 1 FROM "${name}" WHERE ${column} = $1`, [first])]).toEqual([name, 0]);
        expect([
          name,
          await tried(`SELECT 1 FROM "${name}" WHERE ${column} <> $1`, [site.world.other.storeId]),
        ]).toEqual([name, 0]);
        expect(ownOnly).toContain(
          await tried(`UPDATE "${name}" SET ${column} = ${column} WHERE ${column} = $1`, [first]),
        );
        expect(ownOnly).toContain(await tried(`DELETE FROM "${name}" WHERE ${column} = $1`, [first]));
        expect(ownOnly).toContain(
          await tried(`UPDATE "${name}" SET ${column} = $1`, [first]).then((done) => (done === '23503' ? 0 : done)),
        );
        if (!row) return;
        tested += 1;
        const insert = `INSERT INTO "${name}" (${list}) SELECT ${list} FROM jsonb_populate_record(NULL::"${name}", $1)`;
        expect([name, await tried(insert, [JSON.stringify(row.row)])]).toEqual([name, '42501']);
      });
      await asOther(async (client) => {
        const { rows } = await client.query(`SELECT count(*)::int AS n FROM "${name}"`);
        expect([name, rows[0].n]).toEqual([name, 0]);
      }, '');
    }
    expect(tested).toBeGreaterThan(12);
  });

  test('a cursor that was tampered with is refused or harmless', async () => {
    const weight = { target: 'product', key: 'weight', type: 'integer', label: 'Ağırlık' };
    await site.world.done('metafield.definition.create', weight, { as: site.world.owner });
    await Promise.all(
      Array.from({ length: 3 }, async (_, index) => {
        const stated = { title: `Ürün ${index}`, price: index, stock: index };
        const { id } = await site.world.done('catalog.product.create', stated);
        await site.world.done('metafield.set', { ownerId: id, key: 'weight', value: index });
      }),
    );
    await site.world.done('catalog.category.create', { name: 'İkinci' });
    await site.world.done('catalog.collection.create', { title: 'İkinci' });
    const session = await site.login();
    const values = [
      'x',
      '',
      1e308,
      -1,
      1.5,
      9007199254740991,
      null,
      true,
      ['x'],
      { a: 1 },
      '9'.repeat(40),
      '\u0000',
      '\ud800',
      '2026-99-99T00:00:00Z',
      'prd_x',
    ];
    let tampered = 0;
    for (const { http, query: schema, id } of registry.routes) {
      const { properties = {} } = schema as { properties?: Record<string, { enum?: string[] }> };
      if (!('cursor' in properties) || /\{/.test(http) || id === 'catalog.stockMovements.list') continue;
      const path = http.split(' ')[1] as string;
      for (const sort of properties.sort?.enum ?? ['']) {
        const field = sort.endsWith('metafield') ? '&sortField=weight' : '';
        const search = `limit=1${sort ? `&sort=${sort}${field}` : ''}`;
        const page = await site.call('GET', `${path}?${search}`, { session });
        // One sort belongs to the products of a collection.
        if (sort !== 'position') expect([path, sort, page.status]).toEqual([path, sort, 200]);
        if (!page.body.nextCursor) continue;
        const [shape, ...position] = JSON.parse(Buffer.from(page.body.nextCursor, 'base64url').toString());
        for (const [at] of position.entries()) {
          for (const value of values) {
            const cursor = Buffer.from(JSON.stringify([shape, ...position.with(at, value)])).toString('base64url');
            const { status } = await site.call('GET', `${path}?${search}&cursor=${cursor}`, { session });
            expect([path, sort, at, value, status < 500]).toEqual([path, sort, at, value, true]);
            tampered += 1;
          }
        }
      }
    }
    expect(tampered).toBeGreaterThan(30);
  });
});
