import { PAGE_BYTES_MAX } from '../../src/audit/store';
import { Connection, isPrepared } from '../../src/kernel/database/connection';
import { leastId, newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { sample } from '../contract/sample';
import { envelope, openSite, type Site } from '../surfaces/site';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Row = any;

const KEPT_BYTES_MAX = 4096;

describe('audit.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await site.world.done('extension.install', { extension: 'trendyol' }, { as: site.world.owner });
  });
  afterAll(() => site.close());

  const page = (query: Record<string, unknown>) => site.world.read('audit.list', { query });
  const rowsOf = async (entity: string): Promise<Row[]> => (await page({ entity, limit: 100 })).items;
  const product = () => site.world.done('catalog.product.create', { title: 'Çay', price: 1_000 });
  const run = (token: string, command: string, payload: unknown) =>
    site.call('POST', '/v1/commands', { token, body: envelope(site.world.storeId, command, payload) });

  describe('by entity', () => {
    test('finds everything that a mutation touched, not only the first', async () => {
      const products = [await product(), await product(), await product()];
      const items = products.map(({ id }) => ({ productId: id }));
      const { listings } = await site.world.done('channel.listing.set', { extension: 'trendyol', items });
      for (const { id } of listings) expect(await rowsOf(id)).toMatchObject([{ command: 'channel.listing.set' }]);
      expect((await rowsOf(products[2].id)).map(({ command }) => command)).toEqual([
        'channel.listing.set',
        'catalog.product.create',
      ]);
    });

    test('finds what changed a part of it, tied it to something, or was proposed for it', async () => {
      const { owner } = site.world;
      const category = await site.world.done('catalog.category.create', { name: 'İçecek' });
      const { id, variants } = await site.world.done('catalog.product.create', {
        title: 'Çay',
        price: 1_000,
        categoryId: category.id,
        variants: [{ title: 'S', stock: 1 }],
      });
      const targetId = variants[0].id;
      await site.world.done('catalog.price.set', { targetId, price: 900 });
      await site.world.done('catalog.stock.adjust', { targetId, delta: 1 });
      await site.world.done('channel.listing.set', {
        extension: 'trendyol',
        items: [{ productId: id, variantId: targetId }],
      });
      const collection = await site.world.done('catalog.collection.create', { title: 'Sofra' });
      for (const productIds of [[id], []])
        await site.world.done('catalog.collection.setProducts', { collectionId: collection.id, productIds });
      const agent = await site.mint('agent');
      const { body } = await run(agent.token, 'catalog.stock.set', { targetId, stock: 7 });
      await site.world.done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'x' }, { as: owner });

      expect((await rowsOf(id)).map(({ command, outcome }) => [command, outcome])).toEqual([
        ['catalog.stock.set', 'proposed'],
        ['catalog.collection.setProducts', 'done'],
        ['catalog.collection.setProducts', 'done'],
        ['channel.listing.set', 'done'],
        ['catalog.stock.adjust', 'done'],
        ['catalog.price.set', 'done'],
        ['catalog.product.create', 'done'],
      ]);
      expect(await rowsOf(body.itemId)).toMatchObject([{ command: 'catalog.stock.set', outcome: 'proposed' }]);
      expect((await rowsOf(category.id)).map(({ command }) => command)).toEqual([
        'catalog.product.create',
        'catalog.category.create',
      ]);
      const ofExtension = (await rowsOf('trendyol')).map(({ command }) => command);
      expect(ofExtension.slice(0, 2)).toEqual(['secret.set', 'channel.listing.set']);
    });

    test('says of what an agent asked for what it would change, from and to, and names it', async () => {
      const { id } = await product();
      const price = 1_000;
      const agent = await site.mint('agent');
      const { body } = await run(agent.token, 'catalog.price.set', { targetId: id, price: price + 1_000 });
      const listed = await page({ entity: body.itemId });
      expect(listed.items).toMatchObject([
        {
          outcome: 'proposed',
          proposed: {
            proposalId: body.proposalId,
            itemId: body.itemId,
            changes: [{ entity: 'product', id, field: 'price', before: price, after: price + 1_000, unit: 'kuruş' }],
          },
        },
      ]);
      expect(listed.references[id]).toEqual(expect.any(String));
      const long = 'a'.repeat(40_000);
      const heavy = await run(agent.token, 'catalog.product.update', { productId: id, description: long });
      expect(await rowsOf(heavy.body.itemId)).toMatchObject([
        { proposed: { itemId: heavy.body.itemId, changes: null } },
      ]);
      expect((await rowsOf(id)).filter(({ outcome }: Row) => outcome === 'done')).toMatchObject([{ proposed: null }]);
    });

    test('finds a call that found everything as it should be, by every id that it named', async () => {
      const [one, other] = [await product(), await product()];
      const collection = await site.world.done('catalog.collection.create', { title: 'Raf' });
      const fill = { collectionId: collection.id, productIds: [one.id, other.id] };
      const stock = { targetId: other.id, stock: null };
      const calls: [string, object][] = [
        ['catalog.collection.setProducts', fill],
        ['catalog.stock.set', stock],
      ];
      await site.world.done('catalog.collection.setProducts', fill);
      for (const [command, payload] of calls) await site.world.done(command, payload);
      const agent = await site.mint('agent');
      for (const [command, payload] of calls) expect((await run(agent.token, command, payload)).status).toBe(202);
      const unchanged = async (id: string) =>
        (await rowsOf(id))
          .filter(({ changes }: Row) => changes.every((change: Row) => change.entity === 'proposal'))
          .map(({ command, outcome }) => [command, outcome]);
      const filled = ['proposed', 'done'].map((outcome) => ['catalog.collection.setProducts', outcome]);
      const stocked = ['proposed', 'done'].map((outcome) => ['catalog.stock.set', outcome]);
      expect(await unchanged(one.id)).toEqual(filled);
      expect(await unchanged(collection.id)).toEqual(filled);
      expect(await unchanged(other.id)).toEqual([stocked[0], filled[0], stocked[1], filled[1]]);
    });

    test('finds a refused call by every id that it named, wherever it stood', async () => {
      const { token } = await site.mint('developer', ['catalog:read']);
      const [collectionId, ...productIds] = [`col_${newUlid()}`, `prd_${newUlid()}`, `prd_${newUlid()}`];
      await run(token, 'catalog.collection.setProducts', { collectionId, productIds });
      for (const id of [collectionId, ...productIds])
        expect(await rowsOf(id as string)).toMatchObject([{ outcome: 'refused', code: 'forbidden_scope' }]);
    });

    test('pages through the rows of one entity together with the other filters', async () => {
      const { id } = await product();
      for (let stock = 1; stock <= 5; stock += 1) await site.world.done('catalog.stock.set', { targetId: id, stock });
      const query = { entity: id, command: 'catalog.stock.set', outcome: 'done', limit: 2 };
      const found: Row[] = [];
      for (let cursor: string | undefined; ; ) {
        const { items, nextCursor } = await page({ ...query, ...(cursor ? { cursor } : {}) });
        found.push(...items);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      expect(found.map(({ changes }) => changes[0].after.stock)).toEqual([5, 4, 3, 2, 1]);
    });
  });

  test('finds one row by its id', async () => {
    const { id } = await product();
    const [row] = await rowsOf(id);
    expect((await page({ id: row.id })).items).toEqual([row]);
    expect((await page({ id: row.id, command: 'catalog.price.set' })).items).toEqual([]);
  });

  describe('of refused calls', () => {
    const kept = async (command: string) =>
      (await page({ command, outcome: 'refused', limit: 1 })).items[0] as { payload: Row; entityId: string };
    const long = 'z'.repeat(900_000);

    test('keeps an excerpt of what was never read: size, digest and ids, and no text', async () => {
      const { token } = await site.mint('developer', ['catalog:read']);
      const productId = `prd_${newUlid()}`;
      expect((await run(token, 'catalog.product.update', { productId, description: long })).status).toBe(403);
      const { payload, entityId } = await kept('catalog.product.update');
      expect(entityId).toBe(productId);
      expect(payload).toEqual({
        unread: true,
        bytes: expect.any(Number),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        ids: [productId],
      });
      expect(payload.bytes).toBeGreaterThan(900_000);
    });

    test('keeps no secret that stands where none belongs', async () => {
      const { token } = await site.mint('developer', ['catalog:read']);
      const pasted = `zqx-${newUlid()}`;
      for (const command of registry.commands.filter(({ redact }) => redact)) {
        const payload = {
          extension: pasted,
          key: pasted,
          value: { deep: pasted },
          [pasted]: pasted,
          productId: pasted,
        };
        expect((await run(token, command.id, payload)).status).toBe(403);
      }
      const found = await site.rows('SELECT 1 FROM audit_row r WHERE r::text LIKE $1', [`%${pasted}%`]);
      expect(found).toEqual([]);
    });

    test('keeps an excerpt of a large payload that a handler refused', async () => {
      const productId = `prd_${newUlid()}`;
      const description = 'ş'.repeat(20_000);
      const { status } = await site.world.run('catalog.product.update', { productId, title: 'Çay', description });
      expect(status).toBe(404);
      const { payload } = await kept('catalog.product.update');
      expect(payload).toMatchObject({ excerpt: true, ids: [productId], fields: { productId, title: 'Çay' } });
      expect(payload.fields.description).toBeUndefined();
      expect(JSON.stringify(payload).length).toBeLessThan(KEPT_BYTES_MAX);
    });

    test('keeps a small one whole', async () => {
      const refused = { productId: `prd_${newUlid()}`, title: 'Çay' };
      await site.world.run('catalog.product.update', refused);
      expect((await kept('catalog.product.update')).payload).toEqual(refused);
    });
  });

  test('a page is bounded in bytes, and nothing is lost between pages', async () => {
    const { id } = await product();
    const description = 'a'.repeat(40_000);
    const ROWS = 24;
    for (let index = 0; index < ROWS; index += 1)
      await site.world.done('catalog.product.update', { productId: id, description: `${index}${description}` });
    const lengths: number[] = [];
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await page({ entity: id, limit: 100, ...(cursor ? { cursor } : {}) });
      lengths.push(JSON.stringify(items).length);
      found.push(...items.map((row: Row) => row.id));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(new Set(found).size).toBe(ROWS + 1);
    expect(lengths.length).toBeGreaterThan(1);
    // The row that crosses the bound is the last of its page.
    expect(Math.max(...lengths)).toBeLessThan(PAGE_BYTES_MAX * 1.5);
  });
});

