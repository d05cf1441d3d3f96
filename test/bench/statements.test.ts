import { cursorsOf } from '../../src/kernel/call/cursor';
import { newId } from '../../src/kernel/ids';
import { readStatements } from './stores';

test('the statements of the baseline are those that the product sends', async () => {
  const storeId = newId('sto');
  expect(await readStatements.list(storeId)).toMatchObject({ text: expect.stringContaining('catalog_product') });
  const cursor = cursorsOf('catalog.products.list', {
    query: { sort: '-createdAt', status: 'active' },
  }).at([new Date().toISOString(), newId('prd')]);
  expect(await readStatements.deep(storeId, cursor)).toMatchObject({ values: expect.arrayContaining([storeId]) });
  expect(await readStatements.get(storeId)).toMatchObject({ text: expect.stringContaining('catalog_product') });
});
