import type { ExtensionWork } from '../kernel/declaration/extension-work';
import { nameOf } from '../provider/providers';
import { channelJob } from './job/contract';
import { ended } from './job/ended';
import { endOf } from './job/ends';
import { lockOpenJobs } from './job/store';
import { hasListings } from './listing/store';

/** The listings of a shop at a marketplace, and the jobs that speak to it. */
export const channelWork: ExtensionWork = {
  staysOutside: hasListings,

  async end(context, extension) {
    const extensionName = nameOf(extension);
    const jobs = await lockOpenJobs(context.tx, context.storeId, extension);
    const error = { code: 'extension_not_enabled', message: `${extensionName} was disabled.` };
    for (const row of jobs) {
      ended(context, row, endOf(row, { state: 'cancelled', error }));
      const { storeId } = context;
      const { id: jobId, kind, input } = row;
      context.effects.cancelWorkflow(channelJob, { storeId, jobId, extension, kind, input, extensionName });
    }
    return jobs.length;
  },
};
