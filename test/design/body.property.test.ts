import fc from 'fast-check';
import type { Bundle } from '../../src/design/bundle/bundle';
import { newBlockId, withBlock, withExtPage, withoutBlock, withoutExtPage } from '../../src/design/bundle/extending';
import { migrated } from '../../src/design/bundle/migrate';
import { mediaNamed } from '../../src/design/bundle/references';
import { bodyText } from '../../src/design/bundle/text';
import { templateOf } from '../../src/design/template/templates';
import { newId } from '../../src/kernel/ids';
import { zones } from '../../src/kit/zones';
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

describe('what a design has of extensions', () => {
  const begun = templateOf('katalog')?.make() as Bundle;
  const part = (key: string) => ({ extension: 'e', block: key, page: key, config: {} });
  const key = fc.constantFrom('a', 'b', 'c'.repeat(60));
  const act = fc.record({ zone: fc.constantFrom(...zones.map(({ id }) => id)), key, at: fc.nat(3), pick: fc.nat(9) });
  /** A design after some blocks were placed and moved. */
  const placed = (acts: readonly { zone: string; key: string; at: number; pick: number }[]) =>
    acts.reduce((body, { zone, key, at, pick }) => {
      const all = Object.values(body.zones).flat();
      const { page: _, ...block } = { id: newBlockId(body, key), ...part(key) };
      return withBlock(body, zone, all[pick] ?? block, at);
    }, begun);
  const ids = ({ zones }: Bundle) => Object.values(zones).flatMap((blocks) => blocks.map(({ id }) => id));

  test('each block stands once, however it is placed and moved, and removing all leaves the bytes of before', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const body = placed(acts);
        expect(new Set(ids(body)).size).toBe(ids(body).length);
        expect(ids(body).every((id) => /^[a-z0-9_-]{3,40}$/.test(id))).toBe(true);
        expect(Object.values(body.zones).every((blocks) => blocks.length > 0)).toBe(true);
        const emptied = ids(body).reduce(withoutBlock, body);
        expect(bodyText(emptied).hash).toBe(bodyText(begun).hash);
      }),
      { numRuns: RUNS },
    );
  });

  test('a page that goes to another address and back leaves the bytes of before, and removing it no link of a menu', () => {
    const slug = fc.constantFrom('bir', 'iki', 'uc');
    const item = fc.record({
      label: fc.constant('x'),
      link: fc.oneof(
        slug.map((id) => ({ to: 'extPage', id })),
        fc.constant('/ara'),
      ),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(item, fc.array(item, { maxLength: 3 })), { maxLength: 4 }), (made) => {
        const menu = { label: 'm', items: made.map(([own, below]) => ({ ...own, items: below })) };
        const { block: _, ...page } = part('p');
        const body = withExtPage({ ...begun, menus: { main: menu } } as Bundle, 'bir', page);
        const there = withExtPage(body, 'dort', page, 'bir');
        expect(JSON.stringify(there)).not.toContain('"bir"');
        expect(bodyText(withExtPage(there, 'bir', page, 'dort')).hash).toBe(bodyText(body).hash);
        const { body: left, links } = withoutExtPage(body, 'bir');
        expect(JSON.stringify(left.menus)).not.toContain('"bir"');
        expect(JSON.stringify(body.menus).split('"bir"').length - 1).toBe(links);
      }),
      { numRuns: RUNS },
    );
  });
});
