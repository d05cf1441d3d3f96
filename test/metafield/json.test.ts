import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { foreignErrors } from '../../src/kernel/schema/foreign';
import { shapeFaults } from '../../src/metafield/definition/shape';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const SHEET = {
  type: 'object',
  required: ['kumaş'],
  additionalProperties: false,
  properties: {
    kumaş: { type: 'string', minLength: 2, maxLength: 40 },
    weight: { type: ['integer', 'null'], minimum: 1 },
    washing: { type: 'array', maxItems: 3, items: { enum: ['30', '40', 'hand'] } },
    since: { type: 'string', format: 'date' },
    constructor: { type: 'boolean' },
  },
};

describe('a custom field of JSON', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  let count = 0;
  const defining = (more: object) => {
    count += 1;
    const field = { target: 'product', key: `sheet_${count}`, type: 'json', label: 'Künye', ...more };
    return world.run('metafield.definition.create', field, { as: world.owner });
  };
  const define = async (more: object = {}): Promise<{ id: string; key: string }> =>
    ((await defining(more)).body as { result: never }).result;
  const product = () => world.done('catalog.product.create', { title: 'Gömlek', price: 100 });
  const set = (ownerId: string, key: string, value: unknown) => world.run('metafield.set', { ownerId, key, value });
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  test('stands on the product and in the storefront, is told, found by whether it is there, and taken back', async () => {
    const { id } = await product();
    const { key } = await define({ validations: { schema: SHEET } });
    const value = { kumaş: 'Keten', weight: null, washing: ['30', 'hand'] };
    await world.done('metafield.set', { ownerId: id, key, value });
    expect((await get(id)).metafields).toEqual([{ key, type: 'json', value }]);
    const [kv] = await world.database
      .reader(world.storeId)
      .query<{ metafields: object }>(
        `SELECT value -> 'metafields' AS metafields FROM storefront_kv WHERE store_id = $1 AND value ->> 'id' = $2`,
        [world.storeId, id],
      );
    expect(kv?.metafields).toEqual({ [key]: value });
    const listed = async () =>
      (await world.read('catalog.products.list', { query: { metafields: key } })).items.map(
        (item: { id: string }) => item.id,
      );
    expect(await listed()).toEqual([id]);
    await world.done('metafield.set', { ownerId: id, key, value: { ...value, weight: 180 } });
    const { changes, inverse } = await lastOf(world, id);
    expect(changes).toMatchObject([{ after: { values: [{ key, value: { weight: 180 } }] } }]);
    const back = inverse as unknown as { command: string; payload: object };
    await world.done(back.command, back.payload);
    expect((await get(id)).metafields).toEqual([{ key, type: 'json', value }]);
    await world.done('metafield.unset', { ownerId: id, key });
    expect(await listed()).toEqual([]);
  });

  test('fits the form of its definition, and what does not is named by its place', async () => {
    const { id } = await product();
    const { key } = await define({ validations: { schema: SHEET } });
    const many = await define({ validations: { schema: SHEET }, list: true });
    for (const [value, pointer, message] of [
      [{}, '/kumaş', 'is required'],
      [{ kumaş: 'K' }, '/kumaş', 'must NOT have fewer than 2 characters'],
      [{ kumaş: 'Keten', color: 1 }, '/color', 'is not known here'],
      [{ kumaş: 'Keten', weight: 0 }, '/weight', 'must be >= 1'],
      [{ kumaş: 'Keten', washing: ['30', '95'] }, '/washing/1', 'must be one of the choices of its schema'],
      [{ kumaş: 'Keten', since: '2026-02-31' }, '/since', 'must match format "date"'],
      [{ kumaş: 'Keten', constructor: 'x' }, '/constructor', 'must be boolean'],
    ] as const) {
      const { body } = await set(id, key, value);
      expect(body).toMatchObject({
        code: 'metafield_invalid',
        errors: [{ pointer: `/payload/value${pointer}`, message }],
      });
      const inList = await set(id, many.key, [{ kumaş: 'Keten' }, value]);
      expect(inList.body).toMatchObject({ errors: [{ pointer: `/payload/value/1${pointer}`, message }] });
    }
    expect(await said(set(id, key, [{ kumaş: 'Keten' }]))).toBe('422 metafield_invalid');
    expect(await said(set(id, key, { kumaş: 'Keten' }))).toBe('200');
    expect(await said(set(id, many.key, [{ kumaş: 'Keten' }, { kumaş: 'Keten', constructor: true }]))).toBe('200');
    const free = await define();
    expect(await said(set(id, free.key, { deep: [{ er: [1, 'a', null] }] }))).toBe('200');
    expect(await said(set(id, free.key, { long: 'a'.repeat(70_000) }))).toBe('422 metafield_invalid');
  });

  test('a form says only what takes time in proportion to the value, and is bounded itself', async () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
    for (const [schema, pointer] of [
      [{ type: 'array' }, '/type'],
      [{ type: 'object', patternProperties: { '(a+)+$': {} } }, '/patternProperties'],
      [{ type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }, '/properties/a/pattern'],
      [{ type: 'object', $ref: 'https://example.com/schema' }, '/$ref'],
      [{ type: 'object', properties: { a: { $ref: '#' } } }, '/properties/a/$ref'],
      [{ type: 'object', anyOf: [{}] }, '/anyOf'],
      [{ type: 'object', properties: { a: { type: 'text' } } }, '/properties/a/type'],
      [{ type: 'object', properties: { a: { items: [{}] } } }, '/properties/a/items'],
      [{ type: 'object', properties: { 'two words': {} } }, '/properties/two words'],
      [{ type: 'object', required: 'a' }, '/required'],
      [{ type: 'object', toString: 1 }, '/toString'],
      [{ type: 'object', properties: { a: { enum: [] } } }, '/properties/a/enum'],
      [{ type: 'object', properties: { a: { minLength: -1 } } }, '/properties/a/minLength'],
      [{ type: 'object', properties: { a: { format: 'regex' } } }, '/properties/a/format'],
      [nested(8), `${'/properties/a'.repeat(8)}`],
      [{ type: 'object', description: 'a'.repeat(8_200) }, ''],
    ] as const) {
      const { body } = await defining({ validations: { schema } });
      expect(body).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: `/payload/validations/schema${pointer}` }],
      });
    }
    expect(await said(defining({ validations: { schema: 'x' } }))).toBe('400 invalid_request');
    expect(await said(defining({ validations: { maxLength: 3 } }))).toBe('400 invalid_request');
    expect(await said(defining({ type: 'text', validations: { schema: SHEET } }))).toBe('400 invalid_request');
    expect(await said(defining({ validations: { schema: nested(7) } }))).toBe('200');
    const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...SHEET };
    const { key } = await define({ validations: { schema: dialect } });
    expect(await said(set((await product()).id, key, { kumaş: 'Keten' }))).toBe('200');
  });

  test('any form that is taken can be held against any value', () => {
    const word = fc.constantFrom('a', 'toString', 'kumaş', '__proto', 'length');
    const { form } = fc.letrec<{ form: object }>((tie) => ({
      form: fc.record(
        {
          type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', [
            'string',
            'null',
          ]),
          enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1 }),
          required: fc.uniqueArray(word),
          minimum: fc.integer(),
          exclusiveMaximum: fc.integer(),
          maxLength: fc.nat(9),
          minItems: fc.nat(3),
          maxProperties: fc.nat(3),
          format: fc.constantFrom('date', 'date-time', 'email', 'uri'),
          items: fc.option(tie('form') as fc.Arbitrary<object>, { depthSize: 'small', maxDepth: 3, nil: {} }),
          properties: fc.dictionary(word, fc.option(tie('form') as fc.Arbitrary<object>, { maxDepth: 3, nil: {} }), {
            maxKeys: 3,
          }),
          additionalProperties: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    }));
    fc.assert(
      fc.property(form, fc.dictionary(fc.oneof(word, fc.string()), fc.jsonValue()), (schema, value) => {
        const whole = { ...schema, type: 'object' };
        fc.pre(shapeFaults(whole).length === 0);
        for (const { pointer, message } of foreignErrors(whole, value, '/value')) {
          expect(pointer).toMatch(/^\/value/);
          expect(message).not.toBe('');
        }
      }),
    );
  });

  test('forms come and go, and none is kept for good', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const run = (from: number, most: number) => {
      for (let nth = from; nth < most; nth += 1) {
        const schema = { type: 'object', properties: { a: { type: 'integer', maximum: nth } } };
        expect(foreignErrors(schema, { a: nth + 1 }, '')).toHaveLength(1);
        expect(foreignErrors(schema, { a: nth }, '')).toEqual([]);
      }
    };
    run(0, 100);
    const before = used();
    run(100, 1_100);
    // All thousand would take four megabytes.
    expect(used() - before).toBeLessThan(1_000_000);
  });
});
