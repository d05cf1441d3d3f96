import fc from 'fast-check';
import { missingParts } from '../../src/checkout/enclave/view';
import { assertSound } from '../../src/coupon/coupon/sound';
import type { Refusal } from '../../src/kernel/errors';
import type { object } from '../../src/kernel/schema/schema';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { types } from '../../src/metafield/definition/fields';
import { valueFaults } from '../../src/metafield/value/rules';
import { fitted } from '../../src/panel/store/fields';
import { turkishDetail } from '../../src/panel/text/details';
import { turkishFault } from '../../src/panel/text/faults';
import { registry } from '../../src/registry';
import { checkoutErrors } from '../../src/store/checkout/rules';
import { fields } from '../../src/store/identity/fields';
import { iban } from '../../src/store/identity/iban';
import { identityErrors } from '../../src/store/identity/rules';
import { assertRested } from '../../src/store/owner/invite';
import { company } from '../store/identity';

/** Those that a person fills in as a form of the panel. */
const forms = [
  'settings.store.update',
  'settings.identity.update',
  'settings.checkout.update',
  'settings.stock.update',
  'catalog.product.update',
  'metafield.definition.create',
];

const checkout = {
  deliveryMinDays: null,
  deliveryMaxDays: null,
  shippingFee: 0,
  freeShippingFrom: 5,
  returnCarrier: null,
  returnCostBorneBy: 'shopper',
  returnCostDisclosure: null,
  cashOnDelivery: false,
  cashOnDeliveryFee: 0,
  cashOnDeliveryCap: null,
  bankAccounts: [],
} as unknown as Parameters<typeof checkoutErrors>[0];
const account = { bank: 'A', holder: 'B', iban: 'TR330006100519786457841326' };

