import type { Transaction } from '../../kernel/database/queryable';
import type { ListingLimits } from '../../provider/channel/listing';
import { storable } from '../../provider/text';
import { type Advance, book } from '../job/book';
import type { JobReason } from '../job/reasons';
import type { JobDependencies, StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import type { Terms } from '../offer/wish';
import type { ConnectedChannel } from '../provider/connect';
import { type ListingsJob, listingsPush } from './declaration';
import { type Fault, sayFault } from './fault';
import type { PushedItem } from './item';

/** Writes something of a job that submits listings. */
type WriteListings = (tx: Transaction, job: ListingsJob) => Promise<Advance<ListingsJob['progress']> | undefined>;

/** The common ground of one step of a job: whose it is, and the means by which it asks and writes. */
export class Ground {
  /** Items in one request; fewer while one is looked for that the marketplace refuses. */
  most: number;

  constructor(
    readonly dependencies: JobDependencies,
    readonly storeId: string,
    public job: ListingsJob,
    readonly options: StepOptions,
    readonly channel: ConnectedChannel,
    readonly limits: ListingLimits,
    readonly terms: Terms,
  ) {
    this.most = limits.items;
  }

  get ext(): string {
    return this.job.extension;
  }

  get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  /** The books of requests, which are no part of the shop. */
  get books() {
    return this.dependencies.services.bookkeeping(this.storeId);
  }

  get isGoing(): boolean {
    return this.job.state === 'running' && !this.job.exhausted;
  }

  /** Writes something together with the progress of the job. */
  async book(write: WriteListings): Promise<void> {
    this.job = await book(listingsPush, this.dependencies, this.storeId, this.job.id, write);
  }

  /** True of items that this job answers for; one that follows answers for those that no other waits for. */
  isOwn(jobId: string | null): boolean {
    return this.job.input.listingMode === 'follow' || jobId === this.job.id;
  }
}

export const itemError = ({ id, barcode, title }: PushedItem, code: JobReason, message: string): ItemError => ({
  remoteId: id,
  barcode,
  title,
  code,
  message: storable(message),
});

export const faultError = (item: PushedItem, faults: readonly Fault[]): ItemError =>
  itemError(item, 'not_listable', `It ${faults.map(sayFault).join('; ')}.`);
