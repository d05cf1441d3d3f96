import fc from 'fast-check';
import { migrated } from '../../src/design/bundle/migrate';
import { mediaNamed } from '../../src/design/bundle/references';
import { bodyText } from '../../src/design/bundle/text';
import { newId } from '../../src/kernel/ids';
import { runsOf } from '../world/runs';

const RUNS = runsOf(200);
const values = fc.jsonValue({ maxDepth: 5 });

/** The same value with the keys of each object the other way round. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turned(each)]),
  );
};

test('the name of a body does not depend on the order of its keys, and its text is read as it was written', () => {
  fc.assert(
    fc.property(values, (body) => {
      const kept = bodyText(body);
      expect(bodyText(turned(body))).toEqual(kept);
      expect(bodyText(JSON.parse(kept.text))).toEqual(kept);
      expect(Buffer.byteLength(kept.text)).toBe(kept.bytes);
    }),
    { numRuns: RUNS },
  );
});

test('every media file that stands anywhere in a body is held, each once', () => {
  const media = fc.array(fc.constant(0), { maxLength: 5 }).map((list) => list.map(() => newId('med')));
  fc.assert(
    fc.property(media, values, (ids, rest) => {
      const body = { rest, nodes: ids.map((id) => ({ props: { image: id, again: [id] } })) };
      expect(mediaNamed(bodyText(body).text)).toEqual(ids.toSorted());
    }),
    { numRuns: RUNS },
  );
});

test('a body is brought from form to form, one step after the other, and never back', () => {
  const steps = {
    1: (body: object) => ({ ...body, first: true }),
    2: (body: object) => ({ ...body, second: 'first' in body }),
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.dictionary(fc.string(), fc.integer()), (schema, rest) => {
      const body = { ...rest, schema };
      const whole = migrated(body, steps, 3);
      const halfway = migrated(body, steps, Math.max(schema, 2)) as { schema: number };
      expect(migrated(halfway, steps, 3)).toEqual(whole);
      if (schema === 3) expect(whole).toBe(body);
      expect(whole).toMatchObject({ schema: 3 });
    }),
    { numRuns: RUNS },
  );
  expect(migrated({ schema: 4 }, steps, 3)).toBeUndefined();
  expect(migrated({ schema: 1 }, {}, 3)).toBeUndefined();
});
