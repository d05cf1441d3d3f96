import { work } from '../../kernel/work/work';
import { findAttempt, findOpenAttempts, moveAttempt, noteAwaited } from './attempt-store';
import { paymentAttempt } from './contract';

const STUCK = 'Whoever runs the system: the work fails again and again at the same step, and the log says of what.';

/** Whether money was taken, or given back, nobody knows: it stays in the owner's sight. */
export const paymentWork = work(paymentAttempt, {
  find: findOpenAttempts,
  async abandon({ bus, database }, storeId, paymentId, { reason }) {
    const attempt = await findAttempt(database.reader(storeId), storeId, paymentId);
    if (!attempt || attempt.orderId !== null) return;
    const { state } = attempt;
    if (state === 'begun') await moveAttempt(bus, storeId, attempt, 'unknown', reason);
    if (state === 'captured' || state === 'returning') await moveAttempt(bus, storeId, attempt, 'not_returned', reason);
  },
  async noteStuck({ bus }, storeId, paymentId) {
    await noteAwaited(bus, storeId, paymentId, STUCK);
  },
});
