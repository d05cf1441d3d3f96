import { Client } from 'pg';
import { codeContext } from '../../src/catalog/catalog.digital.codes.add';
import { createWorld, type World } from '../world/world';

describe('digital codes', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const pooled = async (): Promise<string> => {
    const { id } = await world.done('catalog.product.create', { title: 'Oyun Kodu', price: 1 });
    await world.done('catalog.product.setDigital', {
      productId: id,
      requiresShipping: false,
      digital: { kind: 'code_pool' },
    });
    return id;
  };
  const codesOf = async (productId: string) =>
    (await world.read('catalog.products.get', { params: { prd: productId } })).digital.codes;
  const statusOf = async (command: string, payload: object) => {
    const { status, body } = await world.run(command, payload);
    return `${status} ${(body as { code?: string }).code}`;
  };

  test('are added once each, counted, and voided oldest first', async () => {
    const productId = await pooled();
    expect(
      await world.done('catalog.digital.codes.add', { productId, codes: ['AAA-1', ' AAA-1 ', 'AAA-2', 'AAA-3'] }),
    ).toMatchObject({ added: 3, skipped: 1, duplicates: [{ index: 1, reason: 'repeated' }] });
    expect(await world.done('catalog.digital.codes.add', { productId, codes: ['AAA-3', 'AAA-4'] })).toMatchObject({
      added: 1,
      skipped: 1,
      duplicates: [{ index: 0, reason: 'available' }],
    });
    expect(await codesOf(productId)).toEqual({ available: 4, allocated: 0, voided: 0 });
    await world.sql(`UPDATE digital_code SET status = 'allocated' WHERE id = (SELECT min(id) FROM digital_code WHERE product_id = '${productId}');
      UPDATE digital_pool SET available = available - 1, allocated = 1 WHERE product_id = '${productId}'`);
    expect(await world.done('catalog.digital.codes.void', { productId, count: 2, reason: 'iade' })).toMatchObject({
      voided: 2,
    });
    const rows = await world.database
      .reader(world.storeId)
      .query<{ id: string; status: string; sealed: Buffer }>(
        'SELECT id, status, sealed FROM digital_code WHERE store_id = $1 AND product_id = $2 ORDER BY id',
        [world.storeId, productId],
      );
    expect(rows.map(({ status }) => status)).toEqual(['allocated', 'voided', 'voided', 'available']);
    const opened = rows.map(({ id, sealed }) =>
      world.platform.services.secretBox.open(sealed, codeContext(world.storeId, productId, id)),
    );
    expect(opened).toEqual(['AAA-1', 'AAA-2', 'AAA-3', 'AAA-4']);
    expect(await world.done('catalog.digital.codes.void', { productId, count: 10_000 })).toMatchObject({ voided: 1 });
    expect(await codesOf(productId)).toEqual({ available: 0, allocated: 1, voided: 3 });
    const again = ['AAA-2', 'AAA-1', 'AAA-2', 'AAA-5'];
    expect(await world.done('catalog.digital.codes.add', { productId, codes: again })).toMatchObject({
      added: 1,
      skipped: 3,
      duplicates: [
        { index: 0, reason: 'voided' },
        { index: 1, reason: 'allocated' },
        { index: 2, reason: 'repeated' },
      ],
    });
  });

  test('need a declared pool and an active product', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Kitap', price: 1 });
    expect(await statusOf('catalog.digital.codes.add', { productId: id, codes: ['X'] })).toBe('422 not_pooled');
    expect(await statusOf('catalog.digital.codes.void', { productId: id, count: 1 })).toBe('422 not_pooled');
    const productId = await pooled();
    await world.done('catalog.digital.codes.add', { productId, codes: ['X'] });
    await world.done('catalog.product.archive', { productId });
    expect(await statusOf('catalog.digital.codes.add', { productId, codes: ['Y'] })).toBe('409 invalid_state');
    expect(await world.done('catalog.digital.codes.void', { productId, count: 1 })).toMatchObject({ voided: 1 });
  });

  test('racing adds and voids keep the counts true', async () => {
    const productId = await pooled();
    const codes = Array.from({ length: 30 }, (_, index) => `R-${index}`);
    await Promise.all([
      ...Array.from({ length: 8 }, () => world.done('catalog.digital.codes.add', { productId, codes })),
      ...Array.from({ length: 4 }, () => world.done('catalog.digital.codes.void', { productId, count: 3 })),
    ]);
    const rows = await world.database
      .reader(world.storeId)
      .query<{ status: string; n: number }>(
        'SELECT status, count(*) AS n FROM digital_code WHERE store_id = $1 AND product_id = $2 GROUP BY 1',
        [world.storeId, productId],
      );
    const counted = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    expect(await codesOf(productId)).toEqual({
      available: counted.available ?? 0,
      allocated: 0,
      voided: counted.voided ?? 0,
    });
    expect((counted.available ?? 0) + (counted.voided ?? 0)).toBe(30);
  });

  test('leave no plaintext anywhere: not in tables, audit, outcomes, previews or answers', async () => {
    const productId = await pooled();
    const secret = 'GIZLIKOD';
    const payload = { productId, codes: [`${secret}-1`, `${secret}-2`] };
    const dry = await world.run('catalog.digital.codes.add', payload, { dryRun: true });
    const done = await world.run('catalog.digital.codes.add', payload);
    const refused = await world.run('catalog.digital.codes.add', {
      ...payload,
      productId: productId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    });
    await expect(
      world.run('catalog.digital.codes.add', { ...payload, codes: [`${secret}-3`, 5] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    // Refused or recorded as a proposal: either way the codes are nowhere to be read.
    await world.run('catalog.digital.codes.add', payload, { as: world.agent }).catch(() => undefined);
    await expect(
      world.run('catalog.digital.codes.add', { codes: secret }, { as: { ...world.developer, scopes: new Set() } }),
    ).rejects.toMatchObject({ code: 'forbidden_scope' });
    expect(refused.status).toBe(404);
    for (const reply of [dry, done, refused]) expect(JSON.stringify(reply)).not.toContain(secret);
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      );
      expect(tables.length).toBeGreaterThan(15);
      for (const { name } of tables) {
        const hex = Buffer.from(secret).toString('hex');
        const { rows } = await client.query(`SELECT 1 FROM "${name}" AS t WHERE t::text LIKE $1 OR t::text LIKE $2`, [
          `%${secret}%`,
          `%${hex}%`,
        ]);
        expect([name, rows.length]).toEqual([name, 0]);
      }
    } finally {
      await client.end();
    }
    const audit = await world.read('audit.list', {
      query: { entity: productId, command: 'catalog.digital.codes.add' },
    });
    expect(audit.items[0]).toMatchObject({
      payload: { productId, codes: 2 },
      changes: [{ before: { codes: { available: 0 } }, after: { codes: { available: 2 } } }],
    });
  });
});
