import path from 'node:path';
import { Client } from 'pg';
import { seedDemo } from '../../src/demo/seed';
import { environmentOfKeys } from '../../src/keys/source';
import { createWorld, type World } from '../world/world';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await createWorld();
  // Row-level security would show no store's effects to the product's own login.
  client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await world?.close();
});

test('the seeding of a demo publishes a design, and leaves its letters, pictures and parcels to the worker, which knows where Temporal is', async () => {
  await seedDemo({
    databaseUrl: world.config.databaseUrl,
    keys: environmentOfKeys(world.config),
    dataFolder: path.join(world.config.dataFolder, 'demo'),
  });
  const { rows } = await client.query<{ attempts: number; done: boolean }>(
    'SELECT attempts, done_at IS NOT NULL AS done FROM outbox',
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ attempts, done }) => attempts > 0 || done)).toEqual([]);
  // Shoppers see a shop at once, in both stores, in a version of the theme from which there is an upgrade.
  const designs = await client.query(
    'SELECT v.seq, v.theme, v.theme_version FROM design_live l JOIN design_version v ON (v.store_id, v.seq) = (l.store_id, l.rev)',
  );
  expect(designs.rows).toEqual(Array(2).fill({ seq: 1, theme: 'sade', theme_version: '1.0.0' }));
  // The first store is one to look at: everything that it sells is told and shown. The other one shows nothing of it.
  const shelves = await client.query(
    `SELECT count(*)::int AS products, count(*) FILTER (WHERE description IS NULL OR cardinality(media_ids) = 0)::int AS bare
     FROM catalog_product GROUP BY store_id ORDER BY 1 DESC`,
  );
  expect(shelves.rows).toEqual([
    { products: 31, bare: 0 },
    { products: 5, bare: 5 },
  ]);
});
