import { unavailableIfDown } from '../../kernel/bus/retry';
import { Refusal } from '../../kernel/errors';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../error';

/** The reason for which nobody knows more yet. */
export interface Waiting {
  /** null: there is nothing to tell people. */
  readonly waitingFor: string | null;
  /** The pause that is wanted. @default by the age of what is waited for */
  readonly waitMs?: number;
}

/** An error as a reason to wait. */
export interface WaitingAfter extends Waiting {
  readonly waitingFor: string;
  /** The answer, or the shop itself, has said no: before anything is asked for it will not be. It says nothing of a request that was made. */
  readonly isRefused: boolean;
}

/** Tells the error of a call of a provider as a reason to wait. @throws an error that is no word about what was asked for */
export function waitingAfter(error: unknown, signal: AbortSignal): WaitingAfter {
  if (signal.aborted) throw error;
  if (error instanceof ProviderThrottled)
    return { waitingFor: 'The rate limit of the provider.', waitMs: error.waitMs, isRefused: false };
  if (isRefused(error)) return { waitingFor: error.message, isRefused: true };
  if (error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid)
    return { waitingFor: error.message, isRefused: false };
  const said = unavailableIfDown(error);
  if (!(said instanceof Refusal) || said.status >= 500) throw error;
  // The extension is not there, or lacks something.
  return { waitingFor: said.detail, isRefused: true };
}

/** The pause between two looks: the older the question, the longer. */
export const pauseMs = (ageMs: number, { first, last }: { readonly first: number; readonly last: number }): number =>
  Math.min(last, Math.max(first, ageMs / 2));
