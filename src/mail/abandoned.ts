import type { Database } from '../kernel/database';
import type { Abandonment } from '../kernel/job';
import { setMailState } from './store';

/** A mail that no workflow delivers is not sent, and says why. */
export const abandonMail = (
  database: Database,
  storeId: string,
  mailId: string,
  { reason }: Abandonment,
): Promise<void> => setMailState(database.writer(storeId), storeId, mailId, 'failed', reason);
