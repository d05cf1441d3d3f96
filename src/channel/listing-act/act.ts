import { setTimeout as delay } from 'node:timers/promises';
import { channelOf } from '../../extension/provider/providers';
import type { RemoteBatch } from '../../provider/channel/listing';
import { ProviderUnavailable } from '../../provider/error';
import { storable } from '../../provider/text';
import { askOnce, type Outside } from '../job/ask-once';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import { bookKnownAs, type Kept } from '../job/once-store';
import type { JobDependencies, JobSteps, StepOptions } from '../job/steps';
import { findJob } from '../job/store';
import { allOffers } from '../offer/store';
import type { ListingActing, ListingActJob, Outcome, Target } from './declaration';
import { reachedOf } from './reached';
import { bookActed } from './store';

/** A batch of a few listings is done in a second; of one that takes longer the next step looks. */
const LOOKS_MS = [300, 700, 1_500];

/**
 * Acts upon listings at their marketplace: one request for all of them that do not stand so already, and a batch that tells what came of each.
 * @param askedMax of what nobody but a person decides to ask again
 */
export const listingActSteps = (kind: ListingActing, askedMax?: 1): JobSteps<ListingActing> => ({
  kind,
  step: (dependencies, storeId, job, options) =>
    new Acting(kind, dependencies, storeId, options, askedMax).steps.step(dependencies, storeId, job, options),
  async flawOf({ database }, storeId, jobId) {
    const row = await inTime(findJob(database.reader(storeId), storeId, null, jobId));
    return kind.flaw?.(kind.read(row).progress);
  },
});

type Found = Pick<ListingActJob['progress'], 'outcomes' | 'batchId' | 'shown'>;

class Acting {
  /** As the look before the question has seen it: the barcodes that stand as they are asked for. */
  private reached: ReadonlySet<string> = new Set();
  /** As the same look has seen it: the listings that did not stand so, of which a deletion shows that they were there. */
  private shown: string[] = [];

  constructor(
    private readonly kind: ListingActing,
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private readonly options: StepOptions,
    private readonly askedMax: 1 | undefined,
  ) {}

  get steps(): JobSteps<ListingActing> {
    return askOnce({
      kind: this.kind,
      ...(this.askedMax && { askedMax: this.askedMax }),
      look: (outside) => this.look(outside),
      // A listing that stands as it is asked for is as good as one that was brought there.
      refuseTaken: (found) => found,
      ask: (outside) => this.ask(outside),
      leftOver: async ({ job }) => (this.reached.size > 0 ? this.found(job, this.byReading(job)) : undefined),
      keep: (tx, storeId, job, { outcomes }) => {
        const settled = outcomes.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged');
        bookActed(
          tx,
          storeId,
          job,
          settled.map(({ listingId }) => listingId),
        );
        return keptOf(outcomes);
      },
    });
  }

  private async look(outside: Outside<ListingActJob>): Promise<Found | undefined> {
    const { job } = outside;
    const { batchId } = job.progress;
    const byBatch = batchId === null ? undefined : await this.followed(outside, job, batchId);
    if (byBatch) return byBatch;
    const reached = await this.read(outside, job.input.targets);
    this.shown = job.input.targets.flatMap(({ listingId, barcode }) => (reached.has(barcode) ? [] : [listingId]));
    this.reached = await this.trusted(job, reached);
    const isDone = job.input.targets.every(({ barcode }) => this.reached.has(barcode));
    return isDone ? this.found(job, this.byReading(job)) : undefined;
  }

  /**
   * An item that no list shows, though it was seen there, may stand in a list that nobody reads here. The marketplace is asked to delete it all
   * the same, and tells. Where its answer is lost, such an item says nothing: it may not have been asked at all. One that a list showed right
   * before the question, and shows no more, is gone.
   */
  private async trusted(
    { extension, input, progress }: ListingActJob,
    reached: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    if (input.listingAct !== 'delete' || reached.size === 0) return reached;
    const gone = input.targets.filter(({ barcode }) => reached.has(barcode));
    const shown = new Set(progress.shown);
    const named = { after: '', listingIds: gone.map(({ listingId }) => listingId) };
    const reader = this.dependencies.database.reader(this.storeId);
    const rows = await inTime(allOffers(reader, this.storeId, extension, named, gone.length));
    const seen = new Set(rows.flatMap(({ id, mirror }) => (mirror === null ? [] : [id])));
    const isGone = ({ listingId }: Target): boolean => shown.has(listingId) || !seen.has(listingId);
    return new Set(gone.filter(isGone).map(({ barcode }) => barcode));
  }

