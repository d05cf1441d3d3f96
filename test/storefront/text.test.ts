import fc from 'fast-check';
import { isSafeAddress } from '../../src/kit/address';
import { composed, paragraphsOf, plain, shortened } from '../../src/storefront/text/text';

test('descriptions are read for where their lines begin, and none of their markup is printed', () => {
  expect(paragraphsOf('<p>Demli &amp; sıcak</p><ul><li>Bir</li><li>İki</li></ul>son<br>satır')).toEqual([
    'Demli & sıcak',
    '• Bir',
    '• İki',
    'son',
    'satır',
  ]);
  expect(paragraphsOf('<script>alert(1)</script><style>p{}</style>Kahve<img src=x onerror=alert(1)>')).toEqual([
    'Kahve',
  ]);
  expect(paragraphsOf('3 < 5 ve 5 > 3')).toEqual(['3 < 5 ve 5 > 3']);
  expect(paragraphsOf('')).toEqual([]);
  expect(paragraphsOf('<svg onload=alert(1)>')).toEqual([]);
});

test('a description of well-formed markup has a line for each block, whatever formats inside of it', () => {
  const pieces: readonly (readonly [string, string])[] = [
    ['Demli çay', 'Demli çay'],
    ['Kahve &lt;3', 'Kahve <3'],
    ['<b class="x">koyu</b>', 'koyu'],
    ['<a href="https://tezgah.test/?a=1&b=2">bak</a>', 'bak'],
    ['<pre>', ''],
    ['<!-- gizli -->', ''],
    ['<p>', '\n'],
    ['</P>', '\n'],
    ['<br/>', '\n'],
    ['<h2 id="y">', '\n'],
    ['<ul>', '\n'],
    ['<LI value="2">', '\n• '],
    ['</li>', ''],
    ['\r\n', '\n'],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (taken) => {
      const lines = taken
        .map(([, text]) => text)
        .join('')
        .split('\n')
        .map((line) => line.trim());
      expect(paragraphsOf(taken.map(([html]) => html).join(''))).toEqual(
        lines.filter((line) => line !== '' && line !== '•'),
      );
    }),
  );
});

describe('text of whoever writes it takes time by its length, and not by the square of that', () => {
  const LENGTH = 400_000;
  const marks = '\u0301\u0316';
  // By the square each of them takes minutes.
  const BOUND_MS = 20_000;
  test.each<readonly [string, () => unknown, unknown]>([
    ['blocks that are not closed', () => paragraphsOf('<p'.repeat(LENGTH)), []],
    ['items that are not closed', () => paragraphsOf(`Çay${'<li '.repeat(LENGTH)}`), ['Çay']],
    ['scripts that are not closed', () => paragraphsOf('<script'.repeat(LENGTH)), []],
    ['ends of scripts that are not closed', () => paragraphsOf(`<svg>${'</svg '.repeat(LENGTH)}`), []],
    ['references that are none', () => paragraphsOf('&#'.repeat(LENGTH)).length, 1],
    ['blanks', () => paragraphsOf(`a${' '.repeat(LENGTH)}b`), ['a b']],
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
