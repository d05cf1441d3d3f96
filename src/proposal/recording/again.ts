import { Contention } from '../../kernel/errors';

const ATTEMPTS_MAX = 3;

/**
 * Runs work again when its write met somebody else's (the store reads without locks and refuses the later writer): the next time
 * it sees what the other one left. What is overtaken once more runs again with its whole transaction, which the bus sees to.
 */
export async function againAfterMeeting<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Contention) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
