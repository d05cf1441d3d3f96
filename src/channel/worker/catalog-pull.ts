import type { Batch } from '../../kernel/bus/batch';
import type { Database } from '../../kernel/database/database';
import type { Transaction } from '../../kernel/database/queryable';
import { systemPrincipal } from '../../kernel/declaration/principal';
import { Refusal } from '../../kernel/errors';
import type { UnreadableRow } from '../../provider/channel/unreadable';
import { CursorRefused, ProviderAnswerInvalid, ProviderAnswerTooLarge } from '../../provider/error';
import { isReadable, type RemotePage, type RemoteRow } from '../../provider/port';
import { catalogPull, type ImportJob, type SampleRow } from '../import/declaration';
import { endlessList } from '../import/page-check';
import { nextPart } from '../import/page-part';
import { type PartPlan, planPart } from '../import/plan';
import { askForFewer, beginAnew, bookedErrors } from '../import/store';
import type { Flaw } from '../job/declaration';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import {
  issuerOf,
  type JobDependencies,
  type JobProgress,
  type JobSteps,
  progressOf,
  type StepOptions,
} from '../job/steps';
import { bookAdvance, commonestError, findJob, lockJob } from '../job/store';
import type { ItemError } from '../job/table';
import { type PictureCounts, queuePictures } from '../picture/queue';
import { hasPictures } from '../picture/store';
import { type ConnectedChannel, connectChannel } from '../provider/connect';
import { importProducts } from './import-write';
import { fetchPictures, leavePictures } from './pictures';

/**
 * The import of a marketplace catalog, a page at a time.
 *
 * A page is one transaction, or several when its products have many variants: its products and listings, their audit rows and
 * keys, the job's counters and its position are written together or not at all. So a killed attempt leaves nothing of a part, a
 * repeated one finds the position moved and goes on behind it, and progress only grows. Products are matched by what they are listed as, then by
 * barcode, which makes a second import change nothing.
 * A product that cannot be saved is booked as an error of its own and harms no other.
 * A marketplace that does not know any more how far it was read is read from the beginning. What was counted is not counted again;
 * it is imported once more all the same, as the list may have moved: what has come to stand in that part is found, and nothing else changes.
 * Once all pages are written the pictures of new products follow (pictures.ts): a shop sells before it has the last of them.
 */
export const catalogPullSteps: JobSteps<typeof catalogPull> = {
  kind: catalogPull,
  step: pullPages,
  flawOf: fruitless,
};

/**
 * Imports pages until `until`, the end, or an error.
 * @throws what the provider answers with, ProviderAnswerInvalid of a list without end, {@link Refusal}
 */
async function pullPages(
  dependencies: JobDependencies,
  storeId: string,
  begun: ImportJob,
  options: StepOptions,
): Promise<JobProgress> {
  const db = dependencies.database.reader(storeId);
  let job = begun;
  const connecting = connectChannel({
    db,
    services: dependencies.services,
    storeId,
    ext: job.extension,
    urgency: 'bulk',
  });
  const channel = await inTime(connecting);
  let ahead: { readonly cursor: string; readonly page: Promise<RemotePage> } | undefined;
  const fetchPage = (cursor: string | null): Promise<RemotePage> =>
    channel.adapter.products(cursor, job.progress.pageSize, options.signal);
  while (!job.exhausted && !job.progress.listed && job.state === 'running') {
    options.signal.throwIfAborted();
    const { cursor, pageRows, again } = job.progress;
    const page = await readable(ahead?.cursor === cursor ? ahead.page : fetchPage(cursor), job.progress);
    options.onAnswer();
    if (typeof page === 'string') {
      ahead = undefined;
      job = await inTime(askOtherwise[page](dependencies.database, storeId, job));
      continue;
    }
    const flaw = endlessList(job, page, Math.max(0, page.rows.length - pageRows - again));
    if (flaw) throw new ProviderAnswerInvalid(flaw);
    const last = page.next === null || options.until();
    // The next page travels while this one is written.
    ahead = last ? undefined : { cursor: page.next, page: fetchPage(page.next) };
    ahead?.page.catch(() => {});
    do {
      options.signal.throwIfAborted();
      job = await inTime(writePart(dependencies, storeId, job, page, channel, options.onItemFailure));
      options.onProgress(progressOf(job));
    } while (job.progress.cursor === cursor && !job.exhausted && !job.progress.listed && job.state === 'running');
    if (last) break;
  }
  if (job.progress.listed && !job.exhausted && job.state === 'running' && !options.until())
    job = channel.wantsPictures
      ? await fetchPictures(dependencies, storeId, job, channel.pictureHosts, options)
      : await leavePictures(dependencies, storeId, job);
  return progressOf(job);
}

