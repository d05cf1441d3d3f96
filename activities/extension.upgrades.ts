import { type BroughtUp, bringUpToDate } from '../src/extension/upgrades';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createExtensionActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Each upgrade is a command with a key of its own: another attempt finds what this one has done. */
  upgradeExtensions: (storeId: string): Promise<BroughtUp> => beating(() => bringUpToDate(platform, storeId)),
});

export type ExtensionActivities = ReturnType<typeof createExtensionActivities>;
