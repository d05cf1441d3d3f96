import { Connection } from '../../src/kernel/database/connection';
import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';

const NAME = 'SELECT name FROM store WHERE $1 = id AND id = $2';
const TOKENS = 'SELECT id FROM find_tokens($1)';
const { query } = Connection.prototype;

describe('what is asked in one turn of the event loop', () => {
  let world: World;
  /** What was asked, with the connection that it was asked on. */
  let asked: { text: string; connection: Connection }[];
  beforeAll(async () => {
    world = await createWorld();
    jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...input) {
      if (!input[0].includes('set_config')) asked.push({ text: input[0], connection: this });
      return query.apply(this, input) as never;
    });
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await world.close();
  });

  const product = async (title: string): Promise<string> =>
    (await world.done('catalog.product.create', { title, price: 100 })).id;
  const TITLE = 'SELECT title FROM catalog_product WHERE store_id = $1 AND id = $2';
  const lookUp = () => world.database.system.query(TOKENS, [[Buffer.alloc(32)]]);

  test('shares a statement where it asks for rows of one store by their keys, each once', async () => {
    const [cezve, fincan] = [await product('Cezve'), await product('Fincan')];
    const { database, storeId, other } = world;
    const reader = database.reader(storeId);
    asked = [];
    const rows = await Promise.all([
      reader.rowByKey(TITLE, cezve),
      reader.rowByKey(TITLE, 'prd_none'),
      reader.rowByKey(TITLE, fincan),
      reader.rowByKey(TITLE, cezve),
      database.reader(other.storeId).rowByKey(TITLE, cezve),
    ]);
    expect(rows).toEqual([{ title: 'Cezve' }, undefined, { title: 'Fincan' }, { title: 'Cezve' }, undefined]);
    // One of each store: row-level security is set to one.
    expect(asked).toHaveLength(2);
  });

  test('shares no more than a bounded statement', async () => {
    const ids = Array.from({ length: 65 }, (_, index) => `prd_${index}`);
    await Promise.all(ids.map((id) => world.database.reader(world.storeId).rowByKey(TITLE, id)));
    expect(asked).toHaveLength(2);
  });

  test('fails for nobody but the one whose row fails', async () => {
    const { database, storeId } = world;
    const reader = database.reader(storeId);
    const FAILING = 'SELECT 6 / $2::text::int AS n WHERE $1::text IS NOT NULL';
    const rows = await Promise.allSettled(['1', '0', '2'].map((key) => reader.rowByKey(FAILING, key)));
    expect(rows).toEqual([
      { status: 'fulfilled', value: { n: 6 } },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: { n: 3 } },
    ]);
  });

  test('begins after all have asked, whatever is under way', async () => {
    const { database, storeId } = world;
    const reader = database.reader(storeId);
    const WAITING = `${NAME} AND pg_advisory_xact_lock_shared(4242) IS NOT NULL`;
    const release = await holding(world, 'SELECT pg_advisory_xact_lock(4242)', []);
    const first = reader.rowByKey(WAITING, storeId);
    await untilWaiting(world);
    await world.sql(`UPDATE store SET name = 'Yeni' WHERE id = '${storeId}'`);
    expect(await reader.rowByKey(NAME, storeId)).toEqual({ name: 'Yeni' });
    await release();
    expect(await first).toEqual({ name: 'Kahve Dükkânı' });
  });

  test('leaves with its look-ups in front, on the connection of a read', async () => {
    const reader = world.database.reader(world.storeId);
    const rounds: (typeof asked)[] = [];
    for (let round = 0; round < 3; round += 1) {
      asked = [];
      await Promise.all([reader.rowByKey(NAME, world.storeId), reader.query('SELECT 1'), lookUp(), lookUp()]);
      rounds.push(asked);
    }
    // On a stalled machine a look-up is asked once more.
    const [least = []] = rounds.toSorted((left, right) => left.length - right.length);
    const shared = least.find(({ text }) => text === NAME)?.connection;
    const textsOn = (it: boolean) =>
      least.flatMap(({ text, connection }) => ((connection === shared) === it ? [text] : []));
    expect(textsOn(true)).toEqual([TOKENS, TOKENS, NAME]);
    expect(textsOn(false)).toEqual(['SELECT 1']);
  });

  test('does not make a look-up wait for the turn of a store', async () => {
    const { database, storeId } = world;
    const LOCK = 'SELECT pg_advisory_xact_lock_shared(4243)';
    const beside = { ...world, storeId: world.other.storeId };
    const release = await holding(beside, 'SELECT pg_advisory_xact_lock(4243)', []);
    const reader = database.reader(storeId);
    // One store may hold 0.6 of the connections.
    const most = Math.floor(world.config.databasePoolSize * 0.6);
    const slow = Array.from({ length: most }, () => reader.query(LOCK));
    await untilWaiting(beside, most);
    let isRead = false;
    const read = reader.rowByKey(NAME, storeId).then((row) => {
      isRead = true;
      return row;
    });
    expect(await lookUp()).toEqual([]);
    expect(isRead).toBe(false);
    await release();
    await Promise.all(slow);
    expect(await read).toBeDefined();
  });
});
