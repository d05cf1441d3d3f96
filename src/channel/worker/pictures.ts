import type { Queryable } from '../../kernel/database/queryable';
import type { Content } from '../../kernel/declaration/content';
import { REQUEST_MS } from '../../provider/deadlines';
import { ProviderUnavailable } from '../../provider/error';
import { isAnswered } from '../../provider/picture/fetch';
import type { PictureHost } from '../../provider/picture/hosts';
import { catalogPull, type ImportJob } from '../import/declaration';
import { book } from '../job/book';
import { inTime } from '../job/in-time';
import { type JobDependencies, progressOf, type StepOptions } from '../job/steps';
import { BRING_MS, bringPicture, codes, type NoPicture } from '../picture/bring';
import { type Giver, roomOf, toLibrary, toProduct } from '../picture/give';
import { bookDone, bookFailed, hasPictures, leaveRest, nextPictures, otherPictures } from '../picture/store';
import type { PictureRow } from '../picture/table';

/** Pictures of one job that are on their way at once: somebody else's line, and a worker has other jobs. */
const AT_ONCE = 4;

/**
 * The longest time until pictures of a host that hangs are booked. The pictures are brought at once, and then others are asked for at once.
 */
export const BOOKED_MS = BRING_MS + REQUEST_MS;

/** The longest wait of one job for hosts that are away, in ms. */
const AWAY_MS = 120_000;

/**
 * Fetches the pictures of imported products, a few of one product at a time, until `until` or the end of them.
 *
 * Each few are booked before the next are asked for. A product may have fifty, and hosts that hang cost each few half a minute: booked
 * with the last of them, no attempt would get there, and the next one would begin where it began.
 *
 * The requests are none of the marketplace's API, and take none of its budget. What a picture becomes is a media file by the commands
 * that anybody has, whose keys name job, product and picture: an attempt that is killed is gone on with where it was, and what it had
 * fetched is at most fetched again. A picture that cannot be had is an error of its own; the next import tries it once more.
 * When nobody answers, neither where another is, the job waits for that as for the marketplace; after some minutes it
 * leaves what is left to the next import.
 * @returns the job as it stands then
 * @throws {ProviderUnavailable} while it waits
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
  let from = '';
  do {
    options.signal.throwIfAborted();
    const rows = await inTime(nextPictures(db, storeId, job, from));
    const [first] = rows;
    if (first) {
      from = first.productId;
      const outcomes = await nextOutcomes(giver, rows, hosts, options);
      const away = await areAway(db, storeId, job, outcomes, from, hosts, options);
      if (away && job.waitedMs < AWAY_MS) throw new ProviderUnavailable(away);
      job = away ? await bookRest(giver, first, away) : await bookPictures(giver, rows, outcomes);
    } else job = await bookEnd(giver);
    options.onProgress(progressOf(job));
  } while (!job.exhausted && job.state === 'running' && !options.until());
  return job;
}

type Outcome = NoPicture | undefined;

/**
 * @param rows all that are left of one product
 * @returns by the place of each picture that is done with why the product does not have it
 */
async function nextOutcomes(
  giver: Giver,
  rows: readonly PictureRow[],
  hosts: readonly PictureHost[],
  options: StepOptions,
): Promise<ReadonlyMap<number, Outcome>> {
  const [{ productId }] = rows as [PictureRow];
  const room = await roomOf(giver, productId);
  if (typeof room !== 'number') return new Map(rows.map(({ position }) => [position, room]));
  return withRest(rows, await outcomesOf(giver, rows.slice(0, Math.min(AT_ONCE, room)), hosts, options));
}

/** @param rows some of one product */
async function outcomesOf(
  giver: Giver,
  rows: readonly PictureRow[],
  hosts: readonly PictureHost[],
  { signal, onAnswer }: StepOptions,
): Promise<ReadonlyMap<number, Outcome>> {
  const { objects } = giver.dependencies.services;
  const outcomes = new Map<number, Outcome>();
  const got = new Map<number, string>();
  const bringing = { objects, storeId: giver.storeId, hosts, signal, onTry: onAnswer };
  const brought = await Promise.allSettled(rows.map(({ url }) => bringPicture(bringing, url).finally(onAnswer)));
  for (const [index, answer] of brought.entries()) {
    if (answer.status === 'rejected') throw answer.reason;
    const { productId, position } = rows[index] as PictureRow;
    const media = isContent(answer.value)
      ? await toLibrary(giver, `${productId}/${position}`, answer.value)
      : answer.value;
    onAnswer();
    if (typeof media === 'string') got.set(position, media);
    else outcomes.set(position, media);
  }
  const [{ productId }] = rows as [PictureRow];
  const refusal = await toProduct(giver, productId, [...got.values()]);
  for (const position of got.keys()) outcomes.set(position, refusal);
  return outcomes;
}

/**
 * Marks the other pictures of a product as lost when all those asked for are away. They are at the same place, so they are not asked for.
 */
