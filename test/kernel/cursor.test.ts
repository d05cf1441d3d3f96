import { cursorsOf } from '../../src/kernel/call/cursor';
import type { Queryable } from '../../src/kernel/database/queryable';
import { TOTAL_MAX } from '../../src/kernel/schema/total';
import { createWorld, type World } from '../world/world';

describe('cursors', () => {
  const asked = { params: { ext: 'trendyol' }, query: { status: 'active' } };
  const raw = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
  const from = (cursor: string, kinds: Parameters<ReturnType<typeof cursorsOf>['from']>[0], more: object = {}) =>
    cursorsOf('list', { ...asked, query: { ...asked.query, ...more, cursor } }).from(kinds);
  const at = (...position: (string | number)[]) => cursorsOf('list', asked).at(position);
  const [shape] = JSON.parse(Buffer.from(at(), 'base64url').toString());
  const refused = expect.objectContaining({ code: 'invalid_request' });

  test('come back as they were made', () => {
    const position = ['a', '2026-02-28T10:00:00.123Z', 7, 2 ** 40] as const;
    expect(from(at(...position), ['text', 'time', 'int4', 'int8'])).toEqual(position);
    expect(from(at('a'), ['text'], { limit: 7 })).toEqual(['a']);
    expect(cursorsOf('list', asked).from(['text'])).toBeNull();
  });

  test.each([
    ['time', '2026-02-31T00:00:00.000Z'],
    ['time', '0000-01-01T00:00:00.000Z'],
    ['time', '+012026-01-01T00:00:00.000Z'],
    ['time', 1_700_000_000_000],
    ['int4', 2 ** 31],
    ['int4', 1.5],
    ['int4', '7'],
    ['int8', 2 ** 53],
    ['int8', null],
    ['text', 7],
    ['text', null],
    ['text', 'a\0'],
    ['text', '\ud83d'],
  ] as const)('a %s of %j is refused', (kind, value) => {
    expect(() => from(raw(shape, value), [kind])).toThrow(refused);
  });

  test('so is one of another list, of another length, and what is no cursor at all', () => {
    const other = cursorsOf('other', asked).at(['a']);
    for (const cursor of [other, raw(shape), raw(shape, 'a', 'b'), raw(), 'x', 'bnVsbA'])
      expect(() => from(cursor, ['text'])).toThrow(refused);
  });

  test('so is one of the same list with another filter or another path', () => {
    for (const more of [{ status: 'archived' }, { text: 'x' }, { status: undefined }])
      expect(() => from(at('a'), ['text'], more)).toThrow(refused);
    const elsewhere = cursorsOf('list', { ...asked, params: { ext: 'other' } }).at(['a']);
    expect(() => from(elsewhere, ['text'])).toThrow(refused);
  });
});

describe('pages', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const pageAfter = (cursor: string | null, limit: number) =>
    cursorsOf('list', { query: { limit, ...(cursor === null ? {} : { cursor }) } }).pageById({
      rows: async (after, most) => all.filter(({ id }) => after === null || id > after).slice(0, most),
      view: ({ id }) => id,
    });

  test.each([1, 2, 3, 4, 5, 6])('of %i rows hold every row once, and the last one names no next', async (limit) => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const { items, nextCursor } = await pageAfter(cursor, limit);
      pages.push(items);
      cursor = nextCursor;
    } while (cursor !== null);
    expect(pages.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(Array(Math.ceil(5 / limit) - 1).fill(limit));
  });
});

describe('the length of a list', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** A list of so many rows. */
  const page = (length: number, query: object) => {
    const run = (db: Queryable) =>
      cursorsOf('list', { query: { limit: 2, ...query } }).countedPageById(db, {
        rows: (from, after, most) =>
          from.query<{ id: string }>(
            `SELECT lpad(n::text, 6, '0') AS id FROM generate_series(1, $1::int) AS n WHERE lpad(n::text, 6, '0') > coalesce($2, '') ORDER BY n LIMIT $3`,
            [length, after, most],
          ),
        view: ({ id }) => Number(id),
      });
    return run(world.database.reader(world.owner.storeId));
  };

  test.each([
    [0, 0],
    [2, 2],
    [3, 3],
    [762, 762],
    [TOTAL_MAX, TOTAL_MAX],
    [TOTAL_MAX + 5, TOTAL_MAX],
  ])('of %i rows is told as %i', async (length, total) => {
    expect((await page(length, { total: true })).total).toBe(total);
    expect((await page(length, {})).total).toBeNull();
  });
});
