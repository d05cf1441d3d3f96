import { unavailableIfDown } from '../../kernel/bus/retry';
import { Refusal } from '../../kernel/errors';
import { ProviderBusy, ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { StallReason } from './store';

export interface Wait extends StallReason {
  readonly code: string;
  readonly waitMs?: number;
}

/** The wait for an error that will pass by itself. The job waits in its workflow, and says so. */
export function waitOf(error: unknown): Wait | undefined {
  if (error instanceof ProviderThrottled)
    return {
      code: 'throttled',
      reason: 'rate_limit',
      detail: 'the rate limit of the marketplace',
      waitMs: error.waitMs,
    };
  if (error instanceof ProviderBusy)
    return { code: 'unavailable', reason: 'marketplace', detail: error.message, waitMs: error.waitMs };
  if (error instanceof ProviderUnavailable)
    return { code: 'unavailable', reason: 'marketplace', detail: error.message };
  const said = unavailableIfDown(error);
  if (!(said instanceof Refusal) || said.status < 500) return undefined;
  return { code: said.code, reason: 'system', detail: said.detail };
}
