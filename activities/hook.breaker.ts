import type { HookBreakerInput } from '../src/extension/hook/contract';
import { recordTrip } from '../src/extension/hook/record';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createHookActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Another attempt finds the hook deactivated, and the owners told. */
  recordTrip: (input: HookBreakerInput): Promise<string | undefined> => beating(() => recordTrip(platform, input)),
});

export type HookActivities = ReturnType<typeof createHookActivities>;
