import { Refusal } from '../../src/kernel/errors';
import { Patience, patient } from './patience';

/**
 * Asks until the answer is truthy. A product that says that it is too busy is asked again, as it says.
 * @param ms far above what it takes on a busy machine
 * @param everyMs between two asks; what asks over HTTP stays below the calls a minute of its credential
 */
export async function eventually<T>(ask: () => T | Promise<T>, ms = 30_000, everyMs = 25): Promise<NonNullable<T>> {
  const patience = new Patience(patient(ms));
  for (;;) {
    const answer = await unlessBusy(ask);
    if (answer) return answer;
    if (patience.isOver) throw new Error(`Not within ${patient(ms)} ms: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

async function unlessBusy<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined;
    throw error;
  }
}
