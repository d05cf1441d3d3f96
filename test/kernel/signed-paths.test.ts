import { randomBytes } from 'node:crypto';
import { SignedPaths } from '../../src/kernel/objects/signed-paths';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T10:20:00Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
const queryOf = (signed: string) => Object.fromEntries(new URL(signed, 'http://x').searchParams);

describe('a signed path', () => {
  const paths = new SignedPaths(randomBytes(32));
  const query = queryOf(paths.sign('/a', now));

  test('opens for an hour at least, and for two at most', () => {
    expect(paths.opens('/a', query, now)).toBe(true);
    expect(paths.opens('/a', query, later(1))).toBe(true);
    expect(paths.opens('/a', query, later(2))).toBe(false);
  });

  test('is the same one within an hour', () => {
    expect(paths.sign('/a', new Date(now.getTime() + 60_000))).toBe(paths.sign('/a', now));
  });

  test('opens nothing else, nor longer, nor with another key', () => {
    expect(paths.opens('/b', query, now)).toBe(false);
    expect(paths.opens('/a', { ...query, until: String(Number(query.until) + HOUR_MS) }, now)).toBe(false);
    expect(new SignedPaths(randomBytes(32)).opens('/a', query, now)).toBe(false);
    for (const broken of [
      {},
      { ...query, signature: '' },
      { ...query, signature: ['x', 'y'] },
      { ...query, until: '-' },
    ])
      expect(paths.opens('/a', broken, now)).toBe(false);
  });
});
