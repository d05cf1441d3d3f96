import { trackingNumbersIn } from '../../src/panel/bulk/tracking-numbers';

describe('a pasted list of tracking numbers', () => {
  const orders = [
    { id: 'a', number: 'TZ-1001' },
    { id: 'b', number: 'TZ-1002' },
    { id: 'c', number: 'TZ-1003' },
  ];
  const read = (text: string) => trackingNumbersIn(text, orders);

  test('is of the orders in their order, or of those that its lines name', () => {
    expect(read('11\n\n22\r\n33\n')).toEqual({
      given: [
        { orderId: 'a', trackingNumber: '11' },
        { orderId: 'b', trackingNumber: '22' },
        { orderId: 'c', trackingNumber: '33' },
      ],
    });
    expect(read('tz-1003\t33\n11\n#TZ-1002; 22')).toEqual({
      given: [
        { orderId: 'a', trackingNumber: '11' },
        { orderId: 'b', trackingNumber: '22' },
        { orderId: 'c', trackingNumber: '33' },
      ],
    });
    expect(read('')).toEqual({ given: [] });
  });

  test('is refused where an order stands twice, or numbers are left over', () => {
    expect(read('TZ-1001 1\nTZ-1001 2')).toEqual({ fault: 'twice', text: 'TZ-1001' });
    expect(read('1\n2\n3\n4')).toEqual({ fault: 'too_many', text: '4' });
  });
});
