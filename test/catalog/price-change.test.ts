import fc from 'fast-check';
import { changedPrice, type PriceEnding, priceEndings } from '../../src/catalog/product/price-change';
import { KURUS_MAX } from '../../src/kernel/money';

describe('a change of a price', () => {
  const price = fc.integer({ min: 1, max: 1_000_000_000_000 });
  const hundredths = fc.integer({ min: -9_000, max: 100_000 });

  test('by percent is exact to the kuruş, rounded half up', () => {
    expect(changedPrice(12_990, { percent: 5 })).toBe(13_640);
    expect(changedPrice(10, { percent: 5 })).toBe(11);
    expect(changedPrice(1_000_000_000_001, { percent: 0.01 })).toBe(1_000_100_000_001);
    fc.assert(
      fc.property(price, hundredths, (before, parts) => {
        const after = BigInt(changedPrice(before, { percent: parts / 100 }));
        const exact = BigInt(before) * BigInt(10_000 + parts);
        const off = after * 10_000n - exact;
        expect(off > -5_000n && off <= 5_000n).toBe(true);
      }),
    );
  });

  test('ends as it is told, within half a lira of what it would be, and costs something', () => {
    fc.assert(
      fc.property(
        price,
        hundredths,
        fc.constantFrom(...(Object.keys(priceEndings) as PriceEnding[])),
        (before, parts, ending) => {
          const plain = changedPrice(before, { percent: parts / 100 });
          const rounded = changedPrice(before, { percent: parts / 100, ending });
          if (plain <= 0 || plain > KURUS_MAX) return;
          expect(rounded % 100).toBe(priceEndings[ending]);
          expect(rounded).toBeGreaterThan(0);
          expect(Math.abs(rounded - plain)).toBeLessThanOrEqual(plain < 100 ? 100 : 50);
        },
      ),
    );
    expect(changedPrice(13_640, { amount: 0, ending: 'ninety' })).toBe(13_590);
  });

  test('by an amount may lead to what is no price, which the command refuses', () => {
    expect(changedPrice(500, { amount: -500 })).toBe(0);
    expect(changedPrice(500, { amount: -600, ending: 'ninety' })).toBe(-100);
  });
});
