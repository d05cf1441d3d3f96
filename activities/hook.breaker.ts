import type { HookBreakerInput } from '../src/extension/hook/contract';
import { isTripOver, recordTrip } from '../src/extension/hook/record';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createHookActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Notes the trip. Another attempt finds the hook deactivated, and the owners told. */
  recordTrip: (input: HookBreakerInput): Promise<string | undefined> => beating(() => recordTrip(platform, input)),
  /** Tells whether somebody has activated the hook again, or it is gone. */
  isTripOver: (input: HookBreakerInput): Promise<boolean> => beating(() => isTripOver(platform, input)),
});

export type HookActivities = ReturnType<typeof createHookActivities>;
