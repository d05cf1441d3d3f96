import { type FieldError, Refusal, refuse } from '../../kernel/errors';
import { CALLER_MS } from '../../provider/deadlines';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../../provider/error';

/** The codes with which {@link answerOf} refuses. */
export const answerRefusals = ['throttled', 'provider_refused', 'provider_answer_invalid', 'unavailable'] as const;

/** Tells whether a provider is behind a refusal: an earlier answer may do instead. */
export const isOfProvider = (error: unknown): boolean =>
  error instanceof Refusal && (answerRefusals as readonly string[]).includes(error.code);

/** Calls a provider for a caller who waits for the answer, and says its failures in the platform's codes. */
export async function answerOf<T>(
  call: (signal: AbortSignal) => Promise<T>,
  /** The refusal of the caller's input when the provider answers 400. */
  { badRequest }: { readonly badRequest?: FieldError | undefined } = {},
): Promise<T> {
  try {
    return await call(AbortSignal.timeout(CALLER_MS));
  } catch (error) {
    if (badRequest && isRefused(error) && error.status === 400) {
      refuse('invalid_request', `${badRequest.pointer} ${badRequest.message}`, { errors: [badRequest] });
    }
    if (error instanceof ProviderThrottled) {
      refuse('throttled', 'The request budget at the marketplace is used up.', {
        retryAfterSeconds: Math.ceil(error.waitMs / 1000),
      });
    }
    if (isRefused(error)) {
      refuse('provider_refused', error.message, { facts: { providerStatus: error.status, providerCode: error.code } });
    }
    if (error instanceof ProviderAnswerInvalid) refuse('provider_answer_invalid', error.message);
    if (error instanceof ProviderUnavailable) refuse('unavailable', error.message, { retryAfterSeconds: 5 });
    if ((error as Error).name === 'TimeoutError')
      refuse('unavailable', 'The marketplace did not answer in time.', { retryAfterSeconds: 5 });
    throw error;
  }
}
