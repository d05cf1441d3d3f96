import { jobKind } from '../../../src/channel/job/declaration';
import { type JobSteps, progressOf } from '../../../src/channel/job/steps';
import { bookAdvance, findJob, lockJob } from '../../../src/channel/job/store';
import { counter } from '../../../src/channel/job/table';
import { label, t } from '../../../src/kernel/schema/schema';

/** A kind of its own: it counts the places of a shelf, and finds nothing there. */
export const stockCount = jobKind({
  name: 'stock.count',
  terms: {
    words: { tr: 'stok sayımı', en: 'stock count' },
    askedBy: 'stock.count',
    lane: ({ shelf }) => `stock.count/${shelf}`,
  },
  input: { shelf: label('Raf', 'Shelf')(t.String()), places: label('Yer', 'Places')(t.Integer({ minimum: 1 })) },
  counters: { empty: counter('Boş', 'Empty') },
  details: { seen: t.Array(t.String()) },
  position: { next: t.Integer() },
  initial: { empty: 0, seen: [], next: 1 },
  result: {
    fields: { empty: t.Integer(), failed: t.Integer() },
    of: ({ failed, progress: { empty } }) => ({ empty, failed }),
  },
});

const message = 'There is nothing.';

/** One place a step; every place fails. */
export const stockCountSteps: JobSteps<typeof stockCount> = {
  kind: stockCount,
  async step({ bus, database }, storeId, { id }) {
    await bus.inTransaction<void>(storeId, async (tx) => {
      const job = stockCount.read(await lockJob(tx, storeId, id));
      const { places, shelf } = job.input;
      const { empty, seen, next } = job.progress;
      const place = `${shelf}${next}`;
      bookAdvance(tx, storeId, job, {
        total: places,
        items: 1,
        errors: [{ remoteId: place, barcode: null, title: null, code: 'empty', message }],
        exhausted: next === places,
        progress: { empty: empty + 1, seen: [...seen, place], next: next + 1 },
      });
      return { keep: true, value: undefined };
    });
    return progressOf(await findJob(database.reader(storeId), storeId, null, id));
  },
  async flawOf({ database }, storeId, jobId) {
    const { done } = await findJob(database.reader(storeId), storeId, null, jobId);
    return { code: 'nothing_counted', message: `Counted none of ${done}.` };
  },
};
