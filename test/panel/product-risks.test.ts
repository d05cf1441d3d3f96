import fc from 'fast-check';
import type { Product } from '../../src/panel/api/types';
import { risksOf } from '../../src/panel/products/risks';

const product = {
  id: 'prd_1',
  title: 'Gömlek',
  handle: 'gomlek',
  price: 10_000,
  stock: null,
  variants: [
    { id: 'var_s', title: 'S', price: null, stock: 3 },
    { id: 'var_m', title: 'M', price: 40_000, stock: 0 },
  ],
} as unknown as Product;

const kinds = (command: string, payload: object) =>
  risksOf(product, [{ command, payload: payload as Readonly<Record<string, unknown>> }]).map(({ kind }) => kind);

describe('what is looked at before the page of a product is saved', () => {
  test('a price that changes by more than half, and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (price) => {
        const expected = price < 5_000 || price > 15_000 ? ['price'] : [];
        expect(kinds('catalog.price.set', { targetId: 'prd_1', price })).toEqual(expected);
      }),
    );
  });

  test('a variant without a price has that of its product', () => {
    expect(kinds('catalog.price.set', { targetId: 'var_s', price: 15_001 })).toEqual(['price']);
    expect(kinds('catalog.price.set', { targetId: 'var_s', price: 15_000 })).toEqual([]);
    expect(risksOf(product, [{ command: 'catalog.price.set', payload: { targetId: 'var_m', price: null } }])).toEqual([
      { kind: 'price', of: 'M', from: 40_000, to: 10_000 },
    ]);
  });

  test('a stock that becomes zero of what was for sale', () => {
    const set = (stock: number | null, expectedStock: number | null) =>
      kinds('catalog.stock.set', { targetId: 'var_s', stock, expectedStock });
    expect([set(0, 3), set(0, null)]).toEqual([['soldOut'], ['soldOut']]);
    expect([set(1, 3), set(null, 3), set(0, 0), set(0, -2)]).toEqual([[], [], [], []]);
  });

  test('an address that changes, and a variant that goes', () => {
    expect(kinds('catalog.product.update', { handle: 'yeni' })).toEqual(['handle']);
    expect(kinds('catalog.product.update', { title: 'Yeni', handle: 'gomlek' })).toEqual([]);
    expect(kinds('catalog.product.setVariants', { variants: [{ id: 'var_m' }, { title: 'L' }] })).toEqual(['removed']);
    expect(kinds('catalog.product.setVariants', { variants: [{ id: 'var_m' }, { id: 'var_s' }] })).toEqual([]);
  });
});
