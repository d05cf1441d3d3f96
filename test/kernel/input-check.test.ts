import { checkPayload } from '../../src/kernel/call/input-check';
import type { Command } from '../../src/kernel/declaration/command';
import { expectedRev, guard, id, isGuard, object, propertiesOf, t, time } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';

describe('a call that states a guard', () => {
  const payload = object(
    {
      orderId: id('ord'),
      expectedRev,
      seenTotal: t.Optional(guard(t.Integer())),
      expectedDeliveryAt: t.Optional(time()),
    },
    { minProperties: 2 },
  );
  const orderId = `ord_${'0'.repeat(26)}`;
  const check = (more: object) => () =>
    checkPayload({ payload } as unknown as Command, { orderId, ...more }, (pointer) => pointer);
  const expectedDeliveryAt = '2026-01-01T00:00:00Z';

  test('is a call by what it asks for', () => {
    expect(check({ expectedRev: 3 })).toThrow();
    expect(check({ expectedRev: 3, seenTotal: 7 })).toThrow();
    expect(check({ expectedRev: 3, expectedDeliveryAt })).not.toThrow();
  });

  test('has none in a field that is only called like one', () => {
    expect(check({ expectedDeliveryAt })).not.toThrow();
  });

  test('may state these', () => {
    const names = registry.commands.flatMap((command) =>
      Object.entries(propertiesOf(command.payload)).flatMap(([name, schema]) => (isGuard(schema) ? name : [])),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      'expectedCodes',
      'expectedGeneration',
      'expectedName',
      'expectedRev',
      'expectedSetAt',
      'expectedStock',
      'expectedTokenDefaultExpiryDays',
    ]);
  });
});
