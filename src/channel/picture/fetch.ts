import type { Content } from '../../kernel/declaration/content';
import type { PictureHost } from '../../provider/picture/hosts';
import { catalogPull, type ImportJob } from '../import/declaration';
import { inTime } from '../job/in-time';
import { type JobDependencies, progressOf, type StepOptions } from '../job/steps';
import { bookAdvance, findJob, lockJob } from '../job/store';
import { bringPicture, type NoPicture } from './bring';
import { type Giver, toLibrary, toProduct } from './give';
import { bookFailed, bookFetched, hasPictures, nextPictures } from './store';
import type { PictureRow } from './table';

/** Pictures of one job that are on their way at once: somebody else's line, and a worker has other jobs. */
const AT_ONCE = 4;

/**
 * Fetches the pictures of imported products, a product at a time, until `until` or the end of them.
 *
 * The requests are none of the marketplace's API, and take none of its budget. What a picture becomes is a media file by the commands
 * that anybody has, whose keys name job, product and picture: an attempt that is killed is gone on with where it was, and what it had
 * fetched is at most fetched again. A picture that cannot be had is an error of its own; the next import tries it once more.
 * @returns the job as it stands then
 */
export async function fetchPictures(
  dependencies: JobDependencies,
  storeId: string,
  begun: ImportJob,
  hosts: readonly PictureHost[],
  options: StepOptions,
): Promise<ImportJob> {
  const db = dependencies.database.reader(storeId);
  const giver: Giver = { dependencies, storeId, jobId: begun.id };
  let job = begun;
  let after = '';
  do {
    options.signal.throwIfAborted();
    const rows = await inTime(nextPictures(db, storeId, job, after));
    const [first] = rows;
    if (first) {
      after = first.productId;
      const outcomes = await picturesOf(giver, rows, hosts, options);
      await inTime(book(giver, first, outcomes));
    } else await inTime(bookEnd(giver));
    job = catalogPull.read(await inTime(findJob(db, storeId, null, job.id)));
    options.onProgress(progressOf(job));
  } while (!job.exhausted && job.state === 'running' && !options.until());
  return job;
}

type Outcome = NoPicture | undefined;

/** @returns by the place of each picture why the product does not have it */
async function picturesOf(
  giver: Giver,
  rows: readonly PictureRow[],
  hosts: readonly PictureHost[],
  { signal, onAnswer }: StepOptions,
): Promise<ReadonlyMap<number, Outcome>> {
  const { objects } = giver.dependencies.services;
  const outcomes = new Map<number, Outcome>();
  const got = new Map<number, string>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const brought = await Promise.allSettled(
      some.map(({ url }) => bringPicture({ objects, storeId: giver.storeId, hosts, signal }, url).finally(onAnswer)),
    );
    for (const [index, answer] of brought.entries()) {
      if (answer.status === 'rejected') throw answer.reason;
      const { productId, position } = some[index] as PictureRow;
      const media = isContent(answer.value)
        ? await toLibrary(giver, `${productId}/${position}`, answer.value)
        : answer.value;
      onAnswer();
      if (typeof media === 'string') got.set(position, media);
      else outcomes.set(position, media);
    }
  }
  const [{ productId }] = rows as [PictureRow];
  const refusal = await toProduct(giver, productId, [...got.values()]);
  for (const position of got.keys()) outcomes.set(position, refusal);
  return outcomes;
}

const isContent = (brought: Content | NoPicture): brought is Content => 'object' in brought;

/** Books what became of the pictures of a product, in one transaction: each is counted once, however often it was tried. */
function book(
  { dependencies: { bus }, storeId, jobId }: Giver,
  { productId, remoteId }: PictureRow,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  return bus.inTransaction(storeId, async (tx) => {
    const job = catalogPull.read(await lockJob(tx, storeId, jobId));
    if (job.state !== 'running') return { keep: false, value: undefined };
    const fetched = [...outcomes].flatMap(([position, lost]) => (lost ? [] : [position]));
    const failed = [...outcomes].flatMap(([position, lost]) => (lost ? [position] : []));
    const had = await bookFetched(tx, storeId, job, productId, fetched);
    const lost = await bookFailed(tx, storeId, job, productId, failed);
    const { progress } = job;
    const picturesFetched = progress.picturesFetched + had.length;
    const picturesFailed = progress.picturesFailed + lost.length;
    const errors = lost.map((position) => ({
      remoteId,
      barcode: null,
      title: null,
      ...(outcomes.get(position) as NoPicture),
    }));
    bookAdvance(tx, storeId, job, {
      ...standing(job),
      besides: { before: progress.picturesFailed, errors },
      progress: {
        ...progress,
        // Those that an earlier job had left are known only now.
        pictures: Math.max(progress.pictures, picturesFetched + picturesFailed),
        picturesFetched,
        picturesFailed,
      } satisfies ImportJob['progress'],
    });
    return { keep: true, value: undefined };
  });
}

/** Books that nothing is left, if so. */
function bookEnd({ dependencies: { bus }, storeId, jobId }: Giver): Promise<void> {
  return bus.inTransaction(storeId, async (tx) => {
    const job = catalogPull.read(await lockJob(tx, storeId, jobId));
    const ends = job.state === 'running' && !job.exhausted && !(await hasPictures(tx, storeId, job));
    if (ends) bookAdvance(tx, storeId, job, { ...standing(job), exhausted: true, progress: job.progress });
    return { keep: ends, value: undefined };
  });
}

/** Of the products nothing has moved. */
const standing = ({ total, done }: ImportJob) => ({ total: total ?? done, items: 0, errors: [], exhausted: false });
