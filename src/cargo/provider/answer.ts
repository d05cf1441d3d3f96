import { refuse } from '../../kernel/errors';
import { CALLER_MS } from '../../provider/deadlines';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../../provider/error';

/** The refusals by which {@link cargoAnswer} says that a provider failed. */
export const cargoRefusals = ['throttled', 'provider_refused', 'provider_answer_invalid', 'unavailable'] as const;

const SOON = { retryAfterSeconds: 5 };

/** Asks a provider for a caller who waits for the answer, and says its failures in the platform's codes. */
export async function cargoAnswer<T>(call: (signal: AbortSignal) => Promise<T>, mostMs = CALLER_MS): Promise<T> {
  const signal = AbortSignal.timeout(mostMs);
  try {
    return await call(signal);
  } catch (error) {
    if (error instanceof ProviderThrottled)
      refuse('throttled', 'The provider of cargo takes no more requests now.', {
        retryAfterSeconds: Math.ceil(error.waitMs / 1_000),
      });
    if (isRefused(error))
      refuse('provider_refused', error.message, {
        facts: { providerStatus: error.status, providerCode: error.code },
      });
    if (error instanceof ProviderAnswerInvalid) refuse('provider_answer_invalid', error.message);
    if (error instanceof ProviderUnavailable) refuse('unavailable', error.message, SOON);
    // A waiting call says it in words of its own.
    if (signal.aborted) refuse('unavailable', 'The provider of cargo did not answer in time.', SOON);
    throw error;
  }
}
