import { randomBytes } from 'node:crypto';
import { SignedPaths } from '../../src/kernel/objects/signed-paths';
import { KeyRing, sealingKey } from '../../src/kernel/personal/key-ring';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T10:20:00Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
const queryOf = (signed: string) => Object.fromEntries(new URL(signed, 'http://x').searchParams);

describe('a signed path', () => {
  const paths = new SignedPaths(KeyRing.of([randomBytes(32)]));
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
    expect(new SignedPaths(KeyRing.of([randomBytes(32)])).opens('/a', query, now)).toBe(false);
    for (const broken of [
      {},
      { ...query, signature: '' },
      { ...query, signature: ['x', 'y'] },
      { ...query, until: '-' },
    ])
      expect(paths.opens('/a', broken, now)).toBe(false);
  });
});

test('a signed path opens until the key that signed it is taken away', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const ring = KeyRing.of([old]);
  const paths = new SignedPaths(ring);
  const query = queryOf(paths.sign('/a', now));
  ring.sealWith(sealingKey(fresh));
  expect(paths.opens('/a', query, now)).toBe(true);
  expect(paths.sign('/a', now)).not.toContain(query.signature);
  ring.openWith([]);
  expect(paths.opens('/a', query, now)).toBe(false);
});
