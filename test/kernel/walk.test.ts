import { jobKind } from '../../src/channel/job/declaration';
import { type Command, command } from '../../src/kernel/declaration/command';
import { amountsStated, entity, unitsOf } from '../../src/kernel/declaration/entity';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { readRoute } from '../../src/kernel/declaration/route';
import { idsNamed } from '../../src/kernel/declaration/subject';
import { newId } from '../../src/kernel/ids';
import { fieldOf, labelOf, placeOf, unitOf } from '../../src/kernel/schema/meaning';
import {
  answered,
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  objectName,
  type TSchema,
  t,
} from '../../src/kernel/schema/schema';
import { textErrors } from '../../src/kernel/schema/validation';
import { assertRead } from '../../src/kernel/schema/walk';
import { table } from '../../src/kernel/table/table';
import { provider } from '../../src/provider/provider';

const text = t.String();
const price = label('Fiyat', 'Price')(kurus());
/** No identifier is shown by a name here. */
const nameless = { titleOf: (id: string) => id };

const sending = (more: Partial<Command>): Command =>
  command({
    id: 'parcel.send',
    label: { tr: 'Gönder', en: 'Send' },
    summary: 'Sends a parcel.',
    policy: 'owner',
    scope: 'store:admin',
    payload: object({}),
    result: object({}),
    refuses: [],
    example: {},
    run: async () => ({}),
    ...more,
  } as never);

/** Each keyword in which a schema could stand and no reader looks, and forms of those in which they do. */
const unread: readonly (readonly [way: string, schema: TSchema])[] = [
  ['allOf', t.Intersect([object({ a: text }), object({})])],
  ['oneOf', t.Unsafe({ oneOf: [text] })],
  ['not', t.Unsafe({ not: text })],
  ['if', t.Unsafe({ if: text })],
  ['then', t.Unsafe(Object.fromEntries([['then', text]]))],
  ['else', t.Unsafe({ else: text })],
  ['$ref', t.Unsafe({ $ref: '#/a' })],
  ['$defs', t.Unsafe({ $defs: { a: text } })],
  ['prefixItems', t.Unsafe({ type: 'array', prefixItems: [text] })],
  ['additionalItems', t.Tuple([text, text])],
  ['items', t.Unsafe({ type: 'array', items: [text, text] })],
  ['items', t.Unsafe({ type: 'array', items: true })],
  ['contains', t.Unsafe({ type: 'array', contains: text })],
  ['additionalProperties', t.Object({}, { additionalProperties: text })],
  ['additionalProperties', t.Object({}, { additionalProperties: true })],
  ['properties', t.Object({ a: text })],
  ['patternProperties', t.Unsafe({ type: 'object', patternProperties: { '^a': text, '^b': text } })],
  ['patternProperties', t.Unsafe({ ...object({ a: text }), patternProperties: { '^b': text } })],
  ['propertyNames', t.Unsafe({ type: 'object', propertyNames: text })],
  ['dependentSchemas', t.Unsafe({ type: 'object', dependentSchemas: { a: text } })],
  ['unevaluatedProperties', t.Unsafe({ type: 'object', unevaluatedProperties: text })],
  ['anyOf', t.Unsafe({ anyOf: [object({})], properties: { a: text }, additionalProperties: false })],
  ['anyOf', t.Unsafe({ anyOf: [true] })],
  ['type', t.Unsafe({ type: ['string', 'null'] })],
  ['enum', t.Unsafe({ type: 'string', enum: ['a', null] })],
  ['nullable', t.Unsafe({ type: 'string', nullable: true })],
];

describe('what no reader of schemas would find', () => {
  test.each(unread)('is refused: %s', (way, schema) => {
    const said = `/${way}, in which nothing that is declared would be found`;
    expect(() => assertRead('it', schema)).toThrow(`it has ${said}`);
    const nested: TSchema = object({ at: nullable(t.Array(t.Record(t.String(), object({ in: t.Optional(schema) })))) });
    expect(() => assertRead('it', nested)).toThrow(`it has /at/*/in${said}`);
  });

  test('is none of what is declared', () => {
    const whole: TSchema = object({
      a: nullable(t.Array(t.Record(t.String(), price), { maxItems: 3 })),
      b: t.Unknown(),
    });
    expect(() => assertRead('it', whole)).not.toThrow();
  });

  const stray = t.Intersect([object({ a: text }), object({})]);
  const of = object({ stray });
  const route = (more: object) =>
    readRoute({ ...sending({}), kind: 'route', http: 'POST /v1/parcels', ...more } as never);
  test.each<[string, () => unknown, string]>([
    ['a payload', () => buildRegistry([sending({ payload: of })], []), 'parcel.send has /payload/stray/allOf'],
    ['a result', () => buildRegistry([sending({ result: of })], []), 'parcel.send has /result/stray/allOf'],
    [
      'what is told once',
      () => buildRegistry([sending({ answersOnce: { stray } })], []),
      'parcel.send has /stray/allOf',
    ],
    ['a query', () => buildRegistry([route({ query: of })], []), 'parcel.send has /query/stray/allOf'],
    ['the body of a read', () => buildRegistry([route({ body: of })], []), 'parcel.send has /body/stray/allOf'],
    ['an entity', () => buildRegistry([], [entity('parcel', of, { titles: nameless })]), 'a parcel has /stray/allOf'],
    [
      'a column',
      () =>
        table({
          word: 'parcel',
          label: label('Koli', 'Parcel'),
          table: 'parcel',
          columns: { at: { type: 'jsonb', schema: of } },
        }),
      'the table of a parcel has /at/stray/allOf',
    ],
    [
      'what a job is given',
      () =>
        jobKind({
          name: 'x',
          terms: {} as never,
          input: { stray },
          counters: {},
          details: {},
          position: {},
          initial: {} as never,
          result: { fields: {}, of: () => ({}) },
        }),
      'a job of the kind x has /input/stray/allOf',
    ],
    [
      'the configuration of a provider',
      () =>
        provider({
          manifest: { key: 'x', config: object({ stray: label('A', 'A')(stray) }) } as never,
          settings: {},
        }),
      'the configuration of x has /stray/allOf',
    ],
  ])('is refused when the product starts, in %s', (_, build, said) => {
    expect(build).toThrow(said);
  });
});

