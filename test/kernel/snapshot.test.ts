import type { ReadRoute } from '../../src/kernel/declaration/route';
import { unwatchedHere } from '../world/watch';
import { createWorld, type World } from '../world/world';

describe('a snapshot', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const NAME = 'SELECT name FROM store WHERE id = $1';
  const rename = (name: string) => world.sql(`UPDATE store SET name = '${name}' WHERE id = '${world.storeId}'`);

  test('sees one moment, whatever is written between its statements', async () => {
    await rename('Önce');
    const reader = world.database.reader(world.storeId);
    const seen = await reader.snapshot(async (db) => {
      const first = await db.query(NAME, [world.storeId]);
      await rename('Sonra');
      return [first, await db.query(NAME, [world.storeId])];
    });
    expect(seen).toEqual([[{ name: 'Önce' }], [{ name: 'Önce' }]]);
    expect(await reader.query(NAME, [world.storeId])).toEqual([{ name: 'Sonra' }]);
  });

  test('takes statements side by side, and writes none', async () => {
    const reader = world.database.reader(world.storeId);
    const rows = await reader.snapshot((db) => Promise.all([1, 2, 3].map((n) => db.query('SELECT $1::int AS n', [n]))));
    expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    const writing = reader.snapshot((db) => db.query(`UPDATE store SET name = '' WHERE id = $1`, [world.storeId]));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    // The connection is whole again.
    expect(await reader.snapshot((db) => db.query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });

  test('ends with what is asked last, behind which nothing can be asked; what fails there leaves the connection whole', async () => {
    const reader = world.database.reader(world.storeId);
    const one = reader.snapshot(async (moment) => {
      const [first] = await moment.query<{ n: number }>('SELECT 1 AS n');
      return [first, await moment.last(moment.query('SELECT 2 AS n'))];
    });
    expect(await one).toEqual([{ n: 1 }, [{ n: 2 }]]);
    const behind = reader.snapshot(async (moment) => {
      await moment.last(moment.query('SELECT 1 AS n'));
      return moment.query('SELECT 2 AS n');
    });
    await expect(behind).rejects.toThrow('the moment that is read is over');
    const failing = reader.snapshot((moment) => moment.last(moment.query('SELECT 1 / $1::int AS n', [0])));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await reader.snapshot((moment) => moment.query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });

  test('and the reader itself write nothing, whatever they call; a writer does, a statement at a time', async () => {
    const { database, storeId } = world;
    const rename = (name: string) =>
      [`UPDATE store SET name = $2 WHERE id = $1 AND ${unwatchedHere}`, [storeId, name]] as const;
    await expect(database.reader(storeId).query(...rename('Başka'))).rejects.toMatchObject({ code: '25006' });
    await expect(database.system.query(`SELECT fail_outbox('x', 'y')`)).rejects.toMatchObject({ code: '25006' });
    await expect(database.reader(storeId).query('SELECT id FROM store FOR UPDATE')).rejects.toMatchObject({
      code: '25006',
    });
    await database.writer(storeId).query(...rename('Yeni'));
    await expect(database.writer(storeId).query('UPDATE store SET name = NULL')).rejects.toMatchObject({
      code: '23502',
    });
    expect(await database.reader(storeId).query(NAME, [storeId])).toEqual([{ name: 'Yeni' }]);
    expect(await database.writer(world.other.storeId).query(...rename('Yabancı'))).toEqual([]);
    expect(await database.reader(storeId).query(NAME, [storeId])).toEqual([{ name: 'Yeni' }]);
  });

  test('a read that asks twice without one fails before it ships', async () => {
    const [route] = world.platform.services.capabilities.routes.filter(({ id }) => id === 'tokens.whoami');
    const twice: ReadRoute = {
      ...(route as ReadRoute),
      async run({ db, storeId }) {
        await db.query(NAME, [storeId]);
        return db.query(NAME, [storeId]);
      },
    };
    await expect(
      world.dispatcher.route(twice, world.owner, { params: {}, query: {}, body: undefined }),
    ).rejects.toThrow(/asks the database twice/);
  });
});
