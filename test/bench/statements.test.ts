import { cursorsOf } from '../../src/kernel/call/cursor';
import { newId } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';
import type { Statement } from './bare/main';
import { readStatements } from './stores';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Statements are cut to what the baseline reads: that must be SQL still. */
const runs = ({ text, values }: Statement): Promise<unknown[]> =>
  world.database.reader(world.storeId).query(text, [...values]);

test('the statements of the baseline are those that the product sends', async () => {
  const storeId = newId('sto');
  expect(await readStatements.list(storeId)).toMatchObject({ text: expect.stringContaining('catalog_product') });
  const cursor = cursorsOf('catalog.products.list', {
    query: { sort: '-createdAt', status: 'active' },
  }).at([new Date().toISOString(), newId('prd')]);
  expect(await readStatements.deep(storeId, cursor)).toMatchObject({ values: expect.arrayContaining([storeId]) });
  expect(await readStatements.get(storeId)).toMatchObject({ text: expect.stringContaining('catalog_product') });
  for (const statement of [
    await readStatements.list(storeId),
    await readStatements.deep(storeId, cursor),
    await readStatements.get(storeId),
  ])
    expect(await runs(statement)).toEqual([]);
});
