import { work } from '../../kernel/work/work';
import { findAsked, findOpenRefunds, noteWaiting } from './asked-store';
import { refundAsking } from './contract';
import { recordEnd } from './ends';

const STUCK = 'Whoever runs the system: the work fails again and again at the same step, and the log says of what.';

/** Of what was asked nobody knows what became of it; what never was has not happened. */
export const refundWork = work(refundAsking, {
  find: findOpenRefunds,
  async abandon({ bus, database }, storeId, refundId, { reason }) {
    const refund = await findAsked(database.reader(storeId), storeId, refundId);
    if (refund?.state !== 'requested') return;
    await recordEnd(bus, storeId, refundId, { outcome: refund.asked > 0 ? 'unknown' : 'failed', failure: reason });
  },
  async noteStuck({ bus }, storeId, refundId) {
    await noteWaiting(bus, storeId, refundId, STUCK);
  },
});
