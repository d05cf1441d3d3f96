import { Client } from 'pg';
import { metafieldPurge } from '../../src/metafield/purge/contract';
import type { RunningWorker } from '../../src/worker';
import { rows as auditRows } from '../undo/undo';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

const PURGE = 'metafield.definition.purge';

describe(PURGE, () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  /** Twenty products with 60 KB in one field: more than one batch tells of. And a short text in another. */
  async function filledIn() {
    const define = (key: string) =>
      world.done('metafield.definition.create', { target: 'product', key, type: 'multiline', label: 'Alan' });
    const [{ id: definitionId }, { id: kept }] = [await define('care'), await define('kept')];
    const products = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const product = await world.done('catalog.product.create', { title: `Gömlek ${nth}`, price: 100 });
      products.push(product);
      await world.done('metafield.set', { ownerId: product.id, definitionId, value: 'a'.repeat(60_000) });
    }
    await world.done('metafield.set', { ownerId: products[0].id, definitionId: kept, value: 'Kalır' });
    return { definitionId, products };
  }

  const ask = <Row>(text: string, ...values: unknown[]) =>
    world.database.reader(world.storeId).query<Row>(text, [world.storeId, ...values]);
  const left = async (definitionId: string) =>
    (await ask('SELECT FROM metafield_values WHERE store_id = $1 AND content ? $2', definitionId)).length;
  const open = async () => (await ask('SELECT FROM metafield_purge WHERE store_id = $1')).length;
  const remove = (definitionId: string, more: object = {}) =>
    world.run('metafield.definition.delete', { definitionId }, { as: world.owner, ...more });

  test('takes away batch by batch what a deleted field leaves behind, from the storefront too', async () => {
    const { definitionId, products } = await filledIn();
    const trial = await remove(definitionId, { dryRun: true });
    expect(trial.body).toMatchObject({ preview: { result: { values: 20 } } });
    expect(await open()).toBe(0);
    const worker = await startTestWorker(world);
    try {
      expect((await remove(definitionId)).body).toMatchObject({ result: { values: 20 } });
      expect((await world.read('catalog.products.get', { params: { prd: products[1].id } })).metafields).toEqual([]);
      await eventually(async () => (await open()) === 0);
      expect(await left(definitionId)).toBe(0);
      const shown = await ask<{ metafields: object }>(
        `SELECT value -> 'metafields' AS metafields FROM storefront_kv WHERE store_id = $1 AND key ^@ 'product:' ORDER BY value ->> 'id'`,
      );
      expect(shown.map(({ metafields }) => metafields)).toEqual([{ kept: 'Kalır' }, ...Array(19).fill({})]);
      const batches = await auditRows(world, { command: PURGE });
      expect(batches.map(({ changes }) => (changes as unknown[]).length).toSorted()).toEqual([0, 17, 3].toSorted());
    } finally {
      await worker.stop();
    }
  });

  test('a worker that is killed in the middle leaves the rest to the next one, and none is taken away twice', async () => {
    const { definitionId, products } = await filledIn();
    const doomed = startCompiledWorker(world);
    const held = new Client({ connectionString: world.superuserUrl });
    await held.connect();
    let heir: RunningWorker | undefined;
    try {
      // The second batch waits for it.
      await held.query('BEGIN');
      await held.query('SELECT 1 FROM metafield_values WHERE owner_id = $1 FOR UPDATE', [products[19].id]);
      await remove(definitionId);
      await untilWaiting(world);
      expect(await left(definitionId)).toBe(3);
      await doomed.kill();
      await held.query('ROLLBACK');
      heir = await startTestWorker(world);
      await eventually(async () => (await open()) === 0);
      expect(await left(definitionId)).toBe(0);
      expect(await silencesOf(world, metafieldPurge.workflowId(definitionId))).toBeGreaterThan(0);
    } finally {
      await doomed.kill();
      await held.end();
      await heir?.stop();
    }
  });
});
