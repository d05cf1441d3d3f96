import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { entity, keptByShop, type UnitsOf, unitsOf } from '../../src/kernel/declaration/entity';
import { digestOf } from '../../src/kernel/digest';
import { personalFields } from '../../src/kernel/personal/personal';
import { fieldOf, placeOf } from '../../src/kernel/schema/meaning';
import { nullable, object, t, time } from '../../src/kernel/schema/schema';
import { HASH_MANNER, type HashManner } from '../../src/kernel/trace/preview-hash';
import { ChangeRecorder } from '../../src/kernel/trace/recorder';
import { registry } from '../../src/registry';

describe('ids', () => {
  const kinds = fc.array(fc.constantFrom('prd', 'var', 'stm', 'mai'), { maxLength: 8 });
  const minting = (wanted: readonly string[], promised: readonly string[] = []) => {
    const recorder = new ChangeRecorder({ concernedBy: () => [], personal: personalFields([]) }, promised);
    return { recorder, ids: wanted.map((kind) => recorder.newId(kind)) };
  };
  const ofKind = (kind: string, ids: readonly string[]) => ids.filter((id) => id.startsWith(`${kind}_`));

  test('are handed out as they were promised, each kind in its order, whatever else a run makes', () => {
    fc.assert(
      fc.property(kinds, kinds, (recorded, now) => {
        const { ids: promised } = minting(recorded);
        const { ids } = minting(now, promised);
        expect(ids.map((id) => id.slice(0, 3))).toEqual(now);
        expect(new Set(ids).size).toBe(ids.length);
        for (const kind of new Set(now)) {
          const [own, old] = [ofKind(kind, ids), ofKind(kind, promised)];
          const kept = Math.min(own.length, old.length);
          expect(own.slice(0, kept)).toEqual(old.slice(0, kept));
          for (const fresh of own.slice(kept)) expect(promised).not.toContain(fresh);
        }
      }),
    );
  });

  test('of other kinds, or of more or fewer of a kind, are another effect, also where no change tells of them', () => {
    const facts = {
      keyed: digestOf,
      effects: [],
      bumpsGeneration: false,
      result: {},
      now: new Date(),
      unitsOf: (() => ({})) as UnitsOf,
      keptByShop: keptByShop([]),
    };
    fc.assert(
      fc.property(kinds, kinds, (recorded, now) => {
        const before = minting(recorded);
        const after = minting(now, before.ids);
        const hashes = (manner?: HashManner) =>
          [before, after].map(({ recorder }) => recorder.preview({ ...facts, hashManner: manner }).hash);
        const [was, is] = hashes();
        expect(is === was).toBe(isDeepStrictEqual(recorded.toSorted(), now.toSorted()));
        // Items that were recorded before this was promised are not held against it.
        expect(new Set(hashes(4)).size).toBe(1);
      }),
    );
  });
});

describe('what is recorded of one thing twice is one change', () => {
  type Side = Parameters<ChangeRecorder['record']>[2];
  const changesOf = (...steps: readonly (readonly [before: Side, after: Side])[]) => {
    const recorder = new ChangeRecorder({ concernedBy: () => [], personal: personalFields([]) });
    recorder.record('product', 'prd_1', { title: 'a' }, { title: 'b' });
    for (const [before, after] of steps) recorder.record('product', 'prd_2', before, after);
    return recorder.changes.flatMap(({ id, before, after }) => (id === 'prd_2' ? [{ before, after }] : []));
  };

  test('from what was before the call to what is after it, in the place where it was recorded first', () => {
    expect(changesOf([{ price: 100 }, { price: 50 }], [{ price: 50 }, { price: 49 }])).toEqual([
      { before: { price: 100 }, after: { price: 49 } },
    ]);
    const recorder = new ChangeRecorder({ concernedBy: () => [], personal: personalFields([]) });
    recorder.record('product', 'prd_1', { price: 1 }, { price: 2 });
    recorder.record('product', 'prd_2', { price: 1 }, { price: 2 });
    recorder.record('product', 'prd_1', { price: 2 }, { price: 3 });
    expect(recorder.changes.map(({ id, after }) => [id, after])).toEqual([
      ['prd_1', { price: 3 }],
      ['prd_2', { price: 2 }],
    ]);
  });

  test('with the fields that only one of them changed, and without those that came back', () => {
    const steps = [
      [
        { title: 'a', price: 1, brand: null },
        { title: 'b', price: 2, brand: null },
      ],
      [
        { title: 'b', price: 2, brand: null },
        { title: 'a', price: 2, brand: 'c' },
      ],
    ] as const;
    expect(changesOf(...steps)).toEqual([{ before: { price: 1, brand: null }, after: { price: 2, brand: 'c' } }]);
    expect(changesOf([{ price: 1 }, { price: 2 }], [{ price: 2 }, { price: 1 }])).toEqual([]);
  });

  test('of a thing that came or went as well', () => {
    expect(
      changesOf(
        [null, { title: 'a', price: 1 }],
        [
          { title: 'a', price: 1 },
          { title: 'a', price: 2 },
        ],
      ),
    ).toEqual([{ before: null, after: { title: 'a', price: 2 } }]);
    expect(
      changesOf(
        [
          { title: 'a', price: 1 },
          { title: 'a', price: 2 },
        ],
        [{ title: 'a', price: 2 }, null],
      ),
    ).toEqual([{ before: { title: 'a', price: 1 }, after: null }]);
    expect(changesOf([{ title: 'a', price: 1 }, null], [null, { title: 'a', price: 2 }])).toEqual([
      { before: { price: 1 }, after: { price: 2 } },
    ]);
    expect(changesOf([null, { title: 'a' }], [{ title: 'a' }, null])).toEqual([]);
  });
});

