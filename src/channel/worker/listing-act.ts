import { setTimeout as delay } from 'node:timers/promises';
import { channelOf } from '../../extension/provider/providers';
import type { RemoteBatch } from '../../provider/channel/listing';
import { done, missing } from '../../provider/conversation/found';
import { ProviderUnavailable } from '../../provider/error';
import { storable } from '../../provider/text';
import { type Acting, actSteps } from '../job/act';
import type { Kept } from '../job/act-store';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import type { JobSteps } from '../job/steps';
import type { ListingActing, ListingActJob, Outcome, Target } from '../listing-act/declaration';
import { reachedOf } from '../listing-act/reached';
import { bookActed } from '../listing-act/store';
import { allOffers } from '../offer/store';

/** A batch of a few listings is done in a second; of one that takes longer the next step looks. */
const LOOKS_MS = [300, 700, 1_500];

type ActingOnListings = Acting<ListingActing>;
type ActOutcome = Pick<ListingActJob['progress'], 'outcomes' | 'batchId' | 'shown'>;

/** The listings as the look right before the request has seen them. */
interface Ground {
  /** Barcodes of listings that stand as they are asked for. */
  readonly reached: ReadonlySet<string>;
  /** Ids of listings that did not stand so. A deletion shows by them that they were there. */
  readonly shown: string[];
}

/**
 * Acts upon listings at their marketplace. One request goes out for all of them that are not in the wanted state, and a batch tells the
 * outcome of each.
 * @param askedMax 1: only a person may decide to request the act again
 */
export const listingActSteps = (kind: ListingActing, askedMax?: 1): JobSteps<ListingActing> =>
  actSteps<ListingActing, Ground>({
    kind,
    ...(askedMax && { askedMax }),

    async look(acting) {
      const { job } = acting;
      const { batchId } = job.progress;
      const byBatch = batchId === null ? undefined : await followed(acting, batchId);
      if (byBatch) return done(byBatch);
      const { targets } = job.input;
      const seen = await readReached(acting, targets);
      const shown = targets.flatMap(({ listingId, barcode }) => (seen.has(barcode) ? [] : [listingId]));
      const reached = await trusted(acting, seen);
      // A listing that stands as it is asked for is as good as one that was brought there.
      const isDone = targets.every(({ barcode }) => reached.has(barcode));
      return isDone ? done(foundIn(job, byReading(job, reached))) : missing({ reached, shown });
    },

    ask,
    leftOver: ({ job }, { reached }) => (reached.size > 0 ? foundIn(job, byReading(job, reached)) : undefined),

    keep(tx, storeId, job, { outcomes }) {
      const settled = outcomes.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged');
      const listingIds = settled.map(({ listingId }) => listingId);
      bookActed(tx, storeId, job, listingIds);
      return keptOf(outcomes);
    },
  });

async function ask(acting: ActingOnListings, { reached, shown }: Ground): Promise<ActOutcome> {
  const { adapter, job, signal, options } = acting;
  const { targets, listingAct } = job.input;
  const open = targets.filter(({ barcode }) => !reached.has(barcode));
  await acting.note({ shown });
  const batchId = await adapter.actOnListings(listingAct, open, signal);
  options.onAnswer();
  const outcomes = targets.filter(({ barcode }) => reached.has(barcode)).map(outcomeOf('unchanged'));
  await acting.note({ batchId, outcomes });
  const asked = { ...acting, job: { ...job, progress: { ...job.progress, batchId, shown, outcomes } } };
  for (const waitMs of LOOKS_MS) {
    await delay(waitMs, undefined, { signal });
    const found = await followed(asked, batchId).catch(unlessOpen);
    if (found) return found;
  }
  throw new StillOpen();
}

/** @returns undefined of a batch that the marketplace knows no more @throws {StillOpen} */
async function followed(acting: ActingOnListings, batchId: string): Promise<ActOutcome | undefined> {
  const { adapter, job, signal, options } = acting;
  const batch = await adapter.batch(batchId, signal);
  options.onAnswer();
  if (batch === null) return undefined;
  if (batch.isOpen) throw new StillOpen();
  const known = new Set(job.progress.outcomes.map(({ listingId }) => listingId));
  const asked = job.input.targets.filter(({ listingId }) => !known.has(listingId));
  const outcomes = outcomesIn(batch);
  // The marketplace itself is looked at for items that the batch does not name.
  const silent = asked.filter(({ barcode }) => !outcomes.has(barcode));
  const reached = await trusted(acting, await readReached(acting, silent));
  const byLook = (target: Target) => outcomeOf(reached.has(target.barcode) ? 'done' : 'unknown')(target);
  return foundIn(
    job,
    asked.map((target) => outcomes.get(target.barcode)?.(target) ?? byLook(target)),
  );
}

/**
 * An item that no list shows, though it was seen there, may stand in a list that nobody reads here. The marketplace is asked to delete it all
 * the same, and tells. Where its answer is lost, such an item says nothing: it may not have been asked at all. One that a list showed right
 * before the question, and shows no more, is gone.
 */
async function trusted(
  { dependencies, storeId, job: { extension, input, progress } }: ActingOnListings,
  reached: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (input.listingAct !== 'delete' || reached.size === 0) return reached;
  const gone = input.targets.filter(({ barcode }) => reached.has(barcode));
  const shown = new Set(progress.shown);
  const named = { after: '', listingIds: gone.map(({ listingId }) => listingId) };
  const reader = dependencies.database.reader(storeId);
  const rows = await inTime(allOffers(reader, storeId, extension, named, gone.length));
  const seen = new Set(rows.flatMap(({ id, mirror }) => (mirror === null ? [] : [id])));
  const isGone = ({ listingId }: Target): boolean => shown.has(listingId) || !seen.has(listingId);
  return new Set(gone.filter(isGone).map(({ barcode }) => barcode));
}

/** @returns barcodes of those that stand as they are asked for */
function readReached({ adapter, job, signal, options: { onAnswer } }: ActingOnListings, targets: readonly Target[]) {
  const askedMax = channelOf(job.extension).offerLimits?.offersAsked ?? 1;
  return reachedOf(adapter, job.input.listingAct, targets, { askedMax, signal, onAnswer });
}

/** Reads the outcome from the marketplace's listings, where no batch tells it. */
function byReading({ input, progress }: ListingActJob, reached: ReadonlySet<string>): Outcome[] {
  const outcome = wasAsked(progress) ? 'done' : 'unchanged';
  return input.targets.map((target) => outcomeOf(reached.has(target.barcode) ? outcome : 'unknown')(target));
}

/** A listing of which the outcome was known before keeps it: it was not asked for. */
function foundIn({ input, progress }: ListingActJob, outcomes: readonly Outcome[]): ActOutcome {
  const byListing = new Map([...outcomes, ...progress.outcomes].map((each) => [each.listingId, each]));
  return {
    batchId: progress.batchId,
    shown: progress.shown,
    outcomes: input.targets.flatMap(({ listingId }) => byListing.get(listingId) ?? []),
  };
}

/** The marketplace still works on the requests. */
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
const outcomesIn = ({ items }: RemoteBatch): ReadonlyMap<string, (target: Target) => Outcome> =>
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
