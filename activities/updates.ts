import type { Platform } from '../src/platform';
import { prepareUpdates } from '../src/update/sweep/sweep';
import { beating } from './beating';

export const createUpdateActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Each update is prepared for the rev that was read: another attempt does none twice. */
  prepareUpdates: (storeId: string): Promise<number> => beating(() => prepareUpdates(platform, storeId)),
});

export type UpdateActivities = ReturnType<typeof createUpdateActivities>;
