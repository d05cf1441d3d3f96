import fc from 'fast-check';
import { trackingNumbersIn } from '../../src/panel/bulk/tracking-numbers';
import '../world/fast-check';

describe('a pasted list of tracking numbers', () => {
  const orders = [
    { id: 'a', number: 'TZ-1001' },
    { id: 'b', number: '1002' },
    { id: 'c', number: '1003' },
  ];
  const read = (text: string) => trackingNumbersIn(text, orders);
  const inOrder = (...numbers: string[]) =>
    numbers.map((trackingNumber, nth) => ({ orderId: 'abc'[nth], trackingNumber }));
  const nothing = { unread: [], repeated: [] };

  test('is of the orders in their order where no line names one', () => {
    expect(read('11\n\n22\r\n33\n')).toEqual({ mode: 'in_order', given: inOrder('11', '22', '33'), ...nothing });
    expect(read('1234 5678')).toEqual({ mode: 'in_order', given: inOrder('1234 5678'), ...nothing });
    expect(read('')).toEqual({ mode: 'in_order', given: [], ...nothing });
  });

  test('is of the orders that its lines name, whatever stands between', () => {
    const given = inOrder('11', '22 2', '33');
    expect(read('1003\t33\ntz-1001, 11\n#1002 22 2')).toEqual({ mode: 'named', given, ...nothing });
  });

  test.each([
    ['names an order that is not selected', '1002, 22\n9999, 444', '9999, 444'],
    ['names no order while others do', '1002; 22\n444', '444'],
    ['names an order, and no number', '1002 22\n1003', '1003'],
    ['has an empty number', '1002\t22\n1003\t', '1003'],
    ['has more columns than two', '1002;22\n1003;33;Yurtiçi', '1003;33;Yurtiçi'],
    ['is longer than a number', `1002;22\n1003;${'3'.repeat(101)}`, `1003;${'3'.repeat(101)}`],
  ])('gives nobody the line that %s', (_, text, unread) => {
    const given = [{ orderId: 'b', trackingNumber: '22' }];
    expect(read(text)).toEqual({ mode: 'named', given, unread: [unread], repeated: [] });
  });

  test('names alone, of which none is selected, are given to nobody', () => {
    expect(read('1060, 12345\n9999, 444')).toMatchObject({ given: [], unread: ['1060, 12345', '9999, 444'] });
  });

  test.each(['Sipariş No;Takip No\n1002;22', 'order\ttracking\n1002\t22', 'Takip no\n1002 22'])(
    'has a row of titles, which is left out: %j',
    (text) => {
      const given = [{ orderId: 'b', trackingNumber: '22' }];
      expect(read(text)).toEqual({ mode: 'named', given, ...nothing });
    },
  );

  test('a row of titles above numbers alone is left out too', () => {
    expect(read('Takip no\n77')).toEqual({ mode: 'in_order', given: inOrder('77'), ...nothing });
  });

  test('tells a number that several orders get', () => {
    expect(read('1002,22\n1003,22')).toMatchObject({ repeated: ['22'] });
    expect(read('5\n5\n5')).toMatchObject({ mode: 'in_order', repeated: ['5'] });
  });

  test('is refused where an order stands twice, or numbers are left over', () => {
    expect(read('TZ-1001 1\nTZ-1001 2')).toEqual({ fault: 'twice', text: 'TZ-1001' });
    expect(read('1\n2\n3\n4')).toEqual({ fault: 'too_many', text: '4' });
  });

  test('whatever is pasted, an order gets what its own line says, or every line is of one way', () => {
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('TZ-1001', '1002', '1003', '9999'), fc.constantFrom(', ', '\t', ';', ' '))
        .map(([name, between]) => `${name}${between}7${name}`),
      fc.constantFrom('55', 'Takip no', '66 77'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const answer = read(lines.join('\n'));
        if ('fault' in answer || answer.mode === 'in_order') return;
        const numbers = new Map(orders.map(({ id, number }) => [id, number]));
        for (const { orderId, trackingNumber } of answer.given) expect(trackingNumber).toBe(`7${numbers.get(orderId)}`);
      }),
    );
  });
});