function withRest(rows: readonly PictureRow[], outcomes: ReadonlyMap<number, Outcome>): ReadonlyMap<number, Outcome> {
  const [lost] = outcomes.values();
  if (![...outcomes.values()].every((outcome) => outcome?.away)) return outcomes;
  return new Map(rows.map(({ position }) => [position, outcomes.get(position) ?? lost]));
}

/** @returns the reason that one picture gave, if pictures do not come and no other host answers */
async function areAway(
  db: Queryable,
  storeId: string,
  job: ImportJob,
  outcomes: ReadonlyMap<number, Outcome>,
  after: string,
  hosts: readonly PictureHost[],
  { signal, onAnswer }: StepOptions,
): Promise<string | undefined> {
  const lost = [...outcomes.values()].find((outcome) => outcome?.away);
  if (!lost) return undefined;
  const { answered } = job.progress;
  const others = answered === null ? await inTime(otherPictures(db, storeId, job, after)) : [answered];
  const answers = await Promise.all(others.map((other) => isAnswered(other, hosts, signal).finally(onAnswer)));
  return others.length > 0 && !answers.includes(true) ? lost.message : undefined;
}

const isContent = (brought: Content | NoPicture): brought is Content => 'object' in brought;

/** Writes something of an import. */
type WriteImport = Parameters<typeof book<typeof catalogPull>>[4];

const bookImport = ({ dependencies, storeId, jobId }: Giver, write: WriteImport): Promise<ImportJob> =>
  book(catalogPull, dependencies, storeId, jobId, write);

/** Books what became of the pictures of a product, in one transaction: each is counted once, however often it was tried. */
const bookPictures = (
  giver: Giver,
  rows: readonly PictureRow[],
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<ImportJob> =>
  bookImport(giver, async (tx, job) => {
    const [{ productId, remoteId }] = rows as [PictureRow];
    const { storeId } = giver;
    const had = await bookDone(tx, storeId, job, productId, placesOf(outcomes, 'had'));
    const never = await bookDone(tx, storeId, job, productId, placesOf(outcomes, 'never'));
    const lost = await bookFailed(tx, storeId, job, productId, placesOf(outcomes, 'lost'));
    const { progress } = job;
    const picturesFetched = progress.picturesFetched + had.length;
    const picturesFailed = progress.picturesFailed + lost.length + never.length;
    // An error that ends all pictures of a product is told once.
    const errors = [...never.slice(0, 1), ...lost].map((position) =>
      errorOf(remoteId, outcomes.get(position) as NoPicture),
    );
    const came = rows.findLast(({ position }) => outcomes.has(position) && hasAnswered(outcomes.get(position)));
    return {
      total: totalOf(job),
      besides: errors,
      progress: {
        // Pictures that an earlier job had left are known only now.
        pictures: Math.max(progress.pictures, picturesFetched + picturesFailed),
        picturesFetched,
        picturesFailed,
        answered: came?.url ?? progress.answered,
      },
    };
  });

const fateOf = (outcome: Outcome) => (outcome ? (outcome.isFinal ? 'never' : 'lost') : 'had');

const placesOf = (outcomes: ReadonlyMap<number, Outcome>, fate: ReturnType<typeof fateOf>): number[] =>
  [...outcomes].flatMap(([position, outcome]) => (fateOf(outcome) === fate ? [position] : []));

/** True if the host was asked and answered. A final outcome may be known without that. */
const hasAnswered = (outcome: Outcome): boolean => !outcome?.away && !outcome?.isFinal;

/** Books that the rest is left to the next import, which is told as one error. */
const bookRest = (giver: Giver, { remoteId }: PictureRow, message: string): Promise<ImportJob> =>
  bookImport(giver, async (tx, job) => {
    const { progress } = job;
    const left = await leaveRest(tx, giver.storeId, job);
    const sentence = `${message} ${left} pictures are left for the next import.`;
    return {
      total: totalOf(job),
      besides: [errorOf(remoteId, { code: codes.away, message: sentence })],
      progress: {
        pictures: Math.max(progress.pictures, progress.picturesFetched + progress.picturesFailed + left),
        picturesFailed: progress.picturesFailed + left,
      },
    };
  });

const errorOf = (remoteId: string, { code, message }: NoPicture) => ({
  remoteId,
  barcode: null,
  title: null,
  code,
  message,
});

/**
 * Ends a job whose shop has come to want no pictures while some were queued. They stay so: a product is taken up once, and an import
 * that may bring them again would find no others.
 * @returns the job as it stands then
 */
export const leavePictures = (
  dependencies: JobDependencies,
  storeId: string,
  { id: jobId }: ImportJob,
): Promise<ImportJob> =>
  bookImport({ dependencies, storeId, jobId }, async (_tx, job) => ({ total: totalOf(job), exhausted: true }));

/** Books that nothing is left to do, unless pictures are. */
const bookEnd = (giver: Giver): Promise<ImportJob> =>
  bookImport(giver, async (tx, job) =>
    (await hasPictures(tx, giver.storeId, job)) ? undefined : { total: totalOf(job), exhausted: true },
  );

/** The total of an import of which no product has moved. */
const totalOf = ({ total, done }: ImportJob): number => total ?? done;
