import fc from 'fast-check';
import { behind, endlessPages } from '../../src/channel/pull/pages';
import { beginningOf, halfOf, OVERLAP_MS, windowAfter, windowFrom } from '../../src/channel/pull/windows';

const DAY_MS = 86_400_000;
const now = '2026-11-20T09:00:00.000Z';
const iso = (ms: number) => new Date(ms).toISOString();
const fresh = { cursor: null, markedCursor: null, pageDigest: null, markedDigest: null, pages: 0 };

describe('the windows of a pull', () => {
  test('begin where the pulls before came to, reach back over that, and have two weeks at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 200 * DAY_MS }), (agoMs) => {
        const until = iso(Date.parse(now) - agoMs);
        const first = beginningOf({ now, since: null, censusDays: null, until, installedAt: until });
        expect(Date.parse(until) - Date.parse(first.from)).toBe(OVERLAP_MS);
        let [window, windows] = [first, 1];
        for (let next = windowAfter(window, now); next; next = windowAfter(window, now)) {
          expect(Date.parse(window.to) - Date.parse(next.from)).toBe(OVERLAP_MS);
          expect(Date.parse(next.to)).toBeGreaterThan(Date.parse(window.to));
          expect(Date.parse(next.to) - Date.parse(next.from)).toBeLessThanOrEqual(14 * DAY_MS);
          [window, windows] = [next, windows + 1];
        }
        expect(window.to).toBe(now);
        expect(windows).toBeLessThanOrEqual(Math.ceil(agoMs / (13.9 * DAY_MS)) + 1);
      }),
    );
  });

  test('begin at the day that somebody names, at the installation, or so many days ago', () => {
    const at = { now, since: null, censusDays: null, until: null, installedAt: '2026-11-19T09:00:00.000Z' };
    // Of the time before, what is still to be sent.
    expect(beginningOf(at).from).toBe('2026-11-06T08:57:00.000Z');
    expect(beginningOf({ ...at, since: '2026-10-01T00:00:00.000Z' })).toEqual({
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-10-15T00:00:00.000Z',
    });
    const old = { ...at, until: '2026-11-20T08:59:00.000Z', installedAt: '2026-01-01T00:00:00.000Z' };
    expect(beginningOf({ ...old, censusDays: 14 })).toEqual({ from: '2026-11-06T09:00:00.000Z', to: now });
    // Nothing of before the installation is counted.
    expect(beginningOf({ ...old, censusDays: 14, installedAt: at.installedAt }).from).toBe('2026-11-19T08:57:00.000Z');
  });

  test('are halved down to some minutes', () => {
    let window = windowFrom(Date.parse(now) - 14 * DAY_MS, now);
    let halves = 0;
    for (let half = halfOf(window); half; half = halfOf(window)) {
      expect(half.from).toBe(window.from);
      [window, halves] = [half, halves + 1];
    }
    expect(halves).toBe(11);
  });
});

describe('the pages of a window', () => {
  const read = (pages: readonly { names: string[]; next: string | null }[]) => {
    let at: Parameters<typeof endlessPages>[0] = fresh;
    for (const page of pages) {
      const flaw = endlessPages(at, page);
      if (flaw) return flaw;
      at = behind(at, page);
    }
    return undefined;
  };
  const page = (id: string, next: string | null) => ({ names: [id], next });

  test('come to an end, whatever their cursors are called', () => {
    const many = Array.from({ length: 300 }, (_, n) => page(`p${n}`, `c${n}`));
    expect(read([...many, { names: [], next: null }])).toBeUndefined();
    // What is left of a page once other times are left out may be nothing, again and again.
    const empty = Array.from({ length: 50 }, (_, n) => ({ names: [], next: `e${n}` }));
    expect(read(empty)).toBeUndefined();
  });

  test('of a circle are found, whatever its length and where it begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 40 }), (lead, length) => {
        const name = (n: number) => (n < lead ? n : lead + ((n - lead) % length));
        const byCursor = Array.from({ length: 400 }, (_, n) => ({ names: [`x${n}`], next: `c${name(n)}` }));
        expect(read(byCursor)).toContain('comes back');
        const byRows = Array.from({ length: 400 }, (_, n) => page(`p${name(n)}`, `new${n}`));
        expect(read(byRows)).toContain('once more');
      }),
    );
  });

  test('that are always new are given up at last', () => {
    const endless = Array.from({ length: 2_100 }, (_, n) => page(`p${n}`, `c${n}`));
    expect(read(endless)).toContain('no end');
  });
});
