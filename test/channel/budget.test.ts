import { groupsOf, limitsOf, withinBudget } from '../../src/channel/provider/budget';
import { takeBudget } from '../../src/channel/provider/budget-store';
import { ProviderThrottled } from '../../src/provider/error';
import type { Guard } from '../../src/provider/guarded';
import type { RequestGroup } from '../../src/provider/provider';
import { createWorld, type World } from '../world/world';

const orders: RequestGroup = { name: 'orders', operations: ['packages'], per10Seconds: 2, perMinute: null };
const slow: RequestGroup = { name: 'slow', operations: ['labels'], per10Seconds: 5, perMinute: 3 };

describe('the request budget of a channel', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  let extension = 0;
  const bookkeeping = () => world.platform.services.bookkeeping(world.storeId);
  const of = (group: string) => ({ storeId: world.storeId, extension: `channel-${extension}`, group });
  beforeEach(() => {
    extension += 1;
  });
  const age = (seconds: number) =>
    world.sql(
      `UPDATE channel_budget_slot SET used_at = used_at - interval '${seconds} seconds' WHERE used_at > '-infinity'`,
    );

  test('of calls that come at once no more are granted than the limit says', async () => {
    const limits = limitsOf(orders, 50);
    const grants = await Promise.all(Array.from({ length: 12 }, () => takeBudget(bookkeeping(), of('orders'), limits)));
    expect(grants.filter(({ granted }) => granted)).toHaveLength(2);
    // One that came beside another is told to come soon; behind them all it is known when there is room.
    const next = await takeBudget(bookkeeping(), of('orders'), limits);
    expect(next).toMatchObject({ granted: false });
    expect((next as { waitMs: number }).waitMs).toBeGreaterThan(1_000);
  });

  test('the first call of a group is granted, also when another one comes while it looks', async () => {
    const limits = limitsOf(slow, 50);
    let texts = 0;
    const beside = {
      query: async (...[text, values]: Parameters<ReturnType<typeof bookkeeping>['query']>) => {
        texts += 1;
        // It has found no slot; the other one lays them out before it looks how many there are.
        if (texts === 2) await takeBudget(bookkeeping(), of('slow'), limits);
        return bookkeeping().query(text, values);
      },
    } as ReturnType<typeof bookkeeping>;
    expect(await takeBudget(beside, of('slow'), limits)).toMatchObject({ granted: true });
  });

  test('a limit of the minute holds when the ten seconds are over, and takes nothing of them when it forbids', async () => {
    const take = () => takeBudget(bookkeeping(), of('slow'), limitsOf(slow, 50));
    for (let taken = 0; taken < 3; taken += 1) expect(await take()).toMatchObject({ granted: true });
    // Nobody has said that they were answered, so they count from when they may have arrived at the latest.
    await age(25);
    expect(await take()).toMatchObject({ granted: false });
    const used = await bookkeeping().query(
      `SELECT FROM channel_budget_slot WHERE store_id = $1 AND extension = $2 AND span = 10
       AND used_at > clock_timestamp() - interval '10 seconds'`,
      [world.storeId, of('slow').extension],
    );
    expect(used).toHaveLength(0);
    await age(50);
    expect(await take()).toMatchObject({ granted: true });
  });

  test('bulk work leaves room for callers, and callers for orders', async () => {
    const group = { ...orders, per10Seconds: 10 };
    const granted = async (urgency: 'bulk' | 'asked' | 'urgent') => {
      let count = 0;
      while ((await takeBudget(bookkeeping(), of('orders'), limitsOf(group, 50, urgency))).granted) count += 1;
      return count;
    };
    expect([await granted('bulk'), await granted('asked'), await granted('urgent')]).toEqual([6, 2, 2]);
  });

  test('a channel without limit grants everything, and a share is one request at least', () => {
    expect(limitsOf({ ...slow, per10Seconds: null }, 0)).toEqual([]);
    expect(limitsOf({ ...orders, per10Seconds: 1 }, 50, 'bulk')).toEqual([{ seconds: 10, requests: 1 }]);
  });

  describe('after a 429', () => {
    const guardOf = (answer: () => Promise<unknown>) => {
      const guard = (async () => answer()) as Guard;
      return withinBudget(
        {
          books: bookkeeping(),
          storeId: world.storeId,
          ext: `channel-${extension}`,
          groups: groupsOf({ groups: () => [orders, slow] }, {}),
          ofChannel: 50,
          urgency: 'urgent',
        },
        guard,
      );
    };
    const call = (guard: Guard, operation: string) =>
      guard(async () => 'answered', AbortSignal.timeout(10_000), operation).catch((error: unknown) => error);

    test('its group pauses for as long as the provider says, and the calls of other groups go on', async () => {
      let asked = 0;
      const throttles = guardOf(async () => {
        asked += 1;
        throw new ProviderThrottled(7_000);
      });
      expect(await call(throttles, 'labels')).toMatchObject({ waitMs: expect.closeTo(7_000, -3) });
      expect(await call(throttles, 'labels')).toBeInstanceOf(ProviderThrottled);
      expect(asked).toBe(1);
      expect(
        await call(
          guardOf(async () => 'answered'),
          'packages',
        ),
      ).toBe('answered');
    });

    test('the pause doubles each time in a row, and an answer ends that', async () => {
      const over = () =>
        world.sql(
          `UPDATE channel_budget_pause SET pauses_until = now() - interval '1 ms' WHERE extension = 'channel-${extension}'`,
        );
      const throttles = guardOf(async () => {
        throw new ProviderThrottled(100);
      });
      const waits: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        waits.push(((await call(throttles, 'labels')) as ProviderThrottled).waitMs);
        await over();
        await age(70);
      }
      expect(waits[1]).toBeGreaterThan(1_500);
      expect(waits[2]).toBeGreaterThan(3_000);
      expect(
        await call(
          guardOf(async () => 'answered'),
          'labels',
        ),
      ).toBe('answered');
      expect(((await call(throttles, 'labels')) as ProviderThrottled).waitMs).toBeLessThanOrEqual(100);
    });
  });
});
