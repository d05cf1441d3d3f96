import fc from 'fast-check';
import { aroundChanges, listDifference, type Part, textDifference } from '../../src/kernel/trace/difference';

const joined = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');
const changedIn = (parts: readonly Part[]): string[] => parts.flatMap(({ text, changed }) => (changed ? [text] : []));
const alphabet = fc.constantFrom('a', 'b', ' ', '\n', 'ş', '😀', '\u200B', 'e\u0301', '1');
const texts = fc.array(alphabet, { maxLength: 40 }).map((characters) => characters.join(''));

describe('where two texts differ', () => {
  test('each side is whole, and what is unchanged is the same on both', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const sides = textDifference(before, after);
        expect([joined(sides.before), joined(sides.after)]).toEqual([before, after]);
        const kept = (parts: readonly Part[]) => parts.map(({ text, changed }) => (changed ? null : text));
        expect(kept(sides.before)).toEqual(kept(sides.after));
        expect(changedIn([...sides.before, ...sides.after]).length === 0).toBe(before === after);
      }),
    );
  });

  test('the end of a long text, a look-alike and a character that nobody sees are found', () => {
    const long = 'Bu ürün yüzde yüz pamuktur. '.repeat(300);
    const { before, after } = textDifference(`${long}IBAN: TR11 0000`, `${long}IBAN: TR99 6666 <script>`);
    expect(changedIn(before).join('')).toBe('110000');
    expect(changedIn(after).join('')).toBe('996666 <script>');
    expect(changedIn(textDifference('Uzun ürün', 'Uzuп ürün').after)).toEqual(['п']);
    expect(changedIn(textDifference('Fındık', 'Fın\u200Bdık').after)).toEqual(['\u200B']);
  });

  test('a character is marked with all that is written onto it', () => {
    expect(changedIn(textDifference('👍🏻', '👍🏽').after)).toEqual(['👍🏽']);
    expect(changedIn(textDifference('dede', 'de\u0301de').after).join('')).toBe('e\u0301');
    expect(changedIn(textDifference('😀', '😁').after)).toEqual(['😁']);
  });

  test('the largest texts that a store keeps are compared while a page is drawn', () => {
    const [dots, commas] = ['.,;', ';.!'].map((signs) => signs.repeat(16_000)) as [string, string];
    const since = process.cpuUsage();
    for (let count = 0; count < 10; count += 1) textDifference(dots, commas);
    // Milliseconds of processor time for each, some ten times what it takes.
    expect(process.cpuUsage(since).user / 1_000 / 10).toBeLessThan(500);
  });

  test('an excerpt leaves out nothing that is changed without saying so', () => {
    const filler = 'aynı kelimeler '.repeat(50);
    const before = `${filler}bir ${filler}iki ${filler}`;
    const after = `${filler}BİR ${filler}İKİ ${filler}`;
    const excerpt = aroundChanges(textDifference(before, after).after);
    const shown = excerpt.flatMap((piece) => ('text' in piece && piece.changed ? [piece.text] : []));
    expect(shown).toEqual(['BİR', 'İKİ']);
    const gaps = excerpt.flatMap((piece) => ('skipped' in piece ? [piece] : []));
    expect(gaps.map(({ changed }) => changed)).toEqual([false, false, false]);
    const length = excerpt.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : piece.skipped), 0);
    expect(length).toBe(after.length);
  });

  test('what is beyond the excerpt is counted, with its differences', () => {
    const words = (word: string) => Array.from({ length: 900 }, (_, index) => `${word}${index} aynı`).join(' ');
    const after = words('yeni');
    const excerpt = aroundChanges(textDifference(words('eski'), after).after);
    expect(excerpt.some((piece) => 'skipped' in piece && piece.changed)).toBe(true);
    const length = excerpt.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : piece.skipped), 0);
    expect(length).toBe(after.length);
  });
});

describe('where two lists differ', () => {
  const variants = Array.from({ length: 100 }, (_, index) => ({ id: `var_${index}`, title: `Seçenek ${index}` }));
  const differing = (before: readonly unknown[], after: readonly unknown[]) =>
    listDifference(before, after).after.filter(({ same }) => !same);

  test('things with an id are compared with themselves', () => {
    const changed = variants.with(73, { id: 'var_73', title: 'Seçenek 73.' });
    expect(differing(variants, changed)).toEqual([
      { position: 74, value: changed[73], other: variants[73], same: false, moved: false },
    ]);
  });

  test('what is new, gone or elsewhere is told', () => {
    const [first, second, third] = variants;
    expect(differing([first, second, third], [first, third, second]).map(({ moved }) => moved)).toEqual([true]);
    const { before, after } = listDifference([first, second], [second, { title: 'Yeni' }]);
    expect(before.map(({ same }) => same)).toEqual([false, true]);
    expect(after.map(({ same }) => same)).toEqual([true, false]);
  });

  test('things without an id by what they are, equal ones each', () => {
    expect(differing(['a', 'b'], ['a', 'a', 'b']).map(({ position }) => position)).toEqual([2]);
    expect(differing([{ id: 1 }], [{ id: 1 }])).toEqual([]);
  });

  test('every entry is the same, or shown on the side where it is', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const sides = listDifference(before, after);
        const same = (entries: typeof sides.before) => entries.flatMap(({ value, same }) => (same ? [value] : []));
        expect(same(sides.before)).toEqual(same(sides.after));
        expect([...sides.before, ...sides.after].every((entry) => entry.same)).toBe(`${before}` === `${after}`);
      }),
    );
  });
});
