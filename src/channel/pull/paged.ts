import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { PackageWindow } from '../../provider/channel/package';
import type { ChannelAdapter } from '../../provider/port';
import { forgetExpired } from '../../store/unreadable/store';
import { type Advance, book } from '../job/book';
import type { JobKind } from '../job/declaration';
import { inTime } from '../job/in-time';
import { type JobDependencies, type JobProgress, progressOf, type StepOptions } from '../job/steps';
import type { JobRow } from '../job/table';
import type { Urgency } from '../provider/budget';
import { connectChannel } from '../provider/connect';
import { moveTask } from '../task/store';
import type { TurnedPage } from './pages';
import { pageAt, type Reading, turn, windowOf, within } from './turn';

/** A job that reads a list in windows of time, a page at a time. */
export interface ReadingJob extends Omit<JobRow, 'progress'> {
  readonly progress: Reading;
}

/** A page of the list, and the kind's own facts about it. */
export interface ListPage extends TurnedPage {
  readonly rows: readonly unknown[];
}

/** A booking: the rows that were taken, and the place that follows. */
export interface Booking<Job extends ReadingJob, Taken> {
  readonly taken?: Taken;
  /** @default the place stays */
  readonly place?: Partial<Job['progress']>;
  /** True when nothing is left to do. */
  readonly exhausted?: boolean;
}

/** A kind of pull, and its way of handling the pages of its list. */
export interface PagedPull<Job extends ReadingJob, Page extends ListPage, Taken> {
  readonly kind: unknown;
  /** The task whose cursor it moves. */
  readonly task: string;
  readonly urgency: (job: Job) => Urgency;
  /** True of a pull that moves the cursor. */
  isNews(job: Job): boolean;
  /** Plans the first window of a pull. */
  begin(pulling: Pulling<Job>): Promise<PackageWindow & { readonly end: string }>;
  page(pulling: Pulling<Job>, window: PackageWindow, cursor: string | null): Promise<Page>;
  /** Takes the rows of a page, before the place behind it is booked. */
  take(pulling: Pulling<Job>, page: Page): Promise<Taken>;
  /** Changes the place behind the last window. @default it stays */
  behindLast?(pulling: Pulling<Job>, place: Job['progress']): Promise<Job['progress']>;
  /** Asks for rows that no window has shown. */
  askForRest(pulling: Pulling<Job>): Promise<Booking<Job, Taken>>;
  /** Writes what was taken, in the transaction that books the place. @returns its items and counters */
  write(
    tx: Transaction,
    pulling: Pulling<Job>,
    job: Job,
    taken: Taken | undefined,
  ): Promise<Advance<Job['progress']>> | Advance<Job['progress']>;
  /** Sends what else the end of a pull writes. @default nothing */
  end?(tx: Transaction, pulling: Pulling<Job>, job: Job): void;
}

/** One step of a pull: its job, and the means by which it asks and writes. */
export class Pulling<Job extends ReadingJob> {
  constructor(
    readonly dependencies: JobDependencies,
    readonly storeId: string,
    public job: Job,
    readonly options: StepOptions,
    readonly adapter: ChannelAdapter,
  ) {}

  get reader(): Queryable {
    return this.dependencies.database.reader(this.storeId);
  }

  get extension(): string {
    return this.job.extension;
  }
}

/**
 * Takes a step of a pull. The place moves with the rows that were written before it, so a killed attempt has its page read once more. The
 * cursor of the task moves with the last page of a window, and by a pull of the news alone.
 * @throws the errors of the provider, ProviderAnswerInvalid of a list without end
 */
export async function pullPages<Job extends ReadingJob, Page extends ListPage, Taken>(
  of: PagedPull<Job, Page, Taken>,
  dependencies: JobDependencies,
  storeId: string,
  job: Job,
  options: StepOptions,
): Promise<JobProgress> {
  const { database, services } = dependencies;
  const urgency = of.urgency(job);
  const asked = { db: database.reader(storeId), services, storeId, ext: job.extension, urgency };
  const { adapter } = await inTime(connectChannel(asked));
  const pulling = new Pulling(dependencies, storeId, job, options, adapter);
  while (pulling.job.state === 'running' && !pulling.job.exhausted) {
    options.signal.throwIfAborted();
    const { from, listed } = pulling.job.progress;
    if (from === null) await bookPlace(of, pulling, { place: (await of.begin(pulling)) as Partial<Job['progress']> });
    else if (listed) await bookPlace(of, pulling, await of.askForRest(pulling));
    else await readPage(of, pulling);
    options.onProgress(progressOf(pulling.job));
    if (options.until()) break;
  }
  return progressOf(pulling.job);
}

async function readPage<Job extends ReadingJob, Page extends ListPage, Taken>(
  of: PagedPull<Job, Page, Taken>,
  pulling: Pulling<Job>,
): Promise<void> {
  const progress: Job['progress'] = pulling.job.progress;
  const { cursor } = progress;
  const window = windowOf(progress);
  const page = await pageAt(cursor, () => of.page(pulling, window, cursor));
  pulling.options.onAnswer();
  if (page === undefined) return bookPlace(of, pulling, { place: within(progress, window) });
  const { place, keeps, until } = turn(progress, page);
  const taken = keeps ? { taken: await of.take(pulling, page) } : {};
  const behind = place.listed && of.behindLast ? await of.behindLast(pulling, place) : place;
  await bookPlace(of, pulling, { ...taken, place: behind }, until);
}

/**
 * Books the place that follows, with what was taken before it, unless another attempt was here.
 * @param until the end of the window, when its last page was read
 */
async function bookPlace<Job extends ReadingJob, Page extends ListPage, Taken>(
  of: PagedPull<Job, Page, Taken>,
  pulling: Pulling<Job>,
  { taken, place = {}, exhausted = false }: Booking<Job, Taken>,
  until?: string,
): Promise<void> {
  const { dependencies, storeId, extension } = pulling;
  const { id, progress: before } = pulling.job;
  const kind = of.kind as JobKind;
  const placeOf = (progress: object) => JSON.stringify(Object.keys(kind.position).map((key) => progress[key as never]));
  const at = placeOf(before);
  const booked = await book(kind, dependencies, storeId, id, async (tx, row) => {
    const job = row as unknown as Job;
    if (placeOf(job.progress) !== at) return undefined;
    const task = { extension, task: of.task };
    const isNews = of.isNews(job);
    if (isNews && until !== undefined) moveTask(tx, storeId, { ...task, until, isWhole: false });
    if (isNews && exhausted) moveTask(tx, storeId, { ...task, until: null, isWhole: true });
    if (exhausted) {
      forgetExpired(tx, storeId, extension);
      of.end?.(tx, pulling, job);
    }
    const advance = await of.write(tx, pulling, job, taken);
    return { ...advance, exhausted, progress: { ...place, ...advance.progress } };
  });
  pulling.job = booked as unknown as Job;
}
