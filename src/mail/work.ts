import { work } from '../kernel/work/work';
import { mailDelivery } from './contract';
import { findOpenMails, moveMail } from './store';

export const mailWork = work(mailDelivery, {
  find: findOpenMails,
  /** It is not sent, and says why. */
  abandon: ({ database }, storeId, mailId, { reason }) =>
    moveMail(database.writer(storeId), storeId, mailId, 'failed', reason),
});