  private async ask(outside: Outside<ListingActJob>): Promise<Found> {
    const { adapter, job, signal } = outside;
    const { targets, listingAct } = job.input;
    const open = targets.filter(({ barcode }) => !this.reached.has(barcode));
    const { bus } = this.dependencies;
    const { shown } = this;
    await inTime(bookKnownAs(bus, this.storeId, this.kind, job.id, { shown }));
    const batchId = await adapter.actOnListings(listingAct, open, signal);
    this.options.onAnswer();
    const outcomes = targets.filter(({ barcode }) => this.reached.has(barcode)).map(outcomeOf('unchanged'));
    await inTime(bookKnownAs(bus, this.storeId, this.kind, job.id, { batchId, outcomes }));
    const asked = { ...job, progress: { ...job.progress, batchId, shown, outcomes } };
    for (const waitMs of LOOKS_MS) {
      await delay(waitMs, undefined, { signal });
      const found = await this.followed(outside, asked, batchId).catch(unlessOpen);
      if (found) return found;
    }
    throw new StillOpen();
  }

  /** @returns undefined of a batch that the marketplace knows no more @throws {StillOpen} */
  private async followed(
    outside: Outside<ListingActJob>,
    job: ListingActJob,
    batchId: string,
  ): Promise<Found | undefined> {
    const batch = await outside.adapter.batch(batchId, outside.signal);
    this.options.onAnswer();
    if (batch === null) return undefined;
    if (batch.isOpen) throw new StillOpen();
    const known = new Set(job.progress.outcomes.map(({ listingId }) => listingId));
    const asked = job.input.targets.filter(({ listingId }) => !known.has(listingId));
    const told = toldBy(batch);
    // The marketplace itself is looked at for items that the batch does not name.
    const silent = asked.filter(({ barcode }) => !told.has(barcode));
    const reached = await this.trusted(job, await this.read(outside, silent));
    const outcomes = asked.map(
      (target) =>
        told.get(target.barcode)?.(target) ?? outcomeOf(reached.has(target.barcode) ? 'done' : 'unknown')(target),
    );
    return this.found(job, outcomes);
  }

  /** @returns barcodes of those that stand as they are asked for */
  private read({ adapter, job, signal }: Outside<ListingActJob>, targets: readonly Target[]) {
    const askedMax = channelOf(job.extension).offerLimits?.offersAsked ?? 1;
    const { onAnswer } = this.options;
    return reachedOf(adapter, job.input.listingAct, targets, { askedMax, signal, onAnswer });
  }

  /** Tells by what was read, where no batch tells it. */
  private byReading(job: ListingActJob): Outcome[] {
    const done = wasAsked(job.progress) ? 'done' : 'unchanged';
    return job.input.targets.map((target) => outcomeOf(this.reached.has(target.barcode) ? done : 'unknown')(target));
  }

  /** A listing of which the outcome was known before keeps it: it was not asked for. */
  private found({ input, progress }: ListingActJob, outcomes: readonly Outcome[]): Found {
    const byListing = new Map([...outcomes, ...progress.outcomes].map((each) => [each.listingId, each]));
    return {
      batchId: progress.batchId,
      shown: progress.shown,
      outcomes: input.targets.flatMap(({ listingId }) => byListing.get(listingId) ?? []),
    };
  }
}

/** The marketplace works through what it was asked for. */
class StillOpen extends ProviderUnavailable {
  constructor() {
    super('The marketplace works through what it was asked for.');
  }
}

function unlessOpen(error: unknown): undefined {
  if (!(error instanceof StillOpen)) throw error;
}

const outcomeOf =
  (outcome: Outcome['outcome'], reason: string | null = null) =>
  ({ listingId, barcode }: Target): Outcome => ({ listingId, barcode, outcome, reason });

/** An item that a closed batch calls open says nothing. */
const toldBy = ({ items }: RemoteBatch): ReadonlyMap<string, (target: Target) => Outcome> =>
  new Map(
    items.flatMap(({ barcode, outcome, reasons }) => {
      if (outcome === 'open') return [];
      if (outcome === 'done') return [[barcode, outcomeOf('done')] as const];
      const reason = storable(reasons.join(' ')) || 'The marketplace has not done it.';
      return [[barcode, outcomeOf('refused', reason)] as const];
    }),
  );

const UNKNOWN = 'The marketplace was asked, and does not show it.';

const keptOf = (outcomes: readonly Outcome[]): Kept => ({
  items: outcomes.length,
  errors: outcomes.flatMap(({ listingId, barcode, outcome, reason }) => {
    if (outcome === 'done' || outcome === 'unchanged') return [];
    const code = outcome === 'refused' ? 'provider_refused' : 'outcome_unknown';
    return [{ remoteId: listingId, barcode, title: null, code, message: reason ?? UNKNOWN }];
  }),
});
