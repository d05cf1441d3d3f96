import { createWorld, type World } from '../world/world';

/** Longer than a connection may be silent, and than the watch takes between two looks. */
const PAUSE_MS = 4_000;

describe('a process that did not listen for a while', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('reads what has come meanwhile before it takes a connection for silent', async () => {
    const { database, storeId } = world;
    const pids = await database.transaction(storeId, async (tx) => {
      const backend = () => tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const first = backend();
      // Sent by then; Postgres answers while nobody listens.
      await new Promise(setImmediate);
      for (const end = performance.now() + PAUSE_MS; performance.now() < end; );
      const [before] = await first;
      // What the watch took for silent is ended by then.
      await world.sql('SELECT pg_sleep(1)');
      const [after] = await backend();
      return { keep: false, value: [before?.pid, after?.pid] };
    });
    expect(pids[1]).toBe(pids[0]);
  });
});
