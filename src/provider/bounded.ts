import { inTime } from '../kernel/process/in-time';
import { CALL_MS } from './deadlines';
import { notAnswered } from './not-answered';

/**
 * A call of an adapter, given up when it takes too long: an adapter with an HTTP client of its own may have no deadline, and what is
 * asked only once waits for as long as a call may be under way.
 * @param name what people call the provider
 * @param call is aborted then, and is no more waited for if it does not hear of that
 * @throws what the call does, ProviderUnavailable
 */
export function bounded<T>(name: string, signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  return inTime(call(AbortSignal.any([signal, over.signal])), CALL_MS, () => {
    const late = notAnswered(name, undefined, `no answer came within ${CALL_MS / 1_000} s`);
    over.abort(late);
    return late;
  });
}
