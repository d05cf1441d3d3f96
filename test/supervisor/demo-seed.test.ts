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

test('the seeding of a demo leaves its letters, pictures and parcels to the worker, which knows where Temporal is', async () => {
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
});
