import { heartbeat } from '@temporalio/activity';

/** Far below the timeouts of the workflows, after which silence is a killed worker. */
const BEAT_MS = 1_000;

/**
 * Beats as long as the work takes: for what ends in a known time by itself, and would look alive for ever if it did not.
 * @param far how far it is, for another attempt
 */
export async function beating<T>(work: () => Promise<T>, far: () => unknown = () => undefined): Promise<T> {
  const beat = setInterval(() => heartbeat(far()), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
