import { deleteEndedSessions } from '../src/checkout/session/store';
import { OUTCOME_LIFE_MS } from '../src/kernel/bus/claim';
import type { Database } from '../src/kernel/database/database';
import { deleteOldMails } from '../src/mail/store';
import { forgetFailedPayments } from '../src/order/payment/store';
import { hashesWaiting } from '../src/proposal/store';
import { forgetTried } from '../src/skin/store/workspace-packs-store';
import { forgetBodies } from '../src/store/design/body-store';
import { listStores } from '../src/store/store';
import { forgetKeys } from '../src/workspace/activity/key-store';
import { beating } from './beating';
import { deleteExpired, numberMovements } from './retention-store';

const BATCH = 5_000;
/** A body may be half a megabyte long. */
const BODIES = 500;

export function createRetentionActivities(database: Database) {
  return {
    /** Deletes what has outlived its term, and numbers what waits for its number. @returns rows of both; 0: nothing is left */
    sweepExpired: (): Promise<number> =>
      beating(async () => {
        const deleted = await deleteExpired(database.maintenance, OUTCOME_LIFE_MS, BATCH);
        const mails = await deleteOldMails(database.maintenance, BATCH);
        const sessions = await deleteEndedSessions(database.maintenance, BATCH);
        const words = await forgetFailedPayments(database.maintenance, BATCH);
        const keys = await forgetKeys(database.maintenance, BATCH);
        return deleted + keys + mails + sessions + words + (await numberMovements(database.maintenance, BATCH));
      }),
    /** Forgets bodies of designs that nothing names any more, and packs that no workspace tries. @returns how many bodies */
    sweepDesigns: (): Promise<number> =>
      beating(async () => {
        let forgotten = 0;
        for await (const storeId of listStores(database.maintenance)) {
          const db = database.writer(storeId);
          const waiting = await hashesWaiting(db, storeId);
          for (let gone = BODIES; gone === BODIES; forgotten += gone)
            gone = await forgetBodies(db, storeId, waiting, BODIES);
          await forgetTried(db, storeId);
        }
        return forgotten;
      }),
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
