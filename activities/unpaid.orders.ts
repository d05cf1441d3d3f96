import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { DatabaseAway } from '../src/kernel/database/connection';
import { noteUpkeepFailure } from '../src/kernel/work/upkeep-store';
import { cancelOverdue } from '../src/order/worker/overdue';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createUnpaidActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** An order that is cancelled is not found any more: another attempt goes on with the others. */
  cancelUnpaidOrders: (): Promise<number> =>
    beating(async () => {
      try {
        return await cancelOverdue(platform, cancellationSignal());
      } catch (error) {
        if (error instanceof DatabaseAway || cancellationSignal().aborted) throw error;
        // All were tried: the next run looks again, and the health says so as long as that goes on.
        await noteUpkeepFailure(platform.database.systemWriter, 'transfers');
        throw ApplicationFailure.nonRetryable((error as Error).message, 'NotCancelled');
      }
    }),
});

export type UnpaidActivities = ReturnType<typeof createUnpaidActivities>;
