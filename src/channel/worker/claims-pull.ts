import { claimsPull } from '../claim/declaration';
import { claimMirror } from '../claim/mirror';
import { settleOwed } from '../claim/settle';
import type { JobSteps } from '../job/steps';
import { mirrorSteps } from '../mirror/pull';

const mirrored = mirrorSteps(claimsPull, claimMirror);

/** Brings claims of a marketplace, and notes the pieces that it has accepted, also those that it accepted because nobody had answered. */
export const claimsPullSteps: JobSteps<typeof claimsPull> = {
  ...mirrored,
  async step(dependencies, storeId, job, options) {
    const progress = await mirrored.step(dependencies, storeId, job, options);
    await settleOwed(dependencies, { storeId, extension: job.extension, jobId: job.id }, options);
    return progress;
  },
};
