import { Patience, patient } from './patience';
/**
 * Asks until the answer is truthy.
 * @param ms far above what it takes on a busy machine
 * @param everyMs between two asks; what asks over HTTP stays below the calls a minute of its credential
 */
export async function eventually<T>(ask: () => T | Promise<T>, ms = 30_000, everyMs = 25): Promise<NonNullable<T>> {
  const patience = new Patience(patient(ms));
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (patience.isOver) throw new Error(`Not within ${patient(ms)} ms: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
