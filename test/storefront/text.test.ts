import fc from 'fast-check';
import { isSafeAddress } from '../../src/kit/address';
import { blocksIn } from '../../src/storefront/text/description';
import { composed, plain, shortened } from '../../src/storefront/text/text';

describe('text of whoever writes it takes time by its length, and not by the square of that', () => {
  const LENGTH = 400_000;
  const marks = '\u0301\u0316';
  // By the square each of them takes minutes.
  const BOUND_MS = 20_000;
  test.each<readonly [string, () => unknown, unknown]>([
    ['blocks that are not closed', () => blocksIn('<p'.repeat(LENGTH)), []],
    ['scripts that are not closed', () => blocksIn('<script'.repeat(LENGTH)), []],
    ['ends of scripts that are not closed', () => blocksIn(`<svg>${'</svg '.repeat(LENGTH)}`), []],
    ['references that are none', () => blocksIn('&#'.repeat(LENGTH)).length, 1],
    ['blanks', () => blocksIn(`a${' '.repeat(LENGTH)}b`), [{ type: 'p', children: [{ text: 'a b' }] }]],
    ['marks upon one letter', () => plain(`e${marks.repeat(LENGTH)}`).length, 1 + 29],
    ['marks in a field of a form', () => composed(`e${marks.repeat(LENGTH)}x`).endsWith('x'), true],
    ['a link that is none', () => isSafeAddress(`https://${'?'.repeat(LENGTH)}<`), false],
  ])('%s', (_, read, expected) => {
    const begun = performance.now();
    expect(read()).toEqual(expected);
    expect(performance.now() - begun).toBeLessThan(BOUND_MS);
  });

  test('letters with as many marks as a language writes stay as they are', () => {
    for (const text of ['Çiğköfte', 'ṩ', 'שָׁלוֹם', 'ཨོཾ་མ་ཎི', 'e\u0316\u0301x'])
      expect(composed(text)).toBe(text.normalize('NFC'));
    expect(isSafeAddress('https://tezgah.test?a=b@c#d')).toBe(true);
    expect(isSafeAddress('https://biri@tezgah.test')).toBe(false);
  });
});

test('what turns the order of its neighbours is left out, and so is what no page can hold', () => {
  expect(plain('Kah\u202eve\u0000\ud800')).toBe('Kahve\ufffd');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plain(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u);
      expect(plain(text).isWellFormed()).toBe(true);
    }),
  );
});

test('a beginning is cut at a word', () => {
  expect([shortened('kısa', 10), shortened('uzun bir cümle burada', 12)]).toEqual(['kısa', 'uzun bir…']);
});
