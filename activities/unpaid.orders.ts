import { cancelUnpaid } from '../src/order/transfer/sweep';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createUnpaidActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** An order that is cancelled is not found any more: another attempt goes on with the others. */
  cancelUnpaidOrders: (): Promise<number> => beating(() => cancelUnpaid(platform)),
});

export type UnpaidActivities = ReturnType<typeof createUnpaidActivities>;
