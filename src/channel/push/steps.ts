import type { JobSteps } from '../job/steps';
import { Comparison } from './compare';
import { offersPush } from './declaration';
import { Push } from './push';

/**
 * Keeps stock and prices of listings in step with the store.
 *
 * The wish of a listing is computed, not stored. The request that tells a marketplace is written before it is made, so a killed attempt
 * leaves one whose outcome nobody knows: that one is read back. A push is the difference of both.
 */
export const offersPushSteps: JobSteps<typeof offersPush> = {
  kind: offersPush,
  step: (dependencies, storeId, job, options) =>
    job.input.pushMode === 'compare'
      ? new Comparison(dependencies, storeId, job, options).run()
      : new Push(dependencies, storeId, job, options).run(),
  // An item that the marketplace refuses says why, and waits; the others were sent.
  flawOf: async () => undefined,
};
