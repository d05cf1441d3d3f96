import fc from 'fast-check';
import { combinationsOf, countOf, patternOver } from '../../src/panel/products/combinations';

const option = fc.record({
  name: fc.constantFrom('Beden', 'Renk', ''),
  values: fc.uniqueArray(fc.constantFrom('S', 'M', 'Siyah', 'Beyaz', 'İnce', '42'), { maxLength: 5 }),
});

describe('combinations of options', () => {
  test('all titles differ, and they are as many as were counted where no two say the same', () => {
    fc.assert(
      fc.property(fc.array(option, { maxLength: 3 }), (options) => {
        const made = combinationsOf(options, '', []);
        expect(new Set(made.map(({ title }) => title)).size).toBe(made.length);
        expect(made.length).toBeLessThanOrEqual(countOf(options));
        const values = options.flatMap((each) => each.values);
        if (new Set(values).size === values.length) expect(made).toHaveLength(countOf(options));
      }),
    );
  });

  test('those that a product has are known, however their titles are written, and are not made again', () => {
    const options = [
      { name: 'Beden', values: ['S', 'M'] },
      { name: 'Renk', values: ['Siyah', 'Kırmızı'] },
    ];
    const known = ['siyah - s', 'M, KIRMIZI', 'Tek beden'];
    const fresh = combinationsOf(options, '', known).filter(({ isKnown }) => !isKnown);
    expect(fresh.map(({ title }) => title)).toEqual(['S / Kırmızı', 'M / Siyah']);
    fc.assert(
      fc.property(fc.array(option, { maxLength: 3 }), (each) => {
        const titles = combinationsOf(each, '', []).map(({ title }) => title);
        expect(combinationsOf(each, '', titles).every(({ isKnown }) => isKnown)).toBe(true);
      }),
    );
  });

  test('SKUs follow the pattern, in capitals without Turkish letters', () => {
    const options = [
      { name: 'Beden', values: ['Çok büyük'] },
      { name: '', values: ['Şarabi'] },
    ];
    const pattern = patternOver('ince-gömlek', options);
    expect(pattern).toBe('INCE-GOMLEK-{Beden}-{2}');
    expect(combinationsOf(options, pattern, [])).toEqual([
      { title: 'Çok büyük / Şarabi', sku: 'INCE-GOMLEK-COK-BUYUK-SARABI', isKnown: false },
    ]);
    expect(combinationsOf(options, ' ', [])[0]?.sku).toBe('');
  });
});
