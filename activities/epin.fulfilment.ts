import { fulfilShort } from '../src/order/worker/codes';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createEpinActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** A line that was given its codes waits for none any more: another attempt goes on with the others. */
  fulfilShortLines: (): Promise<number> => beating(() => fulfilShort(platform)),
});

export type EpinActivities = ReturnType<typeof createEpinActivities>;
