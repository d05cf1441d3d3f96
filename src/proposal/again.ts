import { Refusal } from '../kernel/errors';

const ATTEMPTS_MAX = 3;

/**
 * Runs work again when its write met somebody else's (the store reads without locks and refuses the later writer): the next time
 * it sees what the other one left. What it still refuses then, it means.
 */
export async function againAfterMeeting<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'rev_conflict' || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
