import { Client } from 'pg';
import { codeContext } from '../../src/catalog/digital/context';
import { newId } from '../../src/kernel/ids';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { codesIn, pooledProduct } from './code-pool';

describe('catalog.digital.codes.add', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const pooled = () => pooledProduct(world);
  const codesOf = (productId: string) => codesIn(world, productId);
  const add = (productId: string, codes: readonly unknown[]) =>
    world.run('catalog.digital.codes.add', { productId, codes });

  test('fills the pool of a product, each code once, and says why a skipped one was skipped', async () => {
    const productId = await pooled();
    expect((await add(productId, ['AAA-1', ' AAA-1 ', 'AAA-2', 'AAA-3'])).body).toMatchObject({
      result: { productId, added: 3, skipped: 1, duplicates: [{ index: 1, reason: 'repeated' }] },
    });
    expect((await add(productId, ['AAA-3', 'aaa-3', 'AAA-4'])).body).toMatchObject({
      result: { added: 2, skipped: 1, duplicates: [{ index: 0, reason: 'available' }] },
    });
    await world.done('catalog.digital.codes.void', { productId, count: 1 });
    await world.sql(`UPDATE digital_code SET status = 'allocated', line_id = 'oln_1' WHERE id = (
        SELECT min(id) FROM digital_code WHERE product_id = '${productId}' AND status = 'available');
      UPDATE digital_pool SET available = available - 1, allocated = 1 WHERE product_id = '${productId}'`);
    expect((await add(productId, ['AAA-1', 'AAA-2', 'AAA-1', 'AAA-5'])).body).toMatchObject({
      result: {
        added: 1,
        skipped: 3,
        duplicates: [
          { index: 0, reason: 'voided' },
          { index: 1, reason: 'allocated' },
          { index: 2, reason: 'repeated' },
        ],
      },
    });
    expect(await codesOf(productId)).toEqual({ available: 4, allocated: 1, voided: 1 });
  });

  test('the same code may be of two products, and is sealed to each', async () => {
    const [one, two] = [await pooled(), await pooled()];
    for (const productId of [one, two])
      expect((await add(productId, ['ORTAK'])).body).toMatchObject({ result: { added: 1 } });
    const rows = await world.database
      .reader(world.storeId)
      .query<{ id: string; productId: string; sealed: Buffer }>(
        'SELECT id, product_id AS "productId", sealed FROM digital_code WHERE product_id = ANY($1)',
        [[one, two]],
      );
    const { secretBox } = world.platform.services;
    for (const { id, productId, sealed } of rows) {
      expect(secretBox.open(sealed, codeContext(world.storeId, productId, id))).toBe('ORTAK');
      const another = productId === one ? two : one;
      expect(() => secretBox.open(sealed, codeContext(world.storeId, another, id))).toThrow();
    }
    expect(rows).toHaveLength(2);
  });

  test('a list that brings nothing new changes nothing', async () => {
    const productId = await pooled();
    await add(productId, ['A']);
    expect((await add(productId, ['A'])).body).toMatchObject({
      result: { added: 0, skipped: 1, codes: { available: 1 } },
    });
    const { items } = await world.read('audit.list', {
      query: { entity: productId, command: 'catalog.digital.codes.add' },
    });
    expect(items.filter(({ changes }: { changes: unknown[] }) => changes.length > 0)).toHaveLength(1);
  });

  test('needs a pool that was declared, and a product that is sold', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Kitap', price: 1 });
    expect(await said(add(id, ['X']))).toBe('422 not_pooled');
    expect(await said(add(newId('prd'), ['X']))).toBe('404 not_found');
    const productId = await pooled();
    await world.done('catalog.product.archive', { productId });
    expect(await said(add(productId, ['Y']))).toBe('409 invalid_state');
  });

  test('takes up to a thousand codes of up to 500 characters', async () => {
    const productId = await pooled();
    const codes = Array.from({ length: 1000 }, (_, index) => `Ş-${index}`);
    for (const wrong of [[], ['A', 5], [' '], ['a'.repeat(501)], ['a\0b'], [...codes, 'K']])
      expect([wrong.length, await said(add(productId, wrong))]).toEqual([wrong.length, '400 invalid_request']);
    expect((await add(productId, codes)).body).toMatchObject({ result: { added: 1000 } });
    expect((await add(productId, ['ç'.repeat(500)])).body).toMatchObject({ result: { added: 1 } });
  });

  test('a dry run tells nothing of what the pool has had: codes could be tried out', async () => {
    const productId = await pooled();
    await add(productId, ['KNOWN-1']);
    const dry = async (code: string) => {
      const { preview } = (await world.run('catalog.digital.codes.add', { productId, codes: [code] }, { dryRun: true }))
        .body as never as { preview: Record<string, unknown> };
      return { ...preview, hash: null };
    };
    expect(await dry('KNOWN-1')).toEqual(await dry('GUESS-1'));
    expect(await codesOf(productId)).toMatchObject({ available: 1 });
  });

  test('shows the ends of the first codes, and nothing of a short one', async () => {
    const productId = await pooled();
    const codes = Array.from({ length: 22 }, (_, index) => `BAR-7F3K-${index + 10}`);
    await add(productId, ['12345', ...codes]);
    const { items } = await world.read('audit.list', { query: { entity: productId, limit: 1 } });
    const shown = items[0].payload.codes;
    expect([shown.length, shown[0], shown[1], shown.at(-1)]).toEqual([21, '…', 'B…0', '+3']);
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
      payload: { productId, codes: ['G…1', 'G…2'] },
      changes: [{ before: { codes: { available: 0 } }, after: { codes: { available: 2 } } }],
    });
  });
});
