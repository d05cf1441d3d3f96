import fc from 'fast-check';
import { fetchEachLabel } from '../../src/channel/label/each';
import { PAGES_MAX, PICTURE_BYTES_MAX, type SheetOfLabel } from '../../src/channel/label/file';
import { Refusal } from '../../src/kernel/errors';
import { registry } from '../../src/registry';

const AT_ONCE = 4;

/** Sheets of a label whose pictures have so many bytes: none of them is read. */
const sheetsOf = (pages: number, bytes: number): SheetOfLabel[] =>
  Array.from({ length: pages }, () => ({ png: { length: bytes } as Uint8Array<ArrayBuffer>, width: 283, height: 369 }));

describe('labels of a list', () => {
  // The codes of refusals stand with their nouns, which the registry brings.
  beforeAll(() => expect(registry.mutation('order.ship')).toBeDefined());

  const label = fc.record({
    pages: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })),
    bytes: fc.oneof(fc.constant(30_000), fc.integer({ min: 1, max: 2 * 1024 * 1024 })),
  });
  const list = fc.array(label, { minLength: 1, maxLength: 60 });

  /** The number of labels that fit, one after the other. */
  const fitting = (labels: readonly { pages: number; bytes: number }[]): number => {
    let [pages, bytes] = [0, 0];
    const place = labels.findIndex((each) => {
      pages += each.pages;
      bytes += each.pages * each.bytes;
      return pages > PAGES_MAX || bytes > PICTURE_BYTES_MAX;
    });
    return place < 0 ? labels.length : place;
  };

  test('fill a file of bounded pages and bytes; the others are named, and not asked for', async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.boolean(), async (labels, partial) => {
        const fits = fitting(labels);
        let asked = 0;
        const answered = fetchEachLabel(
          labels.map((thing, at) => ({ at, thing })),
          { field: 'ids', partial },
          async ({ pages, bytes }) => {
            asked += 1;
            return sheetsOf(pages, bytes);
          },
        );
        const beyond = labels.map((_, at) => at).slice(fits);
        if (fits === labels.length || (partial && fits > 0)) {
          const { labels: sheets, leftOut } = await answered;
          expect(sheets).toHaveLength(labels.slice(0, fits).reduce((sum, { pages }) => sum + pages, 0));
          expect(leftOut.map(({ pointer, code }) => [pointer, code])).toEqual(
            beyond.map((at) => [`/ids/${at}`, 'labels_do_not_fit']),
          );
        } else {
          const refusal = await answered.catch((error: unknown) => error);
          expect(refusal).toBeInstanceOf(Refusal);
          const { code, options } = refusal as Refusal;
          expect(code).toBe('labels_do_not_fit');
          const [first] = options.errors ?? [];
          expect(first?.pointer).toBe(`/body/ids/${fits}`);
        }
        expect(asked).toBeLessThanOrEqual(fits + AT_ONCE);
      }),
    );
  });

  test('of which one has a fault leave room to those behind it', async () => {
    const { labels, leftOut } = await fetchEachLabel(
      [PAGES_MAX + 1, PAGES_MAX].map((thing, at) => ({ at, thing })),
      { field: 'ids', partial: true },
      async (pages) => {
        if (pages > PAGES_MAX) throw new Refusal('invalid_state', 'There is none yet.');
        return sheetsOf(pages, 1);
      },
    );
    expect(labels).toHaveLength(PAGES_MAX);
    expect(leftOut).toEqual([{ pointer: '/ids/0', code: 'invalid_state', message: 'There is none yet.' }]);
  });
});
