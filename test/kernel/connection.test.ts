import { Socket } from 'node:net';
import { createWorld, type World } from '../world/world';

describe('a connection', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

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

  test('a failure tells who asked', async () => {
    async function askingWrongly() {
      await world.database.reader(world.storeId).query('SELECT 1 / $1::int', [0]);
    }
    const { stack } = await askingWrongly().catch((error) => error);
    expect(stack).toMatch(/division by zero(.|\n)*askingWrongly/);
  });
});
