import { type Facts, factsOf } from '../../src/proposal/review/risks';
import { registry } from '../../src/registry';

/** What values come to is declared where they are, so each place of a stock or a state warns, and no other. */
describe('the risks of values', () => {
  const valuesOf = (entity: string, field: string, before: unknown, after: unknown, more: object = {}) => {
    const { values }: Facts = factsOf(registry.meanings, [{ entity, id: 'x', field, before, after, ...more }]);
    return [...values];
  };

  test.each([
    ['product', 'stock', 3, 0, ['stockZero']],
    ['product', 'stock', null, 0, ['stockZero']],
    ['product', 'stock', 0, 3, []],
    ['product', 'stock', 3, null, []],
    ['variant', 'stock', 3, 0, ['stockZero']],
    ['product', 'variants', [{ id: 'v', stock: 3 }], [{ id: 'v', stock: 0 }], ['stockZero']],
    ['product', 'variants', [], [{ id: 'v', stock: 0 }], []],
    ['product', 'codes', { available: 2, voided: 0 }, { available: 0, voided: 2 }, ['stockZero']],
    ['product', 'codes', { available: 2, voided: 0 }, { available: 1, voided: 0 }, []],
    ['product', 'status', 'active', 'archived', ['archives']],
    ['category', 'status', 'active', 'archived', ['archives']],
    ['collection', 'status', 'archived', 'active', []],
    ['collection', 'productCount', 3, 0, []],
    ['product', 'title', 'a', 'archived', []],
    ['identity', 'iban', 'TR1', 'TR2', ['payee']],
    ['identity', 'iban', null, 'TR2', ['payee']],
    ['identity', 'iban', 'TR1', null, []],
    ['identity', 'phone', 'TR1', 'TR2', []],
    ['checkoutSettings', 'bankAccounts', [{ bank: 'a', iban: 'TR1' }], [{ bank: 'a', iban: 'TR2' }], ['payee']],
    ['checkoutSettings', 'bankAccounts', [], [{ bank: 'a', iban: 'TR2' }], ['payee']],
    ['checkoutSettings', 'bankAccounts', [{ bank: 'a', iban: 'TR1' }], [{ bank: 'b', iban: 'TR1' }], []],
    ['checkoutSettings', 'bankAccounts', [{ bank: 'a', iban: 'TR1' }, { iban: 'TR2' }], [{ iban: 'TR2' }], []],
  ])('of a %s whose %s was %j and is %j', (entity, field, before, after, values) => {
    expect(valuesOf(entity, field, before, after)).toEqual(values);
  });

  test('what is new has lost nothing', () => {
    expect(valuesOf('product', 'stock', null, 0, { created: true })).toEqual([]);
    expect(valuesOf('product', 'status', null, 'archived', { created: true })).toEqual([]);
  });

  test('what is new may be where the money goes', () => {
    expect(valuesOf('identity', 'iban', null, 'TR1', { created: true })).toEqual(['payee']);
  });

  test('a mark that turns the direction of text is told of names as of values', () => {
    const marksOf = (before: unknown, after: unknown) => [
      ...factsOf(registry.meanings, [{ entity: 'metafields', id: 'x', field: 'values', before, after }]).marks,
    ];
    const [named, valued] = [[{ id: 'f', value: { 'a\u202eb': 1 } }], [{ id: 'f', value: { a: 'b\u202e' } }]];
    expect([marksOf([], named), marksOf([], valued), marksOf(named, named)]).toEqual([['RLO'], ['RLO'], []]);
  });
});
