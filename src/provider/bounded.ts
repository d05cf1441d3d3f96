import { inTime } from '../kernel/process/in-time';
import { CALL_MS } from './deadlines';
import { notAnswered } from './not-answered';

/**
 * Gives up a call of an adapter that takes too long. An adapter with an HTTP client of its own may have no deadline. A request that is made
 * only once waits for as long as a call may be under way.
 * @param name the provider's name for people
 * @param call the call; it is aborted then, and not awaited any more if it ignores that
 * @throws the call's own errors, ProviderUnavailable
 */
export function bounded<T>(name: string, signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  return inTime(call(AbortSignal.any([signal, over.signal])), CALL_MS, () => {
    const late = notAnswered(name, undefined, `no answer came within ${CALL_MS / 1_000} s`);
    over.abort(late);
    return late;
  });
}
