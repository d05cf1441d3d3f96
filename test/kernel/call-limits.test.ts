import fc from 'fast-check';
import type { Queryable } from '../../src/kernel/database/queryable';
import { newUlid } from '../../src/kernel/ids';
import { countCalls } from '../../src/kernel/limits/call-count-store';
import { aheadOf, CallLimits } from '../../src/kernel/limits/call-limits';
import { createWorld, type World } from '../world/world';

/** Nothing is written but when a test says so, or a caller has to wait for it. */
const NEVER_MS = 2_000_000_000;
const HOUR_MS = 3_600_000;

describe('limits of all processes', () => {
  let world: World;
  let system: Queryable;
  beforeAll(async () => {
    world = await createWorld();
    system = world.database.systemWriter;
  });
  afterAll(() => world.close());

  const opened: CallLimits[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((limits) => limits.close())));

  /** What counts in one process. @param nowMs stands still unless told otherwise: nothing becomes free */
  function process(perMinute: number, { db = system, nowMs = (): number => 0 } = {}) {
    const limits = new CallLimits(db, { nowMs, writeMs: NEVER_MS });
    opened.push(limits);
    return { limits, limit: limits.limit('token', perMinute) };
  }
  const admitted = async (limit: { take(key: string): Promise<number> }, key: string, calls: number) => {
    const waits = await Promise.all(Array.from({ length: calls }, () => limit.take(key)));
    return waits.filter((waitMs) => waitMs === 0).length;
  };

  test('are exceeded by no more than what each further process may be ahead, and are reached', async () => {
    const step = fc.record({ by: fc.nat(3), calls: fc.integer({ min: 0, max: 25 }), writes: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 12 }),
        async (perMinute, count, steps) => {
          const processes = Array.from({ length: count }, () => process(perMinute));
          const key = newUlid();
          const began = performance.now();
          const of = (index: number) => processes[index % count] as (typeof processes)[number];
          const together = await Promise.all(
            steps.map(async ({ by, calls, writes }) => {
              const some = await admitted(of(by).limit, key, calls);
              if (writes) await of(by).limits.write();
              return some;
            }),
          );
          const rest: number[] = [];
          for (const { limit } of processes) rest.push(await admitted(limit, key, perMinute + 1));
          const passed = [...together, ...rest].reduce((sum, some) => sum + some, 0);
          await Promise.all(processes.map(({ limits }) => limits.close()));
          // A machine that stood still for a minute has begun another one.
          fc.pre(performance.now() - began < 50_000);
          expect(passed).toBeGreaterThanOrEqual(perMinute);
          expect(passed).toBeLessThanOrEqual(perMinute + (count - 1) * aheadOf(perMinute));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of one process are exact, and cost a statement for each tenth of them', async () => {
    let statements = 0;
    const counting: Queryable = {
      query: (text, values) => {
        statements += 1;
        return system.query(text, values);
      },
    };
    const { limit } = process(120, { db: counting });
    for (let call = 0; call < 120; call += 1) expect(await limit.take('exact')).toBe(0);
    expect(await limit.take('exact')).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(10);
  });

  test('outlive a process', async () => {
    const first = process(50);
    expect(await admitted(first.limit, 'restart', 50)).toBe(50);
    await first.limits.close();
    expect(await admitted(process(50).limit, 'restart', 50)).toBeLessThanOrEqual(aheadOf(50));
  });

  test('go by the clock of Postgres, whatever that of a process says', async () => {
    const [behind, ahead] = [-HOUR_MS, HOUR_MS].map((ms) => process(10, { nowMs: () => ms }));
    expect(await admitted(behind?.limit as never, 'clocks', 10)).toBe(10);
    await behind?.limits.write();
    await ahead?.limit.take('clocks');
    await ahead?.limits.write();
    expect(await ahead?.limit.take('clocks')).toBeGreaterThan(0);
  });

  test('let go of what is older than a minute, and of its row after two', async () => {
    const { limits, limit } = process(10);
    expect(await admitted(limit, 'aged', 10)).toBe(10);
    await limits.write();
    await world.sql(
      `UPDATE call_count SET seconds = (SELECT array_agg(s - 70) FROM unnest(seconds) s), counted_at = counted_at - interval '70 seconds'`,
    );
    const later = process(10);
    expect(await admitted(later.limit, 'aged', 11)).toBe(10);
    await later.limits.write();
    await world.sql(`UPDATE call_count SET counted_at = counted_at - interval '1 hour'`);
    await countCalls(system, new Map([['new', 1]]), 60);
    expect(await rows()).toEqual(['new']);
  });

  test('are counted by each process alone while Postgres is away, and written when it is back', async () => {
    let away = true;
    let asked = 0;
    const broken: Queryable = {
      query: (text, values) => {
        asked += 1;
        return away ? Promise.reject(new Error('away')) : system.query(text, values);
      },
    };
    const { limits, limit } = process(50, { db: broken });
    expect(await admitted(limit, 'away', 200)).toBe(50);
    expect([limits.isAlone, asked]).toEqual([true, 1]);
    away = false;
    await limits.write();
    expect(limits.isAlone).toBe(false);
    expect(await admitted(process(50).limit, 'away', 50)).toBeLessThanOrEqual(aheadOf(50));
  });

  test('keep no name of a caller', async () => {
    const { limits, limit } = process(10);
    await limit.take('198.51.100.7');
    await limits.write();
    expect((await rows()).filter((key) => key.includes('198'))).toEqual([]);
  });

  async function rows(): Promise<string[]> {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ key: string }>('SELECT key FROM call_count');
    await client.end();
    return rows.map(({ key }) => key);
  }
});