describe('what is stated', () => {
  test('has a default in a query alone, where it is written in', () => {
    const field = { limit: t.Optional(t.Integer({ default: 7 })) };
    const query: Record<string, unknown> = {};
    expect(textErrors(object(field), query, '')).toEqual([]);
    expect(query).toEqual({ limit: 7 });
    expect(() => buildRegistry([sending({ payload: object(field) as never })], [])).toThrow(
      'parcel.send declares a default',
    );
  });

  test('has fields of its own: each door takes it apart by them', () => {
    const payload = t.Union([object({ a: text }), object({ b: text })]) as never;
    expect(() => buildRegistry([sending({ payload })], [])).toThrow('has a payload that names no fields of its own');
  });

  test('names no stored bytes: those could be anybody’s', () => {
    const payload = object({ files: t.Array(object({ object: objectName })) }) as never;
    expect(() => buildRegistry([sending({ payload })], [])).toThrow('lets callers name stored bytes as files');
    expect(() => buildRegistry([sending({ payload, runtimeOnly: true })], [])).not.toThrow();
  });
});

describe('a record', () => {
  const prices = object({ byShop: t.Record(t.String(), object({ price })) });

  test('says what is under each of its names', () => {
    const place = fieldOf(fieldOf(fieldOf(placeOf(prices), 'byShop'), 'ankara'), 'price');
    expect([unitOf(place), labelOf(place)]).toEqual(['kuruş', { tr: 'Fiyat', en: 'Price' }]);
    expect(unitsOf([entity('parcel', prices, { titles: nameless })])('parcel', 'byShop')).toEqual({
      units: { '*/price': 'kuruş' },
    });
  });

  test('has amounts that limits judge, and identifiers that a call is found by', () => {
    const stated = { byShop: { ankara: { price: 5 }, 'izmir\n': { price: 7 } } };
    expect(amountsStated({ schema: prices, prices: ['byShop/*/price'] }, 'p', stated)).toEqual([
      { id: 'p', field: 'byShop/ankara/price', amount: 5, name: null },
      { id: 'p', field: 'byShop/izmir\n/price', amount: 7, name: null },
    ]);
    const productId = newId('prd');
    expect(idsNamed(object({ of: t.Record(t.String(), id('prd')) }), { of: { a: productId, b: 'x' } })).toEqual([
      productId,
    ]);
  });

  test('promises in answers what its values are, not how long they may be today', () => {
    expect(answered(t.Record(t.String(), line(80)))).toMatchObject({
      patternProperties: { '^.*$': { type: 'string' } },
    });
    expect(JSON.stringify(answered(t.Record(t.String(), line(80))))).not.toContain('maxLength');
    const nested = object({
      line: t.Optional(line(5)),
      lists: t.Array(object({ of: t.Array(line(5), { maxItems: 2 }) })),
    });
    expect(answered(nested)).toMatchObject({ required: ['lists'], additionalProperties: false });
    expect(JSON.stringify(answered(nested))).not.toMatch(/maxLength|maxItems|pattern/);
    expect(t.IsOptional(answered(nested).properties.line)).toBe(true);
    // What is stated is held to its limits as before.
    expect(JSON.stringify(nested)).toContain('maxLength');
  });
});

test('choices within choices are looked into as well: a nested amount is judged, once', () => {
  const schema = object({ offer: nullable(t.Union([object({ price }), t.Array(object({ price }))])) });
  const amounts = (offer: unknown) =>
    amountsStated({ schema, prices: ['offer/price'] }, 'p', { offer }).map(({ amount }) => amount);
  expect([amounts({ price: 5 }), amounts([{ price: 6 }]), amounts(null)]).toEqual([[5], [6], []]);
});

test('a number that may be null is read from text as strictly as one that may not', () => {
  const schema = object({ stock: nullable(t.Integer()) });
  expect(textErrors(schema, { stock: '0x10' }, '')).toEqual([
    { pointer: '/stock', message: 'must be a plain decimal number' },
  ]);
});
