import { unavailableIfDown } from '../../kernel/bus/retry';
import { Refusal } from '../../kernel/errors';
import { isRefused, ProviderAnswerInvalid, ProviderBusy, ProviderThrottled, ProviderUnavailable } from '../error';

/** The reason for which nobody knows more yet. */
export interface Waiting {
  /** The reason of the wait for people; null: there is nothing to tell them. */
  readonly waitingFor: string | null;
  /** The pause that is wanted. @default by the age of what is waited for */
  readonly waitMs?: number;
  /** The error that says so. */
  readonly cause?: unknown;
}

/** An error as a reason to wait. */
export interface WaitingAfter extends Waiting {
  readonly waitingFor: string;
  /** The answer, or the shop itself, has said no: before anything is asked for it will not be. It says nothing of a request that was made. */
  readonly isRefused: boolean;
}

/** An error that passes by itself. */
export interface Passing {
  readonly code: string;
  /** `system`: a part of the shop itself is away. */
  readonly reason: 'rate_limit' | 'provider' | 'system';
  readonly detail: string;
  /** The pause that is wanted, in ms. */
  readonly waitMs?: number;
}

/** Classifies an error that passes by itself. @returns undefined of every other error */
export function passingOf(error: unknown): Passing | undefined {
  if (error instanceof ProviderThrottled)
    return { code: 'throttled', reason: 'rate_limit', detail: 'The rate limit of the provider.', waitMs: error.waitMs };
  if (error instanceof ProviderUnavailable) {
    const { message: detail } = error;
    const waitMs = error instanceof ProviderBusy ? { waitMs: error.waitMs } : {};
    return { code: 'unavailable', reason: 'provider', detail, ...waitMs };
  }
  const refusal = unavailableIfDown(error);
  if (!(refusal instanceof Refusal) || refusal.status < 500) return undefined;
  return { code: refusal.code, reason: 'system', detail: refusal.detail };
}

/** Tells the error of a call of a provider as a reason to wait. @throws an error that is no word about what was asked for */
export function waitingAfter(error: unknown, signal: AbortSignal): WaitingAfter {
  if (signal.aborted) throw error;
  const passing = passingOf(error);
  if (passing?.reason === 'system') throw error;
  if (passing) {
    const { detail: waitingFor, waitMs } = passing;
    return { waitingFor, isRefused: false, ...(waitMs !== undefined && { waitMs }) };
  }
  if (isRefused(error)) return { waitingFor: error.message, isRefused: true };
  if (error instanceof ProviderAnswerInvalid) return { waitingFor: error.message, isRefused: false };
  // The extension is not there, or lacks something.
  if (error instanceof Refusal) return { waitingFor: error.detail, isRefused: true };
  throw error;
}

/** The pause between two looks: the older the question, the longer. */
export const pauseMs = (ageMs: number, { first, last }: { readonly first: number; readonly last: number }): number =>
  Math.min(last, Math.max(first, ageMs / 2));
