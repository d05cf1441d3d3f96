import { ProviderBusy } from '../../provider/error';
import { inTime } from '../job/in-time';
import { type JobDependencies, type JobProgress, progressOf, type StepOptions } from '../job/steps';
import { termsOf } from '../offer/terms';
import { connectChannel } from '../provider/connect';
import { begin } from './begin';
import type { ListingsJob } from './declaration';
import { lookAtPending, pollBatches, readBackLost } from './follow';
import { Ground } from './ground';
import { sendSome } from './send';
import { leftOf, nextLookMs, type OpenItems } from './store';

/** An approval that takes longer, about two minutes, is followed by the clock and not by the job. */
const AWAITED_LOOKS_MAX = 6;
/** The pauses between two looks of a job at its database, for waits that no row dates. */
const PAUSE_MS = { least: 200, most: 30_000 };

/** One step of a job that has items listed. */
export class Submitting {
  private ground!: Ground;

  constructor(
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private readonly job: ListingsJob,
    private readonly options: StepOptions,
  ) {}

  /** @throws the errors of the provider; {@link ProviderBusy} while it works on earlier requests */
  async run(): Promise<JobProgress> {
    const { services, database } = this.dependencies;
    const { storeId, options } = this;
    const { extension: ext, input } = this.job;
    const db = database.reader(storeId);
    const channel = await inTime(connectChannel({ db, services, storeId, ext, urgency: 'bulk' }));
    const { listingLimits } = channel.provider;
    if (!listingLimits) throw new Error(`${ext} declares no limits of listings`);
    const terms = await inTime(termsOf(db, storeId, ext));
    this.ground = new Ground(this.dependencies, storeId, this.job, options, channel, listingLimits, terms);
    const { ground } = this;
    while (ground.isGoing) {
      options.signal.throwIfAborted();
      if (input.listingMode === 'follow') await this.followOnce();
      else await this.goOn();
      options.onProgress(progressOf(ground.job));
      if (options.until()) break;
    }
    return progressOf(ground.job);
  }

  /** Looks once at what other jobs have left open. */
  private async followOnce(): Promise<void> {
    await readBackLost(this.ground);
    await pollBatches(this.ground);
    await lookAtPending(this.ground);
    await this.ground.book(async () => ({ exhausted: true }));
  }

  private async goOn(): Promise<void> {
    const { ground } = this;
    if (!ground.job.progress.begun) return begin(ground);
    const readBack = await readBackLost(ground);
    const hasSent = await sendSome(ground);
    const looked = (await pollBatches(ground)) + (await lookAtPending(ground));
    if (hasSent || readBack + looked > 0 || !ground.isGoing) return;
    const left = await inTime(leftOf(ground.reader, this.storeId, ground.job.id, AWAITED_LOOKS_MAX));
    if (left.todo + left.underWay + left.awaited > 0) await this.wait(left);
    await ground.book(async () => ({
      items: left.pending,
      exhausted: true,
      progress: { pending: left.pending },
    }));
  }

  /** @throws {ProviderBusy} */
  private async wait({ todo, underWay }: OpenItems): Promise<never> {
    const nextMs = await inTime(nextLookMs(this.ground.reader, this.storeId, this.ground.ext));
    const waitMs = Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, nextMs ?? PAUSE_MS.most));
    if (underWay > 0) throw new ProviderBusy('The marketplace works on the listings.', waitMs);
    throw new ProviderBusy(
      todo > 0 ? 'The same listings may be sent again only later.' : 'The marketplace decides on the listings.',
      waitMs,
    );
  }
}
