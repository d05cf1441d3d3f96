import type { Refusal } from '../../src/kernel/errors';
import { time, ulidSchema, webAddress } from '../../src/kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../src/kernel/schema/validation';
import { registry } from '../../src/registry';

const MIB = 1024 * 1024;

const refusalOf = (value: unknown): Refusal => {
  try {
    assertStorable(value);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('nothing was refused');
};

describe('validation', () => {
  const schemas = [
    ...registry.commands.map(({ id, payload }) => ({ id, schema: payload })),
    ...registry.routes.flatMap(({ id, body }) => (body ? [{ id, schema: body }] : [])),
  ];
  const hostile = [
    Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`k${index}`, 0])),
    ...['items', 'productIds', 'codes', 'tags', 'variants', 'scopes'].map((name) => ({
      [name]: Array.from({ length: 45_000 }, () => ({})),
    })),
    Array.from({ length: 45_000 }, () => null),
  ];

  test.each(schemas)('$id: of a body of faults the first ones are looked for and no more', ({ schema }) => {
    for (const body of hostile) {
      // An array of the right name may fit a schema; whoever does not fit is refused for its first fault or two.
      expect(schemaErrors(schema, body).length).toBeLessThanOrEqual(4);
    }
  });

  test('of a small body every fault is named, at most 20', () => {
    const create = registry.commands.find(({ id }) => id === 'catalog.product.create');
    const errors = schemaErrors(create?.payload as never, { price: 'x', nonsense: 1 }, '/payload');
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/payload/nonsense',
      '/payload/price',
      '/payload/title',
    ]);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 0]));
    expect(schemaErrors(create?.payload as never, many)).toHaveLength(20);
  });

  test('of what may be null one fault is told, and of what stands twice which', () => {
    const update = registry.commands.find(({ id }) => id === 'catalog.price.set')?.payload as never;
    const targetId = `prd_${'0'.repeat(26)}`;
    expect(schemaErrors(update, { targetId, price: -1 })).toEqual([{ pointer: '/price', message: 'must be >= 0' }]);
    expect(schemaErrors(update, { targetId, price: 'x' })).toEqual([
      { pointer: '/price', message: 'must be integer or null, in kuruş: 189.90 TL is 18990' },
    ]);
    const create = registry.commands.find(({ id }) => id === 'catalog.product.create')?.payload as never;
    expect(schemaErrors(create, { title: 'x', price: 1, tags: ['a', 'b', 'a'] })).toEqual([
      { pointer: '/tags/2', message: 'stands earlier in the list' },
    ]);
  });

  test('what a newcomer gets wrong first is told in words: an amount with a point, a key, an identifier', () => {
    const create = registry.commands.find(({ id }) => id === 'catalog.product.create')?.payload as never;
    expect(schemaErrors(create, { title: 'x', price: 189.9 })).toEqual([
      { pointer: '/price', message: 'must be integer, in kuruş: 189.90 TL is 18990' },
    ]);
    // A count is no amount.
    expect(schemaErrors(create, { title: 'x', price: 1, stock: 1.5 })[0]?.message).not.toContain('kuruş');
    const price = registry.commands.find(({ id }) => id === 'catalog.price.set')?.payload as never;
    expect(schemaErrors(price, { targetId: '7', price: 1 })).toEqual([
      { pointer: '/targetId', message: 'must be an identifier: prd_ or var_ and a ULID' },
    ]);
    expect(schemaErrors(ulidSchema, 'abc')).toEqual([
      { pointer: '', message: 'must be a ULID: 26 digits and capital letters, without I, L, O and U' },
    ]);
  });

  test('more values than a call needs are refused before any schema', () => {
    const wide = JSON.parse(`[${Array.from({ length: MIB / 3 }, () => '{}').join()}]`);
    const { code, detail } = refusalOf(wide);
    expect([code, detail]).toEqual(['invalid_request', expect.stringContaining('goes beyond the 50000 values')]);
    expect(() => assertStorable(Array.from({ length: 49_000 }, () => 0))).not.toThrow();
  });

  test('a fault is found where it is, and a long key does not come back whole', () => {
    const { options } = refusalOf({ a: [{ 'b/c': 'x\0' }] });
    expect(options.errors).toEqual([{ pointer: '/a/0/b~1c', message: 'must be well-formed Unicode without NUL' }]);
    const long = 'x'.repeat(MIB);
    expect(refusalOf({ [long]: '\0' }).detail.length).toBeLessThan(400);
    const [create] = registry.commands;
    expect(JSON.stringify(schemaErrors(create?.payload as never, { [long]: 1 })).length).toBeLessThan(4_000);
  });
});

test.each([
  ['2026-06-30T23:59:59Z', true],
  ['2026-06-30T23:59:59.123456+03:00', true],
  ['2026-06-30t23:59:59z', true],
  ['2026-06-30 23:59:59Z', true],
  ['2026-06-3x23:59:59Z', false],
  ['2026-06-30T2x:59:59Z', false],
  ['2026-06-30T23:59:5xZ', false],
  ['2026-06-30T23:59:59+0x:00', false],
  ['2026-06-30T23:59:59+03:6x', false],
  ['2026-06-30T23:59:59+0300', false],
  ['2026-06-30T23:59:59+03:60', false],
  ['2026-06-30\u00a023:59:59Z', false],
  ['2026-06-30\u300023:59:59Z', false],
  [`2026-06-30T23:59:59.${'0'.repeat(200)}Z`, false],
  ['2026-06-30T23:59:60Z', false],
  ['2026-06-30T20:29:60-03:30', false],
  ['0000-01-01T00:00:00Z', false],
  ['2026-06-30T00:00:00+15:00', false],
])('a time that a Date or Postgres does not know is none: %s', (text, fits) => {
  expect(schemaErrors(time(), text).length === 0).toBe(fits);
  if (fits) expect(new Date(text).getTime()).not.toBeNaN();
});

test.each([
  ['https://magaza.example/geri?x=1', true],
  ['http://localhost:3000/', true],
  ['https://mağaza.example/geri', true],
  ['https://[bad', false],
  ['https://:@', false],
  ['https://a:99999/', false],
  ['javascript://a', false],
  ['https://magaza.example/\u202e', false],
])('where a browser can be sent: %s', (text, fits) => {
  expect(schemaErrors(webAddress(500), text).length === 0).toBe(fits);
});
