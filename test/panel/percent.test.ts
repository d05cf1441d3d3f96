import { percentIn, percentMost, priceChangeIn } from '../../src/panel/bulk/price-change';
import { alikeMoves, type Moves } from '../../src/panel/proposals/moves';
import { percent } from '../../src/panel/text/format';
import { tr } from '../../src/panel/text/tr';

test('a change that stays below a bound does not read as the bound', () => {
  expect(percent(-19.5, tr)).toBe('-%19,5');
  expect(percent(-19.97, tr)).toBe('-%19,9');
  expect(percent(-20, tr)).toBe('-%20');
  expect(percent(57, tr)).toBe('+%57');
});

test('a price is lowered by 90 percent at most, as the API takes it', () => {
  expect([percentMost('lower'), percentMost('raise')]).toEqual([90, 1_000]);
  expect([percentIn('%101'), percentIn('100')]).toEqual([101, 100]);
  expect([priceChangeIn('%90 indirim'), priceChangeIn('%91 indirim')]).toEqual([-90, null]);
});

describe('moves of amounts', () => {
  const moves = (entity: string, count: number, bounds: readonly number[]): Moves => {
    const [percentMin = 0, percentMedian = 0, percentMax = 0] = bounds;
    return { entity, field: 'price', count, percentMin, percentMedian, percentMax };
  };
  const read = (...amounts: Moves[]) =>
    alikeMoves(
      amounts,
      () => 'Fiyat',
      ({ entity }) => entity,
    ).map(({ name, count }) => `${count} × ${name}`);

  test('of products and of variants are one where both read alike, and named apart otherwise', () => {
    expect(read(moves('product', 2, [5, 5, 5]), moves('variant', 1, [5, 5, 5]))).toEqual(['3 × Fiyat']);
    expect(read(moves('product', 2, [5, 5, 5]), moves('variant', 1, [4, 5, 6]))).toEqual([
      '2 × Fiyat (product)',
      '1 × Fiyat (variant)',
    ]);
  });
});
