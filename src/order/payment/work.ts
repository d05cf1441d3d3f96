import { STUCK, work } from '../../kernel/work/work';
import { findAttempt, moveAttempt, noteAwaited, paymentBook } from './attempt-store';
import { paymentAttempt } from './contract';

/** Leaves an abandoned payment in the owner's sight, because nobody knows whether its money was taken or given back. */
export const paymentWork = work(paymentAttempt, {
  find: paymentBook.findOpen,
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
