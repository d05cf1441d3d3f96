import type { CommandBus } from '../../kernel/bus';
import { bookAdvance, type JobAdvance, lockJob } from '../job/store';
import { type BrandJob, brandCreate } from './declaration';

/**
 * Notes that the marketplace is asked for the brand, before it is.
 * @returns false when the job has ended meanwhile, or another attempt asks
 */
export const bookAsked = (bus: CommandBus, storeId: string, { id, progress }: BrandJob): Promise<boolean> =>
  booked(bus, storeId, id, (job) => {
    if (job.progress.asked !== progress.asked) return undefined;
    return { items: 0, exhausted: false, progress: { ...job.progress, asked: progress.asked + 1 } };
  });

/** Notes which brand there is now. */
export const bookBrand = (bus: CommandBus, storeId: string, jobId: string, brandId: string): Promise<boolean> =>
  booked(bus, storeId, jobId, ({ progress }) => ({
    items: 1,
    exhausted: true,
    progress: { ...progress, brandId },
  }));

type Advance = Pick<JobAdvance, 'items' | 'exhausted'> & { readonly progress: BrandJob['progress'] };

function booked(
  bus: CommandBus,
  storeId: string,
  jobId: string,
  advance: (job: BrandJob) => Advance | undefined,
): Promise<boolean> {
  return bus.inTransaction<boolean>(storeId, async (tx) => {
    const job = brandCreate.again(await lockJob(tx, storeId, jobId));
    const next = job.state === 'running' && !job.exhausted ? advance(job) : undefined;
    if (next) bookAdvance(tx, storeId, job, { total: 1, errors: [], ...next });
    return { keep: next !== undefined, value: next !== undefined };
  });
}

/** The marketplace has said that it did nothing. How long the job has waited stays, or it would be throttled for ever. */
export const takeBackAsked = (bus: CommandBus, storeId: string, { id, progress: { asked } }: BrandJob): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    tx.send(
      `UPDATE channel_job SET progress = jsonb_set(progress, '{asked}', to_jsonb($3::int))
       WHERE store_id = $1 AND id = $2 AND (progress ->> 'asked')::int = $3::int + 1 AND NOT exhausted`,
      [storeId, id, asked],
    );
    return { keep: true, value: undefined };
  });
