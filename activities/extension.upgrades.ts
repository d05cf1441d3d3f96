import { type BroughtUp, bringUpToDate } from '../src/extension/upgrades';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createExtensionActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Each upgrade is guarded by the rev that was read: another attempt does none twice, and tells of its own alone. */
  upgradeExtensions: (storeId: string): Promise<BroughtUp> => beating(() => bringUpToDate(platform, storeId)),
});

export type ExtensionActivities = ReturnType<typeof createExtensionActivities>;
