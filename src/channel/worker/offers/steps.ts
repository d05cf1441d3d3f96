import { inTime } from '../../job/in-time';
import type { JobSteps } from '../../job/steps';
import { findJob } from '../../job/store';
import { Comparison } from '../../push/compare';
import { offersPush } from '../../push/declaration';
import { push, sending } from './push';
import { flawOfZero, zeroing } from './zero';

const manners = { send: sending, zero: zeroing } as const;

/**
 * Keeps stock and prices of listings in step with the store.
 *
 * The wish of a listing is computed, not stored. The request that tells a marketplace is written before it is made, so a killed attempt
 * leaves one whose outcome nobody knows: that one is read back. A push is the difference of both.
 */
export const offersPushSteps: JobSteps<typeof offersPush> = {
  kind: offersPush,
  step(dependencies, storeId, job, options) {
    const { pushMode } = job.input;
    return pushMode === 'compare'
      ? new Comparison(dependencies, storeId, job, options).run()
      : push(manners[pushMode], dependencies, storeId, job, options);
  },
  // An item that the marketplace refuses says why, and waits; the others were sent.
  async flawOf({ database }, storeId, jobId) {
    const { input, progress } = offersPush.read(await inTime(findJob(database.reader(storeId), storeId, null, jobId)));
    return input.pushMode === 'zero' ? flawOfZero(progress) : undefined;
  },
};
