import fc from 'fast-check';
import { PreviewLinks } from '../../src/kernel/objects/preview-links';
import { PreviewTokens } from '../../src/kernel/objects/preview-tokens';
import { hostPattern } from '../../src/kernel/process/host-pattern';

const tokens = new PreviewTokens('k'.repeat(43));
const target = { storeId: 'str_1', kind: 'hash', of: 'f'.repeat(64) } as const;
const now = new Date('2026-11-27T08:10:00Z');
const DAY_MS = 24 * 3_600_000;

test('a token opens what it was made for, for a week, and nothing afterwards', () => {
  const { token, expiresAt } = tokens.sign(target, now);
  expect(tokens.read(token, now)).toEqual(target);
  expect(Date.parse(expiresAt) - now.getTime()).toBeGreaterThanOrEqual(7 * DAY_MS);
  expect(tokens.read(token, new Date(Date.parse(expiresAt) - 1))).toEqual(target);
  expect(tokens.read(token, new Date(expiresAt))).toBeUndefined();
});

test('the link of a workspace stays the same while it is asked for again', () => {
  const draft = { storeId: 'str_1', kind: 'workspace', of: 'main' } as const;
  const first = tokens.sign(draft, now);
  expect(tokens.sign(draft, new Date(now.getTime() + 60_000))).toEqual(first);
  expect(tokens.read(first.token, now)).toEqual(draft);
});

test('nothing else opens anything: no letter of a token may be another one', () => {
  const { token } = tokens.sign(target, now);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'abcXYZ019-_.'), (at, letter) => {
      fc.pre(token[at] !== letter);
      expect(tokens.read(token.slice(0, at) + letter + token.slice(at + 1), now)).toBeUndefined();
    }),
  );
  for (const wrong of ['', '.', token.slice(0, -1), `${token}A`, token.toUpperCase(), 'a'.repeat(10_000)])
    expect(tokens.read(wrong, now)).toBeUndefined();
  expect(new PreviewTokens('o'.repeat(43)).read(token, now)).toBeUndefined();
});

test('a link is at the host of its shop; without a key there is none', () => {
  const hosts = hostPattern('http://*.onizleme.localhost:4200');
  const link = new PreviewLinks('k'.repeat(43), hosts).linkTo('kahve', target, now);
  expect(link?.url).toMatch(/^http:\/\/kahve\.onizleme\.localhost:4200\/o\/[\w-]+\.[\w-]{43}\/$/);
  expect(new PreviewLinks('', hosts).linkTo('kahve', target, now)).toBeNull();
});
