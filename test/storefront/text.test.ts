import fc from 'fast-check';
import { paragraphsOf, plain, shortened } from '../../src/storefront/text/text';

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
