import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import type { JobSteps } from '../job/steps';
import { findJob } from '../job/store';
import { listingsPush } from '../submission/declaration';
import { Submitting } from '../submission/submit';

/**
 * Has items listed at a marketplace, and follows them until they are approved or refused.
 *
 * The request is written before it is made, as one of stock and prices is. A request without an answer is read back among the items that
 * wait for approval and those that are approved. An item that is in neither is sent again.
 */
export const listingsPushSteps: JobSteps<typeof listingsPush> = {
  kind: listingsPush,
  step: (dependencies, storeId, job, options) => new Submitting(dependencies, storeId, job, options).run(),
  async flawOf({ database }, storeId, jobId) {
    const { progress, done, failed } = listingsPush.read(
      await inTime(findJob(database.reader(storeId), storeId, null, jobId)),
    );
    const isNothing = progress.sent + progress.listed === 0 && progress.approved === 0;
    if (!isNothing || failed === 0) return undefined;
    const message = `Nothing was sent: ${failed} of ${done} listings lack something that the marketplace asks for.`;
    return { code: 'not_listable' satisfies JobReason, message };
  },
};
