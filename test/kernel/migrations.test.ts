import { Client } from 'pg';
import { baselineName, isBeforeBaseline, migrations } from '../../migrations';
import { unforced } from '../../migrations/isolation';
import { type OwnedDatabase, openOwnedDatabase } from '../world/owned';

/** Steps that led to the baseline, as a database recorded them that went all of them, or stopped at one. */
const STEPS = ['Kernel1763700000000', 'Catalog1763700100000', 'SandboxHosts1763877310540', 'LateRequests1763877310550'];
const recording = (names: readonly string[]): string =>
  names
    .map((name) => `INSERT INTO schema_migration (timestamp, name) VALUES (${name.slice(-13)}, '${name}');`)
    .join('');

describe('a database', () => {
  let database: OwnedDatabase;
  beforeEach(async () => {
    database = await openOwnedDatabase();
  });
  afterEach(() => database.close());

  const rows = async (sql: string): Promise<unknown[]> =>
    (await database.superuser.query({ text: sql, rowMode: 'array' })).rows;
  const recorded = () => rows('SELECT name FROM schema_migration ORDER BY timestamp');
  const tables = () =>
    rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`);

  const open = () =>
    rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname <> 'schema_migration' AND NOT (relrowsecurity AND relforcerowsecurity)`);

  test('that is new records the name of each migration, the baseline first', async () => {
    await database.migrate();
    expect(await recorded()).toEqual(migrations.map(({ name }) => [name]));
    expect(migrations[0]?.name).toBe(baselineName);
    // Twice is as once.
    await database.migrate();
    expect(await recorded()).toHaveLength(migrations.length);
  });

  test('that has gone all steps before the release has nothing left to do', async () => {
    await database.migrate();
    await database.superuser.query(recording(STEPS));
    await database.superuser.query(`INSERT INTO store (id, name, slug) VALUES ('str_a', 'Kahve', 'kahve')`);
    const before = [await recorded(), await tables()];
    await database.migrate();
    expect([await recorded(), await tables()]).toEqual(before);
    expect(await rows('SELECT id, name FROM store')).toEqual([['str_a', 'Kahve']]);
  });

  test('that stopped at one of these steps is refused with a sentence, and stays as it is', async () => {
    await database.superuser.query(
      `CREATE TABLE schema_migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL);
       CREATE TABLE store (id text PRIMARY KEY);
       GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC;
       ${recording(STEPS.slice(0, 3))}`,
    );
    await expect(database.migrate()).rejects.toThrow(
      'The database stands at a step of before release 0.1.0 (SandboxHosts1763877310540). ' +
        'Start the last version before 0.1.0 on it once, then this one. Nothing was changed.',
    );
    expect(await tables()).toEqual([['schema_migration'], ['store']]);
    expect(await recorded()).toEqual(STEPS.slice(0, 3).map((name) => [name]));
  });

  test('lets a later step change the rows of all stores, although its owner is held to isolation', async () => {
    await database.migrate();
    await database.superuser.query(`INSERT INTO order_number (store_id, last) VALUES ('str_a', 1), ('str_b', 1)`);
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      const counting = 'UPDATE order_number SET last = last + 1;';
      await owner.query(counting);
      expect(await rows('SELECT last FROM order_number')).toEqual([[1], [1]]);
      await owner.query(unforced(['order_number'], counting));
      expect(await rows('SELECT last FROM order_number')).toEqual([[2], [2]]);
    } finally {
      await owner.end();
    }
    expect(await open()).toEqual([]);
  });

  test('isolates all of its tables', async () => {
    await database.migrate();
    expect(await open()).toEqual([]);
  });
});

test('names of migrations tell by their number whether they led to the baseline', () => {
  // Data folders and backups have recorded this name.
  expect(baselineName).toBe('AskedMissingSince1763877310560');
  expect(STEPS.map(isBeforeBaseline)).toEqual([true, true, true, true]);
  expect([baselineName, 'Tomorrow1999999999999'].map(isBeforeBaseline)).toEqual([false, false]);
});
