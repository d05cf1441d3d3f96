import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { NOTHING_RESEALED, type ResealedSoFar, type Resealing, resealAll } from '../src/keys/resealing';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createKeyActivities = (platform: Pick<Platform, 'database' | 'keyRing' | 'log'>) => ({
  /** Seals values anew. It beats with its progress, where another attempt goes on. */
  resealValues: (): Promise<Resealing> => {
    const signal = cancellationSignal();
    let far = (activityInfo().heartbeatDetails as ResealedSoFar | undefined) ?? NOTHING_RESEALED;
    const work = resealAll(platform, far, (next) => {
      far = next;
      signal.throwIfAborted();
    });
    return beating(
      () => work,
      () => far,
    );
  },
});

export type KeyActivities = ReturnType<typeof createKeyActivities>;