/**
 * Finds the reason for which an import that has read everything has not succeeded: every product is an error. Some errors leave the other
 * products imported. When all products are errors, the fault lies beyond the products. A preview has told its result.
 */
async function fruitless({ database }: JobDependencies, storeId: string, jobId: string): Promise<Flaw | undefined> {
  const db = database.reader(storeId);
  const { input, done, progress, failed } = catalogPull.read(await inTime(findJob(db, storeId, null, jobId)));
  if (input.mode !== 'import' || done === 0 || progress.created + progress.updated > 0 || failed < done)
    return undefined;
  const common = await inTime(commonestError(db, storeId, jobId));
  const message = `None of the ${done} products could be imported; ${common?.items} of them: ${common?.message}`;
  return { code: 'nothing_imported' satisfies JobReason, message };
}

/** The most fresh starts of a list. A marketplace that loses the place more often would never let it be read to the end. */
const BEGUN_ANEW_MAX = 5;

/** @returns how it is to be asked for instead, where that may help */
async function readable(
  page: Promise<RemotePage>,
  { pageSize, begunAnew }: ImportJob['progress'],
): Promise<RemotePage | keyof typeof askOtherwise> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof ProviderAnswerTooLarge && pageSize > 1) return 'inSmallerPages';
    if (error instanceof CursorRefused && begunAnew < BEGUN_ANEW_MAX) return 'fromTheBeginning';
    throw error;
  }
}

const askOtherwise = {
  async inSmallerPages(database: Database, storeId: string, { id, progress }: ImportJob): Promise<ImportJob> {
    await askForFewer(database.writer(storeId), storeId, id, progress.pageSize >> 1);
    return catalogPull.read(await findJob(database.reader(storeId), storeId, null, id));
  },

  async fromTheBeginning(database: Database, storeId: string, { id, progress }: ImportJob): Promise<ImportJob> {
    if (progress.cursor !== null) await beginAnew(database.writer(storeId), storeId, id, progress.cursor);
    return catalogPull.read(await findJob(database.reader(storeId), storeId, null, id));
  },
};

/** @returns the job as it stands after the part, whoever wrote it */
async function writePart(
  { bus, database, services }: JobDependencies,
  storeId: string,
  { id: jobId, kind, extension, createdBy: askedBy, progress: at }: ImportJob,
  page: RemotePage,
  { pictureHosts, wantsPictures }: Pick<ConnectedChannel, 'pictureHosts' | 'wantsPictures'>,
  onItemFailure: StepOptions['onItemFailure'],
): Promise<ImportJob> {
  const principal = systemPrincipal(storeId, jobId);
  const issuer = issuerOf(services.capabilities, kind);
  const terms = { principal, askedBy, issuer, lockName: `channel ${extension}`, cause: { jobId } };
  await bus.batch(terms, async (batch) => {
    const job = catalogPull.read(await lockJob(batch.tx, storeId, jobId));
    const { progress } = job;
    // Another attempt wrote this part already, or the owner cancelled.
    if (job.state !== 'running' || job.exhausted || progress.listed) return;
    const isThere = progress.cursor === at.cursor && progress.pageRows === at.pageRows;
    if (!isThere || progress.begunAnew !== at.begunAnew) return;
    const { rows, earlier, again: rereadCount, position, exhausted } = nextPart(progress, page);
    const imports = job.input.mode === 'import';
    // An import takes rows once more that it read before the list was begun anew. A preview would count them twice.
    const skippedCount = imports ? 0 : rereadCount;
    const rowsBefore = [...earlier, ...rows.slice(0, skippedCount)];
    const rowsToPlan = rows.slice(skippedCount);
    const plan = await planPart(batch.tx, storeId, job, rowsToPlan.filter(isReadable), rowsBefore.filter(isReadable));
    const outcome = imports
      ? await importPlan(batch, storeId, job, plan, wantsPictures ? pictureHosts : undefined, onItemFailure)
      : previewOf(plan);
    const pictured = exhausted && imports && wantsPictures && (await hasPictures(batch.tx, storeId, job));
    const unreadable = rows.flatMap((row, index) =>
      isReadable(row) || (row.remoteId === null && index < rereadCount) ? [] : [unreadableError(row)],
    );
    const errors = [...unreadable, ...plan.errors, ...outcome.errors];
    bookAdvance(batch.tx, storeId, job, {
      total: page.total,
      items: rows.length - rereadCount,
      again: rereadCount,
      errors: await errorsToBook(batch.tx, storeId, jobId, errors, rows.slice(0, rereadCount)),
      besides: notesOf(plan, errors),
      exhausted: exhausted && !pictured,
      progress: {
        ...progress,
        ...position,
        listed: exhausted,
        created: progress.created + outcome.created,
        updated: progress.updated + outcome.updated,
        pictures: progress.pictures + outcome.pictures.queued,
        picturesElsewhere: progress.picturesElsewhere + outcome.pictures.elsewhere,
        sample: [...progress.sample, ...outcome.sample].slice(0, SAMPLE_MAX),
      } satisfies ImportJob['progress'],
    });
  });
  return catalogPull.read(await findJob(database.reader(storeId), storeId, null, jobId));
}

