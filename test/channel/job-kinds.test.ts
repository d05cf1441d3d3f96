import pull from '../../src/channel/channel.catalog.pull';
import { jobKindTerms } from '../../src/channel/contract/kinds';
import { PUSHING, ZEROING } from '../../src/channel/contract/lanes';
import { type PushMode, pushModeWords } from '../../src/channel/contract/push';
import { type ListingMode, listingModeWords } from '../../src/channel/contract/submission';
import { catalogPull } from '../../src/channel/import/declaration';
import { jobKind } from '../../src/channel/job/declaration';
import { type JobSteps, progressOf } from '../../src/channel/job/steps';
import { beginJob, findJob } from '../../src/channel/job/store';
import { declaredKinds } from '../../src/channel/kinds/declared';
import { jobReports } from '../../src/channel/kinds/report';
import { jobViews } from '../../src/channel/kinds/view';
import { offersPush, pushInput } from '../../src/channel/push/declaration';
import { listingsPush } from '../../src/channel/submission/declaration';
import { jobSteps } from '../../src/channel/worker/kinds';
import { closed, id, nullable, object, objectName, personal, secret, t } from '../../src/kernel/schema/schema';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { stockCount, stockCountSteps } from './counting/kind';
import { type DrivenJobs, drivenJobs } from './driven-jobs';

const PLACES = 3;

/** It works until it is released, and has done nothing then. */
function held() {
  let [began, release] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const steps: JobSteps = {
    kind: catalogPull as unknown as JobSteps['kind'],
    async step({ database }, storeId, { id }) {
      began();
      await released;
      await database
        .writer(storeId)
        .query('UPDATE channel_job SET exhausted = true WHERE store_id = $1 AND id = $2', [storeId, id]);
      return progressOf(await findJob(database.reader(storeId), storeId, null, id));
    },
    flawOf: async () => undefined,
  };
  return { steps, begun, release };
}

test('each kind is declared by its own name, and its steps are those of that kind', () => {
  expect(declaredKinds.map(({ name }) => name).toSorted()).toEqual(Object.keys(jobKindTerms).toSorted());
  expect(Object.entries(jobSteps).map(([name, { kind }]) => [name, kind.name])).toEqual(
    Object.keys(jobSteps).map((name) => [name, name]),
  );
});

test('jobs that put pieces on sale are in the lanes that wait for the one that takes all off sale; those that compare wait for nobody', () => {
  const lanes = Object.fromEntries(
    (Object.keys(pushModeWords) as PushMode[]).map((mode) => [mode, offersPush.begins(pushInput(mode)).lane]),
  );
  const listing = (Object.keys(listingModeWords) as ListingMode[]).map(
    (listingMode) => listingsPush.begins({ listingMode, listingIds: null, partial: false }).lane,
  );
  expect(lanes.zero).toBe(ZEROING);
  expect([...new Set([lanes.send, ...listing])]).toEqual(PUSHING);
  expect([ZEROING, ...PUSHING]).not.toContain(lanes.compare);
});