test('whatever is said of a field of a form is said in Turkish', () => {
  const wrong = fc.oneof(
    fc.constantFrom<unknown>('', ' ', 'x', 'x'.repeat(60_000), -1, 1.5, 1e15, true, null, [], {}, ['a', 'a'], [7]),
    fc.array(fc.constant('çok'), { minLength: 200, maxLength: 200 }),
  );
  const untold = new Set<string>();
  for (const command of registry.commands.filter(({ id }) => forms.includes(id))) {
    const names = Object.keys((command.payload as ReturnType<typeof object>).properties);
    const one = fc.record(Object.fromEntries(names.map((name) => [name, wrong])), { requiredKeys: [] });
    for (const payload of fc.sample(one, { numRuns: 60, seed: 7 }))
      for (const { message, pointer } of schemaErrors(command.payload, payload))
        if (turkishFault(message) === undefined && !/ULID|^must be (object|array|boolean|null)/.test(message))
          untold.add(`${command.id}${pointer}: ${message}`);
  }
  // What has a form of its own is said by that, in both languages.
  const ofForms = Object.values(fields).flatMap((field) => JSON.stringify(field).match(/"en":"[^"]+"/g) ?? []);
  expect([...untold].filter((said) => !ofForms.some((en) => said.endsWith(`must be ${en.slice(6, -1)}`)))).toEqual([
    'metafield.definition.create/key: must be small letters, digits and _, a letter first',
  ]);
});

test('so is what the rules of a shop say', () => {
  const trader = { ...company, legalForm: 'sole_trader' } as Parameters<typeof identityErrors>[0];
  const errors = [
    ...identityErrors(trader),
    ...identityErrors({ ...trader, legalForm: 'limited', taxNumber: null, mersis: null, nationalId: '10000000000' }),
    ...identityErrors({ ...trader, district: 'Nişantaşı', iban: 'TR330006100519786457841327' }),
    ...checkoutErrors(checkout),
    ...checkoutErrors({ ...checkout, deliveryMinDays: 3, cashOnDeliveryFee: 5, cashOnDeliveryCap: 7 }),
    ...checkoutErrors({ ...checkout, deliveryMinDays: 3, deliveryMaxDays: 2, bankAccounts: [account, account] }),
    ...checkoutErrors({ ...checkout, cashOnDelivery: true, cashOnDeliveryFee: 5, cashOnDeliveryCap: 5 }),
  ];
  expect(errors.length).toBeGreaterThan(13);
  expect(errors.filter(({ message }) => turkishFault(message) === undefined)).toEqual([]);
});

test('so is what the rules of custom fields say', () => {
  const dates: Partial<Record<string, readonly string[]>> = {
    date: ['2026-01-01', '2026-12-31'],
    date_time: ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'],
  };
  const wrong = ['', 'x'.repeat(70_000), 'xyz', -5, 1.5, 7, 1e15, true, {}, '2020-01-01', '2030-01-01T00:00:00Z'];
  const faults = types.flatMap((type) => {
    const [min, max] = dates[type] ?? [6, 10];
    const rules = [{ min }, { max }, { minLength: 9 }, { maxLength: 1 }, { choices: ['a'] }];
    return [true, false].flatMap((list) =>
      rules.flatMap((validations) =>
        [...wrong, wrong].flatMap((value) => valueFaults({ type, list, validations } as never, value as never)),
      ),
    );
  });
  expect(new Set(faults.map(({ message }) => message)).size).toBeGreaterThan(20);
  expect(faults.filter(({ message }) => turkishFault(message) === undefined)).toEqual([]);
  expect(turkishFault('must not be less than 18990 kuruş')).toBe('en az 189,90\u00a0TL olmalı');
});

test('numbers are taken as people write them, and what is no number stays as it is', () => {
  const { phone } = fields;
  const [taxNumber] = (fields.taxNumber as unknown as { anyOf: [typeof phone] }).anyOf;
  expect(fitted('0532 111 22 33', phone)).toBe('+905321112233');
  expect(fitted('(0532) 111-22-33', phone)).toBe('+905321112233');
  expect(fitted('532 111 2233', phone)).toBe('+905321112233');
  expect(fitted('90 532 111 2233', phone)).toBe('+905321112233');
  expect(fitted('+49 30 123456', phone)).toBe('+4930123456');
  expect(fitted('444 1 234', phone)).toBe('4441234');
  expect(fitted('0532 111 22', phone)).toBe('0532 111 22');
  expect(fitted('tr33 0006 1005 1978 6457 8413 26', iban)).toBe('TR330006100519786457841326');
  expect(fitted('454 053 69 20', taxNumber)).toBe('4540536920');
  // Codes of products differ by what stands between their characters.
  expect(fitted(' AB 12 ', { pattern: '^\\S+$' })).toBe(' AB 12 ');
});

test('what is said of a coupon is said in Turkish', () => {
  const terms = [
    { percent: null, amount: null },
    { percent: 5, amount: 5 },
  ].flatMap((each) => (['percent', 'amount', 'delivery'] as const).map((kind) => ({ ...each, kind })));
  const said = terms.flatMap((each) => {
    try {
      const [startsAt, endsAt] = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
      assertSound({ ...each, startsAt, endsAt } as Parameters<typeof assertSound>[0]);
    } catch (refusal) {
      return (refusal as Refusal).options.errors ?? [];
    }
    throw new Error('a coupon that ends before it starts is sound');
  });
  expect(new Set(said.map(({ pointer }) => pointer))).toEqual(new Set(['/percent', '/amount', '/endsAt']));
  expect(said.filter(({ message }) => turkishFault(message) === undefined)).toEqual([]);
});

test('the details that people meet are said in Turkish', () => {
  const { cart, ...others } = Object.fromEntries(missingParts.map((part) => [part, part]));
  expect(turkishDetail(`The shopper has not filled in: ${Object.keys(others).join(', ')}.`)).toBe(
    'Eksik: alıcı, teslimat adresi, kargo, ödeme yolu.',
  );
  expect(turkishDetail(`The shopper has not filled in: ${cart}.`)).toBe('Eksik: ürün.');
  expect(() => assertRested(new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(), new Date())).toThrow(
    expect.objectContaining({ message: expect.stringContaining('A link went out within the last minute.') }),
  );
  expect(turkishDetail('A link went out within the last minute.')).toMatch(/bir dakika/);
});
