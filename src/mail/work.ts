import { work } from '../kernel/work';
import { mailDelivery } from './contract';
import { findOpenMails, setMailState } from './store';

export const mailWork = work(mailDelivery, {
  find: findOpenMails,
  /** It is not sent, and says why. */
  abandon: ({ database }, storeId, mailId, { reason }) =>
    setMailState(database.writer(storeId), storeId, mailId, 'failed', reason),
});
