import { inTime } from '../job/in-time';
import { type JobDependencies, type JobProgress, progressOf, type StepOptions } from '../job/steps';
import { allOffers } from '../offer/store';
import { connectChannel } from '../provider/connect';
import { sentBarcode, takenBarcodes } from './barcode';
import { booked } from './booked';
import type { PushJob } from './declaration';
import { bookSeen, itemOf, lookedOf, lookFor } from './look';

/** Listings that are compared, and written, at once. */
const PAGE = 250;

/** Reads back what a marketplace shows of all listings. What differs is due, and another job sends it. */
export class Comparison {
  constructor(
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private job: PushJob,
    private readonly options: StepOptions,
  ) {}

  /** @throws the errors of the provider */
  async run(): Promise<JobProgress> {
    const { storeId } = this;
    const { services, database } = this.dependencies;
    const { extension: ext, id: jobId, input } = this.job;
    const db = database.reader(storeId);
    const { adapter, provider } = await inTime(connectChannel({ db, services, storeId, ext, urgency: 'bulk' }));
    const askedMax = provider.offerLimits?.offersAsked ?? 1;
    while (this.job.state === 'running' && !this.job.exhausted) {
      const { after } = this.job.progress;
      const rows = await inTime(allOffers(db, storeId, ext, { after, listingIds: input.listingIds }, PAGE));
      // An item under way is followed by its batch.
      const inUse = await inTime(takenBarcodes(db, storeId, rows));
      const still = rows.flatMap((row) => {
        const barcode = row.sendingId === null ? sentBarcode(row, inUse) : null;
        return barcode === null ? [] : [{ row, barcode }];
      });
      const items = still.map(({ row, barcode }) => itemOf(row, barcode));
      const found = await lookFor(adapter, items, askedMax, this.options);
      const seen = still.map(({ row, barcode }) => ({ row, offer: found.get(barcode) }));
      this.job = await booked(this.dependencies, storeId, jobId, async (tx, job) => {
        if (job.progress.after !== after) return undefined;
        bookSeen(tx, storeId, ext, seen);
        const differing = seen
          .map(lookedOf)
          .filter(({ there, keeps }) => !there || !keeps.stock || !keeps.price).length;
        const progress = { after: rows.at(-1)?.id ?? after, differing: job.progress.differing + differing };
        return { items: rows.length, exhausted: rows.length < PAGE, progress };
      });
      this.options.onProgress(progressOf(this.job));
      if (this.options.until()) break;
    }
    return progressOf(this.job);
  }
}