describe('the hash of a preview', () => {
  const DAY_MS = 86_400_000;
  const noon = new Date('2026-11-22T12:00:00.000Z');
  const nextDay = new Date(noon.getTime() + DAY_MS);
  const keyed = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
  const facts = { keyed, effects: [], bumpsGeneration: false, result: {}, now: noon, unitsOf: (() => ({})) as UnitsOf };
  const titles = { titleOf: (id: string) => id };
  const notes = keptByShop([
    entity('secret', object({ setAt: t.String(), key: t.String() }), { titles, byShop: ['setAt'] }),
    entity('rate', object({ setAt: t.String() }), { titles }),
  ]);
  type Work = (recorder: ChangeRecorder, now: Date) => void;
  const hashOf = (work: Work, more: Partial<typeof facts> & { readonly hashManner?: HashManner } = {}): string => {
    const recorder = new ChangeRecorder({ concernedBy: () => [], personal: personalFields([]) });
    work(recorder, more.now ?? noon);
    return recorder.preview({ ...facts, keptByShop: notes, ...more }).hash;
  };
  const priced: Work = (recorder) => recorder.record('product', 'prd_1', { price: 1 }, { price: 2 });

  test('is of what the call does, whatever it answers', () => {
    expect(hashOf(priced, { result: { title: 'Cezve' } })).toBe(hashOf(priced, { result: { title: 'Fincan' } }));
    const dearer: Work = (recorder) => recorder.record('product', 'prd_1', { price: 1 }, { price: 3 });
    expect(hashOf(dearer)).not.toBe(hashOf(priced));
    const started = { operation: 'workflow.start', workflowId: 'job/1', summary: 'starts' } as const;
    expect(hashOf(priced, { effects: [started] as never })).not.toBe(hashOf(priced));
    const reworded = { ...started, summary: 'starts at once', label: { tr: 'Aktarım', en: 'Import' } };
    expect(hashOf(priced, { effects: [reworded] as never })).toBe(hashOf(priced, { effects: [started] as never }));
    const undone: Work = (recorder, now) => {
      priced(recorder, now);
      recorder.inverse('catalog.price.set', {});
    };
    expect(hashOf(undone)).not.toBe(hashOf(priced));
  });

  test('is worth nothing to who guesses what it hides without the key', () => {
    const seen: string[] = [];
    const noting = (text: string): string => {
      seen.push(text);
      return keyed(text);
    };
    const hash = hashOf(priced, { keyed: noting });
    const [text] = seen;
    expect(hash).toBe(keyed(text as string));
    for (const guessed of [digestOf(text), digestOf(JSON.parse(text as string)), hashOf(priced, { hashManner: 2 })])
      expect(hash).not.toBe(guessed);
    expect(hashOf(priced, { keyed: (one) => `${one.length}` })).not.toBe(hash);
  });

  test('leaves out what the shop notes by itself, by its declaration and not by its name', () => {
    const set =
      (word: string, at: string): Work =>
      (recorder) =>
        recorder.record(word, 'one', { setAt: null }, { setAt: at });
    expect(hashOf(set('secret', '2026-01-01'))).toBe(hashOf(set('secret', '2026-02-02')));
    expect(hashOf(set('rate', '2026-01-01'))).not.toBe(hashOf(set('rate', '2026-02-02')));
    const unknown = registry.entities.flatMap(({ word, schema, byShop = [] }) =>
      byShop.filter((field) => fieldOf(placeOf(schema), field).length === 0).map((field) => `${word} ${field}`),
    );
    expect(unknown).toEqual([]);
  });

  test('knows a deadline that is counted from now, and not one that stands fixed', () => {
    const due =
      (ms: number): Work =>
      (recorder, now) =>
        recorder.record('task', 'one', null, { since: now.toISOString(), due: recorder.later(now, ms).toISOString() });
    expect(hashOf(due(14 * DAY_MS), { now: nextDay })).toBe(hashOf(due(14 * DAY_MS)));
    expect(hashOf(due(15 * DAY_MS))).not.toBe(hashOf(due(14 * DAY_MS)));
    const fixed: Work = (recorder) => recorder.record('task', 'one', null, { due: '2026-12-06T12:00:00.000Z' });
    expect(hashOf(fixed)).not.toBe(hashOf(due(14 * DAY_MS)));
  });

  test('leaves out what clocks said, where the schema says that a time stands there, and counts that one does', () => {
    const task = object({ since: nullable(time()), done: t.Array(object({ at: time(), by: t.String() })) });
    const unitsOfTask = unitsOf([entity('task', task, { titles })]);
    type Fields = { since?: string | null; done?: { at: string; by: string }[] };
    const moved = (before: Fields | null, after: Fields | null, hashManner: HashManner = HASH_MANNER) =>
      hashOf(
        (recorder) => {
          recorder.record('task', 'one', before, after);
          recorder.inverse('task.move', {});
        },
        { unitsOf: unitsOfTask, hashManner },
      );
    const [one, two, three] = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z', '2026-11-03T09:00:00.000Z'];
    expect(moved({ since: null }, { since: one })).toBe(moved({ since: null }, { since: two }));
    expect(moved({ since: one }, { since: null })).not.toBe(moved({ since: null }, { since: one }));
    const by = (name: string, at: string) => ({ done: [{ at, by: name }] });
    expect(moved(null, by('Ada', one))).toBe(moved(null, by('Ada', two)));
    expect(moved(null, by('Ada', one))).not.toBe(moved(null, by('Ece', one)));
    // Recorded at one moment it was no change at all.
    expect(moved({ since: one, ...by('Ada', one) }, { since: two, ...by('Ada', two) })).toBe(hashOf(() => {}));
    expect(moved({ since: one }, { since: two }, 3)).not.toBe(moved({ since: one }, { since: three }, 3));
    const due = (days: number) =>
      hashOf(
        (recorder, now) => recorder.record('task', 'one', null, { since: recorder.later(now, days).toISOString() }),
        {
          unitsOf: unitsOfTask,
        },
      );
    expect(due(14 * DAY_MS)).not.toBe(due(15 * DAY_MS));
  });

  test('of an item from before there was another manner stays what it was', () => {
    const id = 'prd_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const now = new Date('2026-11-22T03:00:00.000Z');
    const at = now.toISOString();
    const recorder = new ChangeRecorder({ concernedBy: () => [], personal: personalFields([]) }, [id]);
    recorder.newId('prd');
    recorder.record('product', id, null, { title: 'Cezve', price: 12_990, createdAt: at });
    recorder.record('secret', 'trendyol/apiKey', { setAt: '2026-11-01T00:00:00.000Z', rev: 3 }, { setAt: at, rev: 4 });
    const result = { id, handle: 'cezve', rev: 1, at, variants: [{ id: 'v', updatedAt: 'q' }] };
    const label = { tr: 'İş', en: 'Job' };
    const effects = [
      { operation: 'workflow.start', workflowId: `job/${id}`, summary: 'x', label, names: [id] },
    ] as const;
    const { hash } = recorder.preview({ ...facts, effects, result, now, keptByShop: notes, hashManner: 1 });
    // As the release that knew only this manner wrote it.
    expect(hash).toBe('84c0be020bbf67bd3ca23420ec79af506c84e6a1178bf69b5df6e46b97ead6c6');
  });
});
