import { newId } from '../../src/kernel/ids';
import { rows } from '../undo/undo';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { codesIn, pooledProduct } from './code-pool';

describe('catalog.digital.codes.void', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const pooled = () => pooledProduct(world);
  const codesOf = (productId: string) => codesIn(world, productId);
  const add = (productId: string, codes: readonly string[]) =>
    world.done('catalog.digital.codes.add', { productId, codes });
  const voided = (productId: string, count: number, more: object = {}) =>
    world.run('catalog.digital.codes.void', { productId, count, ...more });
  const statesOf = async (productId: string) =>
    (
      await world.database
        .reader(world.storeId)
        .query<{ status: string }>('SELECT status FROM digital_code WHERE product_id = $1 ORDER BY id', [productId])
    ).map(({ status }) => status);

  test('takes the oldest unused codes out, never what a buyer has, and deletes nothing', async () => {
    const productId = await pooled();
    await add(productId, ['A', 'B']);
    await add(productId, ['C', 'D']);
    await world.sql(`UPDATE digital_code SET status = 'allocated', line_id = 'oln_1' WHERE id = (SELECT min(id) FROM digital_code WHERE product_id = '${productId}');
      UPDATE digital_pool SET available = available - 1, allocated = 1 WHERE product_id = '${productId}'`);
    expect((await voided(productId, 2, { reason: 'Sızan liste' })).body).toMatchObject({
      result: { productId, voided: 2, codes: { available: 1, allocated: 1, voided: 2 } },
    });
    expect(await statesOf(productId)).toEqual(['allocated', 'voided', 'voided', 'available']);
    expect(await lastOf(world, productId)).toMatchObject({
      command: 'catalog.digital.codes.void',
      payload: { productId, count: 2, reason: 'Sızan liste' },
      changes: [{ before: { codes: { available: 3 } }, after: { codes: { available: 1, voided: 2 } } }],
      inverse: null,
    });
  });

  test('a pool that holds fewer is emptied; an empty one stays as it is', async () => {
    const productId = await pooled();
    await add(productId, ['A', 'B', 'C']);
    expect((await voided(productId, 10_000)).body).toMatchObject({ result: { voided: 3 } });
    expect((await voided(productId, 1)).body).toMatchObject({ result: { voided: 0 } });
    const [last] = await rows(world, { command: 'catalog.digital.codes.void', limit: 1 });
    expect(last).toMatchObject({ payload: { productId, count: 1 }, changes: [], inverse: null });
    expect(await codesOf(productId)).toEqual({ available: 0, allocated: 0, voided: 3 });
  });

  test('works on an archived product too: its leaked codes must go', async () => {
    const productId = await pooled();
    await add(productId, ['X']);
    await world.done('catalog.product.archive', { productId });
    expect((await voided(productId, 1)).body).toMatchObject({ result: { voided: 1 } });
  });

  test('works when the product delivers something else by now, and its codes are still seen', async () => {
    const productId = await pooled();
    await add(productId, ['X', 'Y']);
    const nothing = { productId, digital: { kind: 'none' } };
    const { preview } = (await world.run('catalog.product.setDigital', nothing, { dryRun: true })).body as never as {
      preview: { changes: { field: string; after: { codes: unknown } }[] };
    };
    const codes = { available: 2, allocated: 0, voided: 0 };
    expect(preview.changes.find(({ field }) => field === 'digital')?.after.codes).toEqual(codes);
    await world.done('catalog.product.setDigital', nothing);
    await world.done('catalog.product.archive', { productId });
    expect(await codesOf(productId)).toEqual(codes);
    expect((await voided(productId, 5)).body).toMatchObject({ result: { voided: 2 } });
    expect(await codesOf(productId)).toEqual({ available: 0, allocated: 0, voided: 2 });
  });

  test('is refused without a pool, and for none or too many', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Kitap', price: 1 });
    expect(await said(voided(id, 1))).toBe('422 not_pooled');
    expect(await said(voided(newId('prd'), 1))).toBe('404 not_found');
    for (const count of [0, -1, 1.5, 10_001])
      expect([count, await said(voided(id, count))]).toEqual([count, '400 invalid_request']);
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
});
