import { lackingOf, nameOf } from '../extension/provider/providers';
import type { ExtensionWork } from '../kernel/declaration/extension-work';
import { refuse } from '../kernel/errors';
import { channelJob } from './contract/job';
import { ZEROING } from './contract/lanes';
import { askForJob } from './job/ask';
import { settlesByJob } from './job/settling';
import { lockOpenJobs, openJobsBeforeOneMore } from './job/store';
import { ended } from './kinds/ended';
import { endOf } from './kinds/ends';
import { hasListings } from './listing/store';
import { enabledChannel } from './provider/enabled';
import { pushNeeds } from './push/ask';
import { offersPush, pushInput } from './push/declaration';

const zeroing = settlesByJob<{ readonly id: string; readonly extension: string }>(
  { words: { tr: 'stokların sıfırlanması', en: 'setting of the stock to zero' } },
  { answer: (_db, _storeId, { id, extension }) => ({ id, extension }) },
);
/** A job needs no work of others to say how it stands. */
const NOBODY = { extensionWork: [] };

/** The listings of a shop at a marketplace, and the jobs that speak to it. */
export const channelWork: ExtensionWork = {
  staysOutside: hasListings,

  async empty(context, extension) {
    const { tx, storeId } = context;
    if (!(await hasListings(tx, storeId, extension))) return undefined;
    if (lackingOf(extension, pushNeeds.operations).length > 0) refuse('zero_not_offered');
    const { name } = await enabledChannel(tx, storeId, extension, pushNeeds);
    const input = pushInput('zero');
    if ((await openJobsBeforeOneMore(tx, storeId, extension, ZEROING)) > 0)
      refuse('invalid_state', `${name} is being taken off sale already.`, { facts: { state: 'zeroing' } });
    return (await askForJob(context, offersPush, { extension, extensionName: name, input })).id;
  },

  emptied: (db, storeId, { extension, jobId }) => zeroing.look(db, storeId, { id: jobId, extension }, NOBODY),

  async end(context, extension, except) {
    const extensionName = nameOf(extension);
    const jobs = await lockOpenJobs(context.tx, context.storeId, extension);
    const error = { code: 'extension_not_enabled', message: `${extensionName} was disabled.` };
    const ending = jobs.filter(({ id }) => id !== except);
    for (const row of ending) {
      ended(context, row, endOf(row, { state: 'cancelled', error }));
      const { storeId } = context;
      const { id: jobId, kind, input } = row;
      context.effects.cancelWorkflow(channelJob, { storeId, jobId, extension, kind, input, extensionName });
    }
    return ending.length;
  },
};