describe('rows of a time', () => {
  let site: Site;
  const ROWS = 4_000;
  const HOUR_MS = 3_600_000;
  const start = Date.parse('2026-01-01T00:00:00Z');
  beforeAll(async () => {
    site = await openSite();
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const ms = start + index * HOUR_MS;
      // Minted a second after its transaction began.
      return { id: `${leastId('aud', ms + 1_000)}${newUlid().slice(10)}`, at: new Date(ms).toISOString() };
    });
    const values = [site.world.storeId, JSON.stringify(rows)];
    await site.rows(
      `INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, outcome, payload, changes)
       SELECT $1, id, at, 'owner', 'own', 'x.y', 'done', '{}', '[]' FROM json_to_recordset($2::json) AS row(id text, at timestamptz)`,
      values,
    );
    await site.rows(
      `INSERT INTO audit_entity (store_id, entity_id, audit_id)
       SELECT $1, 'prd_x', id FROM json_to_recordset($2::json) AS row(id text)`,
      values,
    );
    await site.rows('ANALYZE audit_row, audit_entity');
  });
  afterAll(() => site.close());

  test.each([{}, { actor: 'own' }, { command: 'x.y' }, { entity: 'prd_x' }])(
    'are found without reading those of other times: %p',
    async (filter) => {
      const [from, until] = [2_000, 2_005].map((hour) => new Date(start + hour * HOUR_MS).toISOString());
      const asked: Row[] = [];
      const { query } = Connection.prototype;
      const spy = jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...args) {
        const [text, values] = args;
        if (text.includes('audit_row a')) asked.push({ text, values });
        return query.apply(this, args) as never;
      });
      const { items, nextCursor } = await site.world
        .read('audit.list', { query: { ...filter, from, until } })
        .finally(() => spy.mockRestore());
      expect(items.map(({ at }: Row) => Date.parse(at))).toEqual(
        [4, 3, 2, 1, 0].map((hour) => start + (2_000 + hour) * HOUR_MS),
      );
      expect(nextCursor).toBeNull();
      const [{ text, values }] = asked;
      const [plan] = await site.rows<Row>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      expect(rowsRead(plan['QUERY PLAN'][0].Plan)).toBeLessThan(100);
    },
  );

  /** Rows that the scans of a plan touched, those that a filter left out included. */
  const rowsRead = (node: Row): number =>
    (node['Relation Name'] ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum: number, child: Row) => sum + rowsRead(child), 0);
});

