import { Client } from 'pg';
import { metafieldPurge } from '../../src/metafield/purge/contract';
import { purgeNext } from '../../src/metafield/purge/moves';
import type { RunningWorker } from '../../src/worker';
import { abandonWork } from '../../src/works';
import { rows as auditRows } from '../undo/undo';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { slowTest } from '../world/slow-test';
import { said } from '../world/story';
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

  test('shows how far it is, and once it was given up goes on when the field is deleted again', async () => {
    const { definitionId } = await filledIn();
    const removals = async (query: object = {}) =>
      (await world.read('metafields.definitions.list', { as: world.owner, query: query as never })).removals;
    expect(await removals()).toEqual([]);
    await remove(definitionId);
    const begun = { id: definitionId, target: 'product', key: 'care', label: 'Alan', total: 20 };
    expect(await removals()).toMatchObject([{ ...begun, done: 0, givenUp: false }]);
    expect(await removals({ target: 'product' })).toHaveLength(1);
    expect(await removals({ target: 'store' })).toEqual([]);
    // What is on its way is no field any more.
    expect(await said(remove(definitionId))).toBe('404 not_found');

    const input = { storeId: world.storeId, definitionId };
    expect(await purgeNext(world.platform.bus, input)).toEqual({ taken: 17, done: 17, total: 20 });
    const at = { storeId: world.storeId, workflowId: metafieldPurge.workflowId(definitionId) };
    const why = { code: 'not_finished', reason: 'Its workflow ended.' } as const;
    for (const _ of [1, 2]) await abandonWork(world.platform, at, why);
    expect(await removals()).toMatchObject([{ ...begun, done: 17, givenUp: true }]);
    const again = { definitionId, expectedRev: 1 };
    const repeat = (payload: object, more: object = {}) =>
      world.run('metafield.definition.delete', payload, { as: world.owner, ...more });
    expect(await said(repeat({ ...again, expectedRev: 2 }))).toBe('409 rev_conflict');
    expect(await said(repeat(again, { as: world.other.owner }))).toBe('404 not_found');
    expect((await repeat(again, { dryRun: true })).body).toMatchObject({ preview: { result: { values: 3 } } });
    expect(await removals()).toMatchObject([{ givenUp: true }]);
    expect((await repeat(again)).body).toMatchObject({ result: { id: definitionId, key: 'care', values: 3 } });
    expect(await removals()).toMatchObject([{ ...begun, done: 17, givenUp: false }]);
    const worker = await startTestWorker(world);
    try {
      await eventually(async () => (await open()) === 0);
      expect(await left(definitionId)).toBe(0);
      expect(await removals()).toEqual([]);
      expect(await said(repeat(again))).toBe('404 not_found');
    } finally {
      await worker.stop();
    }
  });

  slowTest(
    'a worker that is killed in the middle leaves the rest to the next one, and none is taken away twice',
    async () => {
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
    },
  );
});
