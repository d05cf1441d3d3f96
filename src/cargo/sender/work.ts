import { type Work, work } from '../../kernel/work/work';
import { cargoSender } from './contract';
import { recordSender } from './ends';
import { findOpenSenders, noteSenderWaits } from './store';

const STUCK = 'Whoever runs the system: the work fails again and again at the same step, and the log says of what.';

export const senderWork: Work = work(cargoSender, {
  find: findOpenSenders,
  abandon: ({ bus }, storeId, senderId, { reason: failure }) =>
    recordSender(bus, { storeId, senderId }, { outcome: 'failed', failure }),
  async noteStuck({ bus }, storeId, senderId) {
    await noteSenderWaits(bus, storeId, senderId, STUCK);
  },
});