describe('statements are prepared by their text', () => {
  let site: Site;
  const texts = new Set<string>();
  const { query } = Connection.prototype;
  beforeAll(async () => {
    site = await openSite();
    jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...args) {
      if (isPrepared(args[0])) texts.add(args[0]);
      return query.apply(this, args) as never;
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await site.close();
  });
  beforeEach(() => texts.clear());

  const lists = registry.routes.filter(
    ({ query: schema, http }) =>
      'limit' in ((schema as Row).properties ?? {}) && !http.includes('/channel/{ext}/remote'),
  );

  test.each(lists.map((route) => [route.id, route] as const))('%s has few, whatever its limit', async (id, route) => {
    const params = { ...(sample(route.params) as Record<string, string>) };
    if ('ext' in params) params.ext = 'trendyol';
    const first = sample(route.query) as object;
    for (let limit = 1; limit <= 100; limit += 3)
      await site.world.read(id, { params, query: { ...first, limit } }).catch(() => undefined);
    expect(texts.size).toBeGreaterThan(0);
    expect(texts.size).toBeLessThanOrEqual(8);
  });

  test('audit.list has six, whatever it is asked', async () => {
    const filters = {
      id: `aud_${newUlid()}`,
      proposal: `prp_${newUlid()}`,
      entity: 'x',
      actor: 'x',
      command: 'x',
      outcome: 'done',
      from: '2026-01-01T00:00:00Z',
      until: '2026-01-01T00:00:00Z',
    };
    const names = Object.keys(filters) as (keyof typeof filters)[];
    for (let chosen = 0; chosen < 2 ** names.length; chosen += 1) {
      const some = names.filter((_, index) => chosen & (1 << index)).map((name) => [name, filters[name]]);
      await site.world.read('audit.list', { query: Object.fromEntries(some) });
    }
    expect([...texts].filter((text) => text.includes('audit_row')).length).toBe(6);
  });
});
