import { work } from '../kernel/work/work';
import giveUp from './bulk.giveUp';
import { bulkRecording } from './contract';
import { findOpenRecordings } from './store';

/** A bulk act whose calls nobody records is withdrawn, with the reason: nothing of it has run. */
export const bulkWork = work(bulkRecording, {
  find: findOpenRecordings,
  // How far it is stands in the row.
  beginsAnew: true,
  async abandon({ bus }, storeId, proposalId, { reason }) {
    await bus.act(giveUp, {
      storeId,
      by: bulkRecording.workflowId(proposalId),
      payload: { proposalId, reason },
      cause: { proposalId },
    });
  },
});
