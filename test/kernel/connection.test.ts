import { Socket } from 'node:net';
import { DatabaseAway, isPrepared } from '../../src/kernel/database/connection';
import { ofKeys } from '../../src/kernel/personal/keys-store';
import { createWorld, type World } from '../world/world';

test('a statement over a set is planned each time, unless it looks each member up by itself', () => {
  expect(isPrepared('SELECT 1 FROM t WHERE id = $1')).toBe(true);
  expect(isPrepared('SELECT 1 FROM t WHERE id = ANY($1)')).toBe(false);
  expect(
    isPrepared('SELECT 1 FROM unnest($1::text[]) AS m(id) CROSS JOIN LATERAL (SELECT 1 FROM t WHERE t.id = m.id)'),
  ).toBe(false);
  expect(isPrepared(ofKeys('SELECT 1 FROM t WHERE store_id = $1 AND id = $2'))).toBe(true);
});

describe('a connection', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** Otherwise Postgres takes all indexes for alike, and reads the store's rows for every member of the set. */
  test('looks a set up by its index in a store of which the statistics tell nothing', async () => {
    const { database, storeId, sql } = world;
    const fill = (store: string) =>
      sql(`INSERT INTO marked SELECT '${store}', 'a' || n, 'm' || n FROM generate_series(1, 2000) AS n`);
    // Made as an index of a table that has grown, so that the one that fits is the dearer one to the planner.
    await sql(`
      CREATE TABLE marked (store_id text, id text, mark text) WITH (autovacuum_enabled = off);
      CREATE INDEX marked_mark ON marked (store_id, mark, id);
      GRANT SELECT ON marked TO PUBLIC`);
    for (const store of ['str_1', 'str_2']) await fill(store);
    await sql('CREATE INDEX marked_store ON marked (store_id); ANALYZE marked');
    await fill(storeId);
    const marks = Array.from({ length: 100 }, (_, index) => `m${index}`);
    const plan = await database
      .reader(storeId)
      .query<{ 'QUERY PLAN': string }>('EXPLAIN SELECT id FROM marked WHERE store_id = $1 AND mark = ANY($2)', [
        storeId,
        marks,
      ]);
    const told = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(told).toMatch(/Index Cond: .*mark = ANY/);
    expect(told).not.toMatch(/Filter: .*mark = ANY/);
  });

  /** A migration may change a column under a running process, whose connections are made anew meanwhile. */
  test('knows what rows are made of for each session by itself', async () => {
    const { database, storeId, sql } = world;
    await sql(`CREATE TABLE remade (x integer); INSERT INTO remade VALUES (7); GRANT SELECT ON remade TO PUBLIC`);
    const read = () => database.reader(storeId).query<{ x: unknown }>('SELECT x FROM remade WHERE $1::int = 1', [1]);
    expect(await read()).toEqual([{ x: 7 }]);
    await sql(`ALTER TABLE remade ALTER x TYPE text USING 'p-' || x`);
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    expect(await read()).toEqual([{ x: 'p-7' }]);
  });

  /** The packaged Postgres compiles nothing; one of the operator's own does unless it is told. */
  test('has no statement compiled, whatever its Postgres does by itself', async () => {
    const { database, storeId, sql } = world;
    await sql(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$`);
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    const [found] = await database.reader(storeId).query<{ jit: string }>(`SELECT current_setting('jit') AS jit`);
    expect(found?.jit).toBe('off');
  });

  test('whose statements fit their table no more is thrown away: it would fail for as long as it lives', async () => {
    const { database, storeId, sql } = world;
    await sql(`CREATE TABLE widened (x integer); INSERT INTO widened VALUES (7); GRANT SELECT ON widened TO PUBLIC`);
    const read = () => database.reader(storeId).query<{ x: unknown }>('SELECT x FROM widened WHERE $1::int = 1', [1]);
    // One session, which has it prepared.
    expect(await read()).toEqual([{ x: 7 }]);
    await sql(`ALTER TABLE widened ALTER x TYPE text`);
    await read().catch((error) => expect(error).toBeInstanceOf(DatabaseAway));
    expect(await read()).toEqual([{ x: '7' }]);
    expect(await read()).toEqual([{ x: '7' }]);
  });

  test('writes what is asked without waiting in between at once', async () => {
    const write = jest.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev');
    const { port } = new URL(world.config.databaseUrl as string);
    const writes = () => write.mock.contexts.filter((socket) => String((socket as Socket).remotePort) === port).length;
    const work = () =>
      world.database.transaction(world.storeId, async (tx) => {
        for (const number of [1, 2, 3]) tx.send('SELECT $1::int', [number]);
        await tx.query('SELECT 4');
        return { keep: true, value: tx.query('SELECT 5') };
      });
    // A connection that was not used for this store before is set to it first.
    await work();
    const before = writes();
    await work();
    // From BEGIN to the first answer that is waited for, and from there to COMMIT.
    expect(writes() - before).toBe(2);
    write.mockRestore();
  });

  test('what is only to be told of what stays is told once it was committed, and of nothing that is taken back', async () => {
    const told: string[] = [];
    const taken = (keep: boolean) =>
      world.database.transaction(world.storeId, async (tx) => {
        tx.onceKept(() => told.push('first'));
        await tx.savepoint(async () => {
          tx.onceKept(() => told.push('given up'));
          return { keep: false, value: undefined };
        });
        const failed = tx.savepoint(async () => {
          tx.onceKept(() => told.push('failed'));
          throw new Error('no');
        });
        await expect(failed).rejects.toThrow('no');
        await tx.savepoint(async () => ({ keep: true, value: tx.onceKept(() => told.push('last')) }));
        expect(told).toEqual([]);
        return { keep, value: undefined };
      });
    await taken(false);
    expect(told).toEqual([]);
    await taken(true);
    expect(told).toEqual(['first', 'last']);
  });

  test('a failure tells who asked', async () => {
    async function askingWrongly() {
      await world.database.reader(world.storeId).query('SELECT 1 / $1::int', [0]);
    }
    const { stack } = await askingWrongly().catch((error) => error);
    expect(stack).toMatch(/division by zero(.|\n)*askingWrongly/);
  });
});
