import { newUlid } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';

describe('the command bus', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const mint = { kind: 'developer', label: 'ERP' };

  test('one key has one effect, and a thousand concurrent replays get the same answer', async () => {
    const key = newUlid();
    const replies = await Promise.all(
      Array.from({ length: 1000 }, () => world.run('token.mint', mint, { as: world.owner, key })),
    );
    const bodies = replies.map(({ body }) => body as { result: { id: string }; token?: string; replayed?: boolean });
    expect(new Set(bodies.map(({ result }) => result.id)).size).toBe(1);
    expect(bodies.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(bodies.filter(({ replayed }) => replayed)).toHaveLength(999);
    const tokens = await world.read('tokens.list');
    expect(tokens.items).toHaveLength(1);
    const audit = await world.read('audit.list', { query: { command: 'token.mint' } });
    expect(audit.items).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain(bodies.find(({ token }) => token)?.token);
  });
});
