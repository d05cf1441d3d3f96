import fc from 'fast-check';
import { unitFor } from '../../src/order/claim/choose';

type Line = Parameters<typeof unitFor>[0][number];

const lineOf = (prices: readonly number[], refundedUnits: readonly number[], more: object = {}): Line =>
  ({
    id: 'oln_1',
    channelLine: 'b:A',
    units: prices.map((price) => ({ price })),
    refundedUnits: [...refundedUnits],
    keptUnits: [],
    ...more,
  }) as unknown as Line;
const other = lineOf([3_333], [], { id: 'oln_2', channelLine: 'b:B' });

describe('unitFor', () => {
  test('takes the nearest unit where a corrected total has moved the price of the piece', () => {
    const line = lineOf([3_333, 3_333, 3_334], [0, 1]);
    expect(unitFor([other, line], { key: 'b:A', price: 3_333 })).toEqual({ lineId: 'oln_1', unit: 2 });
  });

  test('finds none only where no unit of the line is free, and always one of the nearest', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 });
    const wanted = fc.option(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(prices, fc.array(fc.nat(5)), fc.array(fc.nat(5)), wanted, (all, refunded, kept, price) => {
        const line = lineOf(all, refunded, { keptUnits: kept });
        const free = all.flatMap((each, unit) =>
          refunded.includes(unit) || kept.includes(unit) ? [] : [{ unit, far: Math.abs(each - (price ?? each)) }],
        );
        const chosen = unitFor([line, other], { key: 'b:A', price });
        if (free.length === 0) expect(chosen).toBeUndefined();
        else expect(free.find(({ unit }) => unit === chosen?.unit)?.far).toBe(Math.min(...free.map(({ far }) => far)));
      }),
    );
  });
});
