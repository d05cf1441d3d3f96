import fc from 'fast-check';
import { SlidingWindow } from '../../src/kernel/limits/sliding-window';

const MINUTE_MS = 60_000;

describe('the sliding window', () => {
  let nowMs = 0;
  const windowOf = (limit: number, keysMax = 10) =>
    new SlidingWindow(limit, { windowMs: MINUTE_MS, keysMax }, () => nowMs);

  test('around the edge of a minute no more pass than within one', () => {
    const window = windowOf(120);
    let passed = 0;
    for (const at of [59_900, 60_100, 119_800])
      for (nowMs = at; nowMs < at + 50; nowMs += 0.2) if (window.take('token') === 0) passed += 1;
    expect(passed).toBe(120);
  });

  test('what weighs more takes more room, and waits until there is so much of it', () => {
    const window = windowOf(10);
    nowMs = 0;
    expect(window.take('token', 4)).toBe(0);
    nowMs = 30_000;
    expect(window.take('token', 4)).toBe(0);
    expect(window.take('token', 2)).toBe(0);
    expect(window.take('token')).toBeLessThanOrEqual(31_000);
    const waitMs = window.take('token', 5);
    expect(waitMs).toBeGreaterThan(31_000);
    nowMs += waitMs;
    expect(window.take('token', 5)).toBe(0);
    nowMs += 2 * MINUTE_MS;
    expect([window.take('token', 99), window.take('token') > 0]).toEqual([0, true]);
  });

  test('what is left shrinks by what is counted, grows with time alone and not before it is said to, and is spent exactly when a call is refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: 9_000 }), weight: fc.integer({ min: 1, max: 4 }) }), {
          maxLength: 200,
        }),
        (limit, steps) => {
          nowMs = 0;
          const window = windowOf(limit);
          let before = { left: limit, growsAt: 0 };
          for (const { gapMs, weight } of steps) {
            nowMs += gapMs;
            const { left } = window.room('token');
            if (nowMs < before.growsAt) expect(left).toBeLessThanOrEqual(before.left);
            else if (before.growsAt > 0) expect(left).toBeGreaterThan(before.left);
            expect(window.waitMs('token') > 0).toBe(left === 0);
            const counts = window.take('token', weight) === 0;
            const after = window.room('token');
            expect(after.left).toBe(counts ? left - Math.min(weight, limit) : left);
            before = { left: after.left, growsAt: after.growsInMs > 0 ? nowMs + after.growsInMs : 0 };
          }
        },
      ),
    );
  });

  test('in no stretch of a minute do more pass than the limit, and a refused caller is told when to come again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 200 }),
        (limit, gapsMs) => {
          const window = windowOf(limit);
          const passed: number[] = [];
          nowMs = 1_000;
          for (const gapMs of gapsMs) {
            nowMs += gapMs;
            let waitMs = window.take('token');
            if (waitMs > 0) {
              expect(waitMs).toBeLessThanOrEqual(MINUTE_MS + 1_000);
              nowMs += waitMs;
              waitMs = window.take('token');
            }
            expect(waitMs).toBe(0);
            passed.push(nowMs);
          }
          for (const from of passed)
            expect(passed.filter((at) => at >= from && at < from + MINUTE_MS).length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  test('what was counted elsewhere takes its place, even beyond the limit, until it is old enough', () => {
    const window = windowOf(10);
    nowMs = 500_000;
    expect(window.take('token', 9)).toBe(0);
    window.replace('token', [
      { ageMs: 61_001, events: 99 },
      { ageMs: 59_000, events: 8 },
      { ageMs: 0, events: 10 },
    ]);
    expect(window.take('token')).toBe(61_000);
    nowMs += window.waitMs('token', 10);
    expect(window.take('token', 10)).toBe(0);
    window.replace('other', []);
    expect(window.waitMs('other', 10)).toBe(0);
  });

  test('what was counted elsewhere is free neither before it is old enough nor much later', () => {
    fc.assert(
      fc.property(fc.nat(90_000), fc.nat(59_000), (startMs, ageMs) => {
        const window = windowOf(1);
        nowMs = startMs;
        window.replace('token', [{ ageMs, events: 1 }]);
        const waitMs = window.waitMs('token');
        expect(waitMs).toBeGreaterThanOrEqual(MINUTE_MS - ageMs);
        expect(waitMs).toBeLessThanOrEqual(MINUTE_MS + 1_000 - ageMs);
        nowMs += waitMs;
        expect(window.take('token')).toBe(0);
      }),
    );
  });

  test('keys do not count for each other, and only so many are kept', () => {
    nowMs = 0;
    const window = windowOf(1, 2);
    expect(['a', 'b', 'a', 'b'].map((key) => window.take(key) === 0)).toEqual([true, true, false, false]);
    window.take('c');
    expect([window.take('b') === 0, window.take('a') === 0]).toEqual([false, true]);
  });
});