describe('kinds of marketplace jobs', () => {
  let jobs: DrivenJobs;
  beforeAll(async () => {
    jobs = await drivenJobs();
  });
  afterAll(() => jobs?.close());

  const counting = (shelf = 'A') => jobs.asked(stockCount.begins({ shelf, places: PLACES }));
  const run = async (jobId: string) => jobs.ends(await jobs.start(jobId), jobId);

  test('the workflow drives a kind that it has never heard of, by what the row of the job says', async () => {
    await jobs.driving({ 'stock.count': stockCountSteps }, async () => {
      const counted = await run(await counting());
      // Who looks for failures in the Temporal UI finds it among them, with the code that the owner sees.
      expect(counted.status).toBe('FAILED');
      expect(counted.failure).toMatchObject({
        type: 'nothing_counted',
        message: 'Counted none of 3.',
        nonRetryable: true,
      });
      expect(counted.row).toMatchObject({
        state: 'failed',
        done: PLACES,
        failed: PLACES,
        input: { shelf: 'A', places: PLACES },
        progress: { empty: PLACES, seen: ['A1', 'A2', 'A3'], next: PLACES + 1 },
        error: { code: 'nothing_counted', message: 'Counted none of 3.' },
      });
      const unknown = await run(
        await jobs.asked({ ...stockCount.begins({ shelf: 'A', places: 1 }), kind: 'of.tomorrow' }),
      );
      expect(unknown.row).toMatchObject({
        state: 'failed',
        error: { message: expect.stringContaining('of.tomorrow') },
      });
    });
  });

  test('a job waits behind those of its own lane alone, and runs beside an import that was asked for before it', async () => {
    const { steps, begun, release } = held();
    await jobs.driving({ 'catalog.pull': steps, 'stock.count': stockCountSteps }, async () => {
      const [pull, first, second] = [
        await jobs.asked(catalogPull.begins({ mode: 'import' })),
        await counting(),
        await counting(),
      ];
      const waitsFor = async () => [(await jobs.find(first)).waitingBehind, (await jobs.find(second)).waitingBehind];
      expect(await waitsFor()).toEqual([null, first]);
      const pulling = await jobs.start(pull);
      try {
        await begun;
        const { database, storeId } = jobs.shop.world;
        expect(await beginJob(database.writer(storeId), storeId, second)).toBe(first);
        expect((await run(first)).row).toMatchObject({ state: 'failed', done: PLACES });
        expect(await waitsFor()).toEqual([null, null]);
        expect((await run(second)).row).toMatchObject({ state: 'failed', done: PLACES });
        expect((await jobs.find(pull)).state).toBe('running');
      } finally {
        release();
      }
      expect(await pulling.result()).toBe('succeeded');
    });
  });

  test('what a job holds is held against what its kind declares, when it is asked for and when it goes on', async () => {
    expect(() => stockCount.begins({ shelf: 'A', places: 0 })).toThrow('/input/places');
    const jobId = await jobs.asked({ ...stockCount.begins({ shelf: 'B', places: 1 }), progress: { empty: 0 } });
    await jobs.driving({ 'stock.count': stockCountSteps }, async () => {
      const { row } = await run(jobId);
      expect(row).toMatchObject({ state: 'failed', done: 0, error: { code: 'invalid_state' } });
      expect(row.error?.message).toContain('stock.count');
    });
  });

  describe('are refused when they declare', () => {
    const kind = (more: object) =>
      jobKind({
        name: 'odd',
        terms: stockCount.terms,
        input: {},
        counters: {},
        details: {},
        position: {},
        initial: {},
        result: { fields: {}, of: () => ({}) },
        ...more,
      } as never);
    const text = t.String();

    test.each([
      ['stored bytes', objectName, 'names obj_…'],
      ['media', nullable(id('prd', 'med')), 'names med_…'],
      ['uploads', t.Array(id('upl')), 'names upl_…'],
      ['data of a person', personal(text), 'marked x-personal'],
      ['what nobody may read back', secret(text), 'marked x-secret'],
      ['what agents may not read', object({ note: closed('store:admin')(text) }), 'marked x-closed'],
    ])('%s, in whatever they keep', (_, schema, message) => {
      for (const part of ['input', 'counters', 'details', 'position'])
        expect(() => kind({ [part]: { odd: schema } })).toThrow(message);
      expect(() => kind({ result: { fields: { odd: schema }, of: () => ({}) } })).toThrow(message);
      expect(() => kind({ input: { odd: id('prd') } })).not.toThrow();
    });

    test.each(['state', 'failed', 'extension', 'lane'])('%s, which every job has', (name) => {
      for (const part of ['input', 'counters', 'details', 'position'])
        expect(() => kind({ [part]: { [name]: text } })).toThrow(`a job of the kind odd has two fields ${name}`);
    });

    test('one name twice', () => {
      expect(() => kind({ counters: { seen: text }, position: { seen: text } })).toThrow('two fields seen');
      expect(() => kind({ input: { seen: text }, details: { seen: text } })).toThrow('two fields seen');
    });

    test.each(['waiting', 'cancellable', 'workflowId'])('%s, which every answer has', (name) => {
      expect(() => jobViews([kind({ input: { [name]: text } })])).toThrow(`show of a job has two fields ${name}`);
      expect(() => jobReports([kind({ details: { [name]: text } })])).toThrow(`two fields ${name}`);
    });

    test.each(['errors', 'result'])('%s, which every job has that is looked at whole', (name) => {
      expect(() => jobReports([kind({ details: { [name]: text } })])).toThrow(`two fields ${name}`);
      expect(() => jobReports([kind({ input: { [name]: text } })])).toThrow(`two fields ${name}`);
    });
  });

  describe('as answers show them', () => {
    const shown = jobViews([catalogPull, stockCount]);
    const { schema: importsAlone } = jobViews([catalogPull]);

    test('each with what its own kind declares, and nothing of another', async () => {
      const counted = await jobs.find(await counting('C'));
      const imported = await jobs.find(await jobs.asked(catalogPull.begins({ mode: 'preview' })));
      const views = [shown.view(counted), shown.view(imported)];
      expect(views).toMatchObject([
        { kind: 'stock.count', shelf: 'C', places: PLACES, progress: { total: null, done: 0, empty: 0, failed: 0 } },
        { kind: 'catalog.pull', mode: 'preview', progress: { done: 0, created: 0, updated: 0, failed: 0 } },
      ]);
      expect(views.map((view) => schemaErrors(shown.schema, view))).toEqual([[], []]);
      expect(Object.keys(shown.view(counted))).not.toContain('mode');
      expect(JSON.stringify(views)).not.toContain('cursor');
      expect(shown.detailsOf(counted)).toEqual({ seen: [] });
      expect(shown.detailsOf(imported)).toEqual({ sample: [] });
      expect(shown.resultOf({ ...counted, state: 'succeeded' })).toEqual({ empty: 0, failed: 0 });
      // A job of a kind that this release does not know is shown as far as it is like any other.
      expect(Object.keys(jobViews([catalogPull]).view(counted))).not.toContain('shelf');
    });

    test('of one kind alone all that it has, as the call that asks for it answers them', () => {
      expect(pull.result).toMatchObject({ properties: importsAlone.properties, required: importsAlone.required });
      const { properties, required } = shown.schema;
      expect(properties.progress.required).toEqual(['total', 'done', 'failed']);
      expect(required).toEqual(importsAlone.required?.filter((name) => name !== 'mode'));
    });

    test('two kinds cannot mean different things by one name', () => {
      const other = { ...stockCount, name: 'other', input: { mode: t.Integer() } };
      expect(() => jobViews([catalogPull, other])).toThrow('different things by mode');
    });
  });
});
