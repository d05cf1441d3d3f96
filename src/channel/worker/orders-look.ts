import type { PackageRow } from '../../provider/channel/package';
import { noteRows } from '../../store/unreadable/store';
import { book } from '../job/book';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { freshRows, noteLooked, notePackages } from '../package/seen-store';
import { connectChannel } from '../provider/connect';
import { type LookJob, ordersLook } from '../pull/declaration';
import { forgetNews, type News, oldestNews } from '../pull/news-store';
import { type Kept, keepPackages } from './keep-packages';
import { packagesRead } from './unkept-packages';

/** Packages in one question for them. */
const ASKED_MAX = 50;

/** Looks at what a marketplace has told of by itself. Nothing of the news is believed: the packages themselves are asked for. */
export const ordersLookSteps: JobSteps<typeof ordersLook> = {
  kind: ordersLook,
  step: lookAtNews,
};

async function lookAtNews(
  dependencies: JobDependencies,
  storeId: string,
  begun: LookJob,
  options: StepOptions,
): Promise<JobProgress> {
  const { database, services } = dependencies;
  const db = database.reader(storeId);
  const { id: jobId, extension } = begun;
  let job = begun;
  const { adapter } = await inTime(connectChannel({ db, services, storeId, ext: extension, urgency: 'urgent' }));
  while (job.state === 'running' && !job.exhausted) {
    options.signal.throwIfAborted();
    const news = await inTime(oldestNews(db, storeId, extension, ASKED_MAX));
    const packageIds = news.flatMap(({ kind, name }) => (kind === 'package' ? [name] : []));
    const orders = news.flatMap(({ kind, name }) => (kind === 'order' ? [name] : []));
    const rows: PackageRow[] = [];
    if (packageIds.length > 0) rows.push(...(await adapter.packagesById(packageIds, options.signal)));
    options.onAnswer();
    for (const order of orders) {
      rows.push(...(await adapter.packagesOfOrder(order, options.signal)));
      options.onAnswer();
    }
    const fresh = await inTime(freshRows(db, storeId, extension, rows));
    const kept = await keepPackages(dependencies, { storeId, extension, jobId }, fresh, options);
    const missing = missingOf(packageIds, rows);
    job = await bookLook(dependencies, storeId, job, { news, rows, kept, missing });
    options.onProgress(progressOf(job));
    if (options.until()) break;
  }
  return progressOf(job);
}

function missingOf(packageIds: readonly string[], rows: readonly PackageRow[]): ItemError[] {
  const shown = new Set(rows.map((row) => ('packageId' in row ? row.packageId : row.remoteId)));
  return packageIds
    .filter((id) => !shown.has(id))
    .map((remoteId) => ({
      remoteId,
      barcode: null,
      title: null,
      code: 'package_missing' satisfies JobReason,
      message: 'The marketplace has told of the package, and does not show it.',
    }));
}

interface Looked {
  readonly news: readonly News[];
  readonly rows: readonly PackageRow[];
  readonly kept: Kept;
  readonly missing: readonly ItemError[];
}

const bookLook = (
  dependencies: JobDependencies,
  storeId: string,
  { id, extension }: LookJob,
  { news, rows, kept, missing }: Looked,
): Promise<LookJob> =>
  book(ordersLook, dependencies, storeId, id, async (tx, { done, progress }) => {
    notePackages(tx, storeId, extension, kept.packages);
    const shown = rows.flatMap((row) => ('packageId' in row ? [row.packageId] : []));
    noteLooked(tx, storeId, extension, shown);
    const unkept = new Set(kept.errors.map(({ remoteId }) => remoteId));
    const read = shown.filter((packageId) => !unkept.has(packageId));
    noteRows(tx, storeId, extension, packagesRead(kept, read));
    forgetNews(tx, storeId, extension, news);
    const errors = [...kept.errors, ...missing];
    const items = kept.packages.length + errors.length;
    return {
      total: done + items,
      items,
      errors,
      exhausted: news.length < ASKED_MAX,
      progress: {
        ordersNew: progress.ordersNew + kept.ordersNew,
        packagesChanged: progress.packagesChanged + kept.packages.length,
      },
    };
  });
