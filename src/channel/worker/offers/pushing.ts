import type { Queryable } from '../../../kernel/database/queryable';
import type { OfferLimits } from '../../../provider/channel/listing';
import { storable } from '../../../provider/text';
import { inTime } from '../../job/in-time';
import type { JobReason } from '../../job/reasons';
import type { JobDependencies, StepOptions } from '../../job/steps';
import type { ItemError } from '../../job/table';
import type { OfferRow } from '../../offer/row';
import { termsOf } from '../../offer/terms';
import { type ConnectedChannel, connectChannel } from '../../provider/connect';
import { booked, type WritePush } from '../../push/booked';
import type { PushJob } from '../../push/declaration';

type PushTerms = Awaited<ReturnType<typeof termsOf>>;

/** The common ground of one step of a push: its job, and the means by which it asks and writes. */
export class Pushing {
  /** Requests that were divided to find a refused item. */
  divisions = 0;
  /** The terms by which listings are shown, as they were read last. */
  terms!: PushTerms;

  private constructor(
    readonly dependencies: JobDependencies,
    readonly storeId: string,
    public job: PushJob,
    readonly options: StepOptions,
    readonly channel: ConnectedChannel,
    readonly limits: OfferLimits,
    /** True when every listing is told zero stock. */
    private readonly zeroes: boolean,
  ) {}

  static async on(
    dependencies: JobDependencies,
    storeId: string,
    job: PushJob,
    options: StepOptions,
    zeroes: boolean,
  ): Promise<Pushing> {
    const { database, services } = dependencies;
    const asked = { db: database.reader(storeId), services, storeId, ext: job.extension, urgency: 'urgent' } as const;
    const channel = await inTime(connectChannel(asked));
    const { offerLimits } = channel.provider;
    if (!offerLimits) throw new Error(`${job.extension} declares no limits of offers`);
    return new Pushing(dependencies, storeId, job, options, channel, offerLimits, zeroes);
  }

  get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  get isGoing(): boolean {
    return this.job.state === 'running' && !this.job.exhausted;
  }

  async book(write: WritePush): Promise<void> {
    this.job = await booked(this.dependencies, this.storeId, this.job.id, write);
  }

  async readTerms(db: Queryable): Promise<PushTerms> {
    const terms = await termsOf(db, this.storeId, this.job.extension);
    this.terms = this.zeroes ? { ...terms, zeroes: true } : terms;
    return this.terms;
  }
}

export const itemError = ({ id, barcode, title }: OfferRow, message: string): ItemError => ({
  remoteId: id,
  barcode,
  title,
  code: 'provider_refused' satisfies JobReason,
  message: storable(message),
});
