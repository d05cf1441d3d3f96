import fc from 'fast-check';
import { type Charges, paidFor, type SoldLine, sharesOf, totalsOf } from '../../src/checkout/price/shares';
import { spread } from '../../src/checkout/price/spread';

const amount = fc.oneof(fc.nat(500), fc.nat({ max: 10_000_000_000 }));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('an amount that is spread', () => {
  test('gives the largest remainders the odd kuruş, the first place of equal ones', () => {
    expect(spread(4, [1, 1, 1])).toEqual([2, 1, 1]);
    expect(spread(100, [1, 2, 3])).toEqual([17, 33, 50]);
    expect(spread(5, [0, 0])).toEqual([3, 2]);
    expect(spread(0, [3, 4])).toEqual([0, 0]);
  });

  test('adds up to itself, and no share is off by a kuruş', () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 99 }), (whole, weights) => {
        const shares = spread(whole, weights);
        expect(sum(shares)).toBe(whole);
        const total = sum(weights);
        if (total === 0) return;
        for (const [place, weight] of weights.entries()) {
          const exact = (BigInt(whole) * BigInt(weight)) / BigInt(total);
          expect(BigInt(shares[place] as number) - exact).toBeGreaterThanOrEqual(0n);
          expect(BigInt(shares[place] as number) - exact).toBeLessThanOrEqual(1n);
        }
      }),
    );
  });
});

const line: fc.Arbitrary<SoldLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPrice: amount,
  vatRate: fc.constantFrom(0, 1, 10, 20),
  requiresShipping: fc.boolean(),
});
const sale = fc.array(line, { minLength: 1, maxLength: 12 }).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    charges: fc.record({
      discounts: fc.array(
        fc.record({ kurus: amount, line: fc.option(fc.nat({ max: lines.length - 1 }), { nil: null }) }),
        { maxLength: 4 },
      ),
      shipping: amount,
      codFee: amount,
    }) as fc.Arbitrary<Charges>,
  }),
);

describe('the amounts of a sale by piece', () => {
  test('lose no kuruş, and no piece is discounted below nothing', () => {
    fc.assert(
      fc.property(sale, ({ lines, charges }) => {
        const shares = sharesOf(lines, charges);
        const totals = totalsOf(shares);
        expect(shares.map((units) => units.length)).toEqual(lines.map(({ quantity }) => quantity));
        expect(totals.itemsTotal).toBe(sum(lines.map(({ quantity, unitPrice }) => quantity * unitPrice)));
        expect(totals.codFee).toBe(charges.codFee);
        expect(totals.shippingTotal).toBe(charges.shipping);
        expect(totals.total).toBe(totals.itemsTotal - totals.discountTotal + totals.shippingTotal + totals.codFee);
        expect(totals.discountTotal).toBeLessThanOrEqual(
          Math.min(totals.itemsTotal, sum(charges.discounts.map(({ kurus }) => kurus))),
        );
        for (const unit of shares.flat()) {
          expect(unit.discount).toBeLessThanOrEqual(unit.price);
          expect(unit.vat).toBeGreaterThanOrEqual(0);
          expect(unit.vat).toBeLessThanOrEqual(paidFor(unit));
        }
      }),
    );
  });

  test('of one line, carry discounts that name it alone', () => {
    const lines = [
      { quantity: 3, unitPrice: 1_000, vatRate: 20, requiresShipping: true },
      { quantity: 1, unitPrice: 5_000, vatRate: 1, requiresShipping: false },
    ];
    const shares = sharesOf(lines, { discounts: [{ line: 0, kurus: 4_000 }], shipping: 500, codFee: 0 });
    expect(shares[0]?.map(({ discount }) => discount)).toEqual([1_000, 1_000, 1_000]);
    expect(shares[1]).toEqual([{ price: 5_000, discount: 0, shipping: 0, codFee: 0, vat: 50 }]);
    // Nothing is left of what is shipped, so the freight goes by the piece.
    expect(shares[0]?.map(({ shipping }) => shipping)).toEqual([167, 167, 166]);
  });
});
