import { VALUES_MAX } from '../../src/kernel/schema/json-bounds';
import { nullable, object, oneOf, t } from '../../src/kernel/schema/schema';
import { lenient } from '../../src/surfaces/tools/lenient';

const one = object({ title: t.String(), stock: t.Optional(nullable(t.Integer())) });
const properties = {
  price: t.Integer(),
  ratio: t.Optional(t.Number()),
  dryRun: t.Optional(t.Boolean()),
  stock: t.Optional(nullable(t.Integer())),
  title: t.Optional(t.String()),
  brand: t.Optional(nullable(t.String())),
  state: t.Optional(oneOf(['1', 'true'])),
  tags: t.Optional(t.Array(t.String())),
  counts: t.Optional(t.Array(t.Integer())),
  payload: t.Optional(object({ price: t.Integer(), variants: t.Optional(t.Array(one)) })),
  either: t.Optional(t.Union([t.String(), one])),
  names: t.Optional(t.Record(t.String(), t.Integer())),
  anything: t.Optional(t.Unknown()),
};
const read = (args: Record<string, unknown>) => lenient({ properties, required: ['price'] }, args);

describe('arguments as models state them', () => {
  test.each([
    ['a number', { price: '12990' }, { price: 12_990 }],
    ['a number below nought', { ratio: '-1.5' }, { ratio: -1.5 }],
    ['a flag', { dryRun: 'true' }, { dryRun: true }],
    ['a list', { tags: '["a", "b"]' }, { tags: ['a', 'b'] }],
    ['values in a list', { counts: ['1', 2] }, { counts: [1, 2] }],
    ['values in a list in text', { counts: '["1", 2]' }, { counts: [1, 2] }],
    ['an object', { payload: '{"price": 5}' }, { payload: { price: 5 } }],
    [
      'what is in an object in text, text again',
      { payload: JSON.stringify({ price: '5', variants: JSON.stringify([{ title: 'S', stock: '3' }]) }) },
      { payload: { price: 5, variants: [{ title: 'S', stock: 3 }] } },
    ],
    ['values of a record', { names: { a: '1' } }, { names: { a: 1 } }],
    [
      'an object beside a text that may stand there',
      { either: { title: 'S', stock: '2' } },
      { either: { title: 'S', stock: 2 } },
    ],
    ['null for nothing, in text', { dryRun: 'null', stock: 'null' }, { stock: null }],
    ['null for nothing', { dryRun: null, title: null, tags: null, names: { a: null } }, { names: {} }],
    ['null within text', { payload: '{"price": 5, "variants": null}' }, { payload: { price: 5 } }],
  ])('%s is taken as it is meant', (_, args, meant) => {
    expect(read(args)).toEqual(meant);
  });

  test.each([
    ['text where text may stand', { title: '5', brand: 'null', state: 'true', either: '{"title": "S"}' }],
    ['anything where anything may stand', { anything: '{"a": 1}' }],
    ['null where it is a value, and of what is required', { stock: null, brand: null, price: null }],
    ['text that is no plain number', { price: '1e5' }],
    ['a number in words of a person', { price: '129,90 TL' }],
    ['a blank', { price: ' ', dryRun: '' }],
    ['a number where a flag is wanted', { dryRun: '1' }],
    ['values of another kind', { dryRun: 1, title: 5, price: true }],
    ['a list where an object is wanted', { payload: '[1]' }],
    ['an object where a list is wanted', { tags: '{"a": 1}' }],
    ['no JSON', { payload: '{"price": 5', tags: 'a, b' }],
    ['what has no schema', { unknown: '{"a": 1}', __proto: null }],
  ])('%s stays', (_, args) => {
    expect(read(args)).toEqual(args);
  });

  test('all text of one call holds no more values than a request may', () => {
    const half = `[${Array(VALUES_MAX / 2)
      .fill('0')
      .join()}]`;
    const { counts, tags } = read({ counts: half, tags: half });
    expect([(counts as unknown[]).length, tags]).toEqual([VALUES_MAX / 2, half]);
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect(read({ tags: deep })).toEqual({ tags: deep });
  });
});
