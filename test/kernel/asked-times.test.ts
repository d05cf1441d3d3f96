import { readTimes } from '../../src/kernel/schema/asked-times';
import { askedBefore, askedSince, askedUntil, object, propertiesOf, t, time } from '../../src/kernel/schema/schema';
import { schemaErrors, textErrors } from '../../src/kernel/schema/validation';
import { registry } from '../../src/registry';

const schema = object({
  from: t.Optional(askedSince()),
  until: t.Optional(askedUntil()),
  before: t.Optional(askedBefore()),
  at: t.Optional(time()),
  text: t.Optional(t.String()),
});
const read = (asked: Record<string, unknown>): Record<string, unknown> => {
  readTimes(schema, asked);
  return asked;
};

describe('times that a list is asked for', () => {
  test('a day alone is that of the shop: from its beginning, to its end, before it begins', () => {
    expect(read({ from: '2026-11-20', until: '2026-11-20', before: '2026-11-20' })).toEqual({
      from: '2026-11-19T21:00:00.000Z',
      until: '2026-11-20T21:00:00.000Z',
      before: '2026-11-19T21:00:00.000Z',
    });
    expect(read({ until: '2028-02-29' })).toEqual({ until: '2028-02-29T21:00:00.000Z' });
    expect(read({ until: '2026-12-31' })).toEqual({ until: '2026-12-31T21:00:00.000Z' });
  });

  test('a plus that was not encoded is one', () => {
    for (const [asked, meant] of [
      ['2026-11-20T10:00:00 03:00', '2026-11-20T10:00:00+03:00'],
      ['2026-11-20 10:00:00.5 03:00', '2026-11-20 10:00:00.5+03:00'],
    ]) {
      expect(read({ from: asked })).toEqual({ from: meant });
      expect(textErrors(schema, { from: asked }, '')).toEqual([]);
    }
  });

  test('what is a time, what is none, and other fields stay', () => {
    const asked = {
      from: '2026-11-20T10:00:00+03:00',
      until: '2026-02-30',
      before: ['2026-11-20'],
      at: '2026-11-20',
      text: '2026-11-20T10:00:00 03:00',
    };
    expect(read({ ...asked })).toEqual(asked);
  });

  test.each(['yesterday', '2026-02-30', '20.11.2026', '2026-11-20T10:00:00', '0000-01-01', ''])(
    '%s is refused with a sentence, once',
    (text) => {
      const message =
        'must be a time in ISO 8601 with its offset, e.g. 2026-11-20T10:00:00+03:00, or a day, e.g. 2026-11-20';
      expect(textErrors(schema, { from: text }, '/query')).toEqual([{ pointer: '/query/from', message }]);
      expect(schemaErrors(schema, { at: text })).toEqual([{ pointer: '/at', message: message.split(', or')[0] }]);
    },
  );

  test('no query of a list takes a time that may not be a day', () => {
    const times = [...registry.routes, ...registry.accountRoutes].flatMap(({ id, query }) =>
      Object.entries(propertiesOf(query))
        .filter(([, { format }]) => format === 'date-time')
        .map(([name, field]) => [id, name, field['x-day']]),
    );
    expect(times.length).toBeGreaterThan(4);
    expect(times.filter(([, , day]) => day === undefined)).toEqual([]);
  });
});