/** Remarks on products that are taken. */
function notesOf({ placed }: PartPlan, errors: readonly ItemError[]): ItemError[] {
  const failed = new Set(errors.map(({ remoteId }) => remoteId));
  return placed.filter(({ product }) => !failed.has(product.remoteId)).flatMap(({ notes }) => notes);
}

/** Finds the errors that are not booked yet. @param rereadRows rows that the job has read before: their errors may be booked */
async function errorsToBook(
  tx: Transaction,
  storeId: string,
  jobId: string,
  errors: readonly ItemError[],
  rereadRows: readonly RemoteRow[],
): Promise<readonly ItemError[]> {
  const readBefore = new Set(rereadRows.map(({ remoteId }) => remoteId));
  const suspects = errors.flatMap(({ remoteId }) => (remoteId !== null && readBefore.has(remoteId) ? [remoteId] : []));
  if (suspects.length === 0) return errors;
  const booked = await bookedErrors(tx, storeId, jobId, suspects);
  return errors.filter(({ remoteId }) => remoteId === null || !booked.has(remoteId));
}

/** Products that a preview shows. */
const SAMPLE_MAX = 50;

interface PartOutcome {
  readonly created: number;
  readonly updated: number;
  readonly pictures: PictureCounts;
  readonly errors: readonly ItemError[];
  readonly sample: readonly SampleRow[];
}

async function importPlan(
  batch: Batch,
  storeId: string,
  job: ImportJob,
  { placed, known, updated, errors: planErrors }: PartPlan,
  hosts: ConnectedChannel['pictureHosts'] | undefined,
  onItemFailure: StepOptions['onItemFailure'],
): Promise<PartOutcome> {
  const { results, failed } = await batch.parts(placed, (part) => importProducts(batch, storeId, job, part, hosts));
  const ofKnown = await queuePictures(batch.tx, storeId, job.extension, known, hosts);
  for (const { error } of failed) if (!(error instanceof Refusal)) onItemFailure(error);
  // A product that is an error already, for one variant of several, is not counted twice.
  const productsInError = new Set(planErrors.map(({ remoteId }) => remoteId));
  const otherFailures = failed.filter(({ item }) => !productsInError.has(item.product.remoteId));
  return {
    created: results.reduce((sum, { created }) => sum + created, 0),
    updated: updated.size - failed.filter(({ item }) => updated.has(item.product.remoteId)).length,
    pictures: {
      queued: results.reduce((sum, { pictures }) => sum + pictures.queued, ofKnown.queued),
      // Most known products have their pictures already, from any source.
      elsewhere: results.reduce((sum, { pictures }) => sum + pictures.elsewhere, 0),
    },
    errors: [
      ...results.flatMap(({ errors }) => errors),
      ...otherFailures.map(({ item, error }) => item.failed(reasonOf(error))),
    ],
    sample: [],
  };
}

const previewOf = ({ placed, updated, sample }: PartPlan): PartOutcome => ({
  created: placed.filter(({ payload }) => payload).length,
  updated: updated.size,
  pictures: { queued: 0, elsewhere: 0 },
  errors: [],
  sample: sample.filter(({ action }) => action !== 'unchanged'),
});

const unreadableError = ({ remoteId, title, message }: UnreadableRow): ItemError => ({
  remoteId,
  barcode: null,
  title,
  code: 'row_invalid',
  message,
});

/** Names the reason for which an item failed, for the owner: the details of Postgres are for the log. */
function reasonOf(error: unknown): { code: JobReason; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.detail };
  const { code } = error as { code?: string };
  return { code: 'internal', message: `The product could not be saved${code ? ` (${code})` : ''}.` };
}
